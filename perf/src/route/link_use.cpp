#include "link_use.hpp"

#include <cstddef>
#include <vector>

#include <pram/report/detail/network_plan.hpp>

namespace pram::perf {

LinkUse link_use(const Topology& topology, const Trace& trace, std::uint64_t steps) {
  LinkUse use;
  use.steps = steps;
  use.busy.resize(static_cast<std::size_t>(topology.nodes()) * topology.ports());
  const auto number = [&](const Crossing& crossing) {
    return static_cast<std::size_t>(crossing.node) * topology.ports() + crossing.port;
  };
  for (const Crossing& crossing : trace.crossings) use.busy[number(crossing)] += crossing.duration;

  std::vector<std::uint32_t> row(use.busy.size());
  for (std::size_t link = 0; link < row.size(); ++link) {
    row[link] = static_cast<std::uint32_t>(use.links);
    use.links += use.busy[link] > 0;
  }
  use.over_time = report::HeatGrid(steps, use.links);
  for (const Crossing& crossing : trace.crossings) {
    for (std::uint32_t step = 0; step < crossing.duration; ++step)
      use.over_time.add(crossing.begin + step, row[number(crossing)], 1);
  }
  use.plan = network_plan(topology, use.busy, steps);
  return use;
}

}  // namespace pram::perf
