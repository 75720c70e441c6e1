#include "link_use.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <pram/report/detail/network_plan.hpp>

namespace pram::perf {

namespace {

/// @param links  of the network
/// @param each   each(visit) calls visit(link, begin, duration, amount a step) for all that links carry
template <class Each>
LinkUse use_of(std::size_t links, std::uint64_t steps, const Each& each) {
  LinkUse use;
  use.steps = steps;
  use.busy.resize(links);
  each([&](std::size_t link, std::uint64_t, std::uint64_t duration, double) { use.busy[link] += duration; });

  std::vector<std::size_t> row(links);
  for (std::size_t link = 0; link < links; ++link) {
    row[link] = use.links;
    use.links += use.busy[link] > 0;
  }
  use.over_time = HeatGrid(steps, use.links);
  each([&](std::size_t link, std::uint64_t begin, std::uint64_t duration, double amount) {
    for (std::uint64_t step = begin; step < begin + duration; ++step) use.over_time.add(step, row[link], amount);
  });
  return use;
}

}  // namespace

LinkUse link_use(const Topology& topology, const Trace& trace, std::uint64_t steps) {
  const std::size_t links = std::size_t{topology.nodes()} * topology.ports();
  LinkUse use = use_of(links, steps, [&](const auto& visit) {
    for (const Crossing& crossing : trace.crossings) {
      const std::size_t link = std::size_t{crossing.node} * topology.ports() + crossing.port;
      visit(link, crossing.begin, crossing.duration, 1.0);
    }
  });
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
}

LinkUse CarriedBlocks::use(std::uint64_t steps) const {
  const std::size_t ports = model_.links() ? model_.topology->ports() : 1;
  const std::size_t senders = std::size_t{model_.nodes} + (model_.links() ? 0 : 1);
  LinkUse use = use_of(senders * ports, steps, [&](const auto& visit) {
    for (const Block& block : blocks_) visit(block.link, block.step, 1U, block.words);
  });
  if (model_.links()) use.plan = network_plan(*model_.topology, use.busy, steps);
  return use;
}

}  // namespace pram::perf
