#include "link_use.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <pram/report/detail/picture/network_plan.hpp>
#include "visits.hpp"

namespace pram::perf {

namespace {

/// @param links  of the network
/// @param each   each(visit) calls visit(link, begin, duration, amount a step) for all that links carry
/// @param row    gets the row of each link by its number
template <class Each>
LinkUse use_of(std::size_t links, std::uint64_t steps, const Each& each, std::vector<std::uint32_t>& row) {
  LinkUse use;
  use.steps = steps;
  use.busy.resize(links);
  each([&](std::size_t link, std::uint64_t, std::uint64_t duration, double) { use.busy[link] += duration; });

  row.resize(links);
  for (std::size_t link = 0; link < links; ++link) {
    row[link] = static_cast<std::uint32_t>(use.links);
    use.links += use.busy[link] > 0;
  }
  use.over_time = HeatGrid(steps, use.links, most_time_columns, most_time_rows);
  each([&](std::size_t link, std::uint64_t begin, std::uint64_t duration, double amount) {
    use.over_time.add(begin, begin + duration, row[link], amount);
  });
  return use;
}

/// The most messages that wait for a link at a time, link by link.
HeatGrid waiting_of(const LinkUse& use, const std::vector<LinkVisit>& visits) {
  struct Change {
    std::uint32_t row;
    std::uint32_t step;
    int by;
  };
  std::vector<Change> changes;
  for (const LinkVisit& visit : visits) {
    if (visit.arrived == visit.begin) continue;
    changes.push_back({visit.row, visit.arrived, 1});
    changes.push_back({visit.row, visit.begin, -1});
  }
  std::ranges::sort(changes, {}, [](const Change& one) { return std::pair(one.row, one.step); });
  HeatGrid waiting(use.steps, use.links, most_time_columns, most_time_rows);
  std::int64_t now = 0;  // 0 again at the end of each row
  for (std::size_t k = 0; k < changes.size(); ++k) {
    now += changes[k].by;
    if (k + 1 < changes.size() && changes[k + 1].row == changes[k].row && now > 0)
      waiting.raise(changes[k].step, changes[k + 1].step, changes[k].row, static_cast<double>(now));
  }
  return waiting;
}

std::optional<MessageWays> ways_of(const Messages& batch, const Trace& trace, std::vector<LinkVisit> visits) {
  if (batch.source.size() > most_ways || visits.size() > most_ways) return std::nullopt;
  MessageWays ways{{batch.source.begin(), batch.source.end()},
                   {batch.destination.begin(), batch.destination.end()},
                   std::move(visits),
                   {}};
  for (const Merge& merge : trace.merges) ways.merged.push_back({merge.from, merge.into, merge.step});
  return ways;
}

}  // namespace

LinkUse link_use(const Topology& topology, const SwitchingOptions& options, const Messages& batch, const Trace& trace,
                 std::uint64_t steps) {
  const std::size_t links = std::size_t{topology.nodes()} * topology.ports();
  std::vector<std::uint32_t> row;
  LinkUse use = use_of(
      links, steps,
      [&](const auto& visit) {
        for (const Crossing& crossing : trace.crossings) {
          const std::size_t link = std::size_t{crossing.node} * topology.ports() + crossing.port;
          visit(link, crossing.begin, crossing.duration, 1.0);
        }
      },
      row);
  std::vector<LinkVisit> visits = visits_of(topology, options, batch, trace, row);
  use.waiting = waiting_of(use, visits);
  use.messages = ways_of(batch, trace, std::move(visits));
  use.plan = network_plan(topology, use.busy, steps);
  return use;
}

void CarriedBlocks::note(const CollectiveTransfer& transfer) {
  too_many_ |= blocks_.size() >= most_noted;
  if (too_many_) return;
  std::uint32_t link = transfer.from;
  if (model_.links()) {
    const Topology& topology = *model_.topology;
    link = transfer.from * topology.ports() + topology.next_leg(transfer.from, transfer.to).port;
  }
  blocks_.push_back({transfer.step, link, static_cast<double>(transfer.words)});
  for (const std::uint32_t piece : transfer.pieces) {
    if (pieces_.size() > most_ways) break;
    pieces_.push_back({piece, link, transfer.step});
  }
}

std::optional<PieceWays> CarriedBlocks::ways(const std::vector<std::uint32_t>& row) const {
  if (pieces_.size() > most_ways) return std::nullopt;
  std::vector<std::uint32_t> numbers;
  for (const Piece& one : pieces_) numbers.push_back(one.number);
  std::ranges::sort(numbers);
  numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
  PieceWays ways{static_cast<std::uint32_t>(numbers.size()), {}};
  for (const Piece& one : pieces_) {
    const auto number = std::ranges::lower_bound(numbers, one.number) - numbers.begin();
    ways.visits.push_back({static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(one.step), row[one.link]});
  }
  std::ranges::sort(ways.visits);
  return ways;
}

LinkUse CarriedBlocks::use(std::uint64_t steps) const {
  const std::size_t ports = model_.links() ? model_.topology->ports() : 1;
  const std::size_t senders = std::size_t{model_.nodes} + (model_.links() ? 0 : 1);
  std::vector<std::uint32_t> row;
  LinkUse use = use_of(
      senders * ports, steps,
      [&](const auto& visit) {
        for (const Block& block : blocks_) visit(block.link, block.step, 1U, block.words);
      },
      row);
  use.pieces = ways(row);
  if (model_.links()) use.plan = network_plan(*model_.topology, use.busy, steps);
  return use;
}

}  // namespace pram::perf
