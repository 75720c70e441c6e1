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

/// @param row  gets the row of each link by its number
LinkUse use_of_trace(const Topology& topology, const Trace& trace, std::uint64_t steps,
                     std::vector<std::uint32_t>& row) {
  LinkUse use = use_of(
      std::size_t{topology.nodes()} * topology.ports(), steps,
      [&](const auto& visit) {
        for (const Crossing& crossing : trace.crossings) {
          const std::size_t link = std::size_t{crossing.node} * topology.ports() + crossing.port;
          visit(link, crossing.begin, crossing.duration, 1.0);
        }
      },
      row);
  use.plan = network_plan(topology, use.busy, steps);
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

/// The link from a node to a neighbour. Routes lead to terminals alone, so that what goes to or from a switch is looked
/// for among its ports.
std::uint32_t link_of(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  if (topology.terminals() == topology.nodes()) return from * topology.ports() + topology.next_leg(from, to).port;
  std::uint32_t port = 0;
  while (port + 1 < topology.ports() && topology.neighbour(from, port) != to) ++port;
  return from * topology.ports() + port;
}

/// @param links  per block: which it crosses
std::optional<PieceWays> ways_of(const CollectiveSchedule& schedule, const std::vector<std::uint32_t>& links,
                                 const std::vector<std::uint32_t>& row) {
  if (schedule.pieces.size() > most_ways) return std::nullopt;
  std::vector<std::uint32_t> numbers = schedule.pieces;
  std::ranges::sort(numbers);
  numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
  PieceWays ways{static_cast<std::uint32_t>(numbers.size()), {}};
  for (std::size_t k = 0; k < links.size(); ++k) {
    for (const std::uint32_t piece : schedule.pieces_of(k)) {
      const auto number = std::ranges::lower_bound(numbers, piece) - numbers.begin();
      ways.visits.push_back(
          {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(schedule.blocks[k].step), row[links[k]]});
    }
  }
  std::ranges::sort(ways.visits);
  return ways;
}

}  // namespace

LinkUse link_use(const Topology& topology, const SwitchingOptions& options, const Messages& batch, const Trace& trace,
                 std::uint64_t steps) {
  std::vector<std::uint32_t> row;
  LinkUse use = use_of_trace(topology, trace, steps, row);
  std::vector<LinkVisit> visits = visits_of(topology, options, batch, trace, row);
  use.waiting = waiting_of(use, visits);
  use.messages = ways_of(batch, trace, std::move(visits));
  return use;
}

LinkUse link_use(const Topology& topology, const Trace& trace, std::uint64_t steps) {
  std::vector<std::uint32_t> row;
  return use_of_trace(topology, trace, steps, row);
}

LinkUse link_use(const CollectiveModel& model, const CollectiveSchedule& schedule, std::uint64_t steps) {
  const std::size_t ports = model.links() ? model.topology->ports() : 1;
  const std::size_t senders = model.links() ? model.topology->nodes() : model.nodes + std::size_t{1};
  std::vector<std::uint32_t> links;  // by block
  links.reserve(schedule.blocks.size());
  for (const ScheduledBlock& block : schedule.blocks)
    links.push_back(model.links() ? link_of(*model.topology, block.from, block.to) : block.from);
  std::vector<std::uint32_t> row;
  LinkUse use = use_of(
      senders * ports, steps,
      [&](const auto& visit) {
        for (std::size_t k = 0; k < links.size(); ++k)
          visit(links[k], schedule.blocks[k].step, 1U, static_cast<double>(schedule.blocks[k].words));
      },
      row);
  use.pieces = ways_of(schedule, links, row);
  if (model.links()) use.plan = network_plan(*model.topology, use.busy, steps);
  return use;
}

}  // namespace pram::perf
