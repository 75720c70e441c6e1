#include "flows.hpp"

#include <algorithm>

namespace pram {

void run_flows(CollectiveExecutor& executor, std::span<const Flow> flows) {
  std::uint64_t steps = 0;
  for (const Flow& flow : flows) {
    if (flow.packets.empty()) continue;
    for (const Flow::Link& link : flow.links)
      steps = std::max(steps, link.start + flow.rate * (flow.packets.size() - 1) + 1);
  }
  for (std::uint64_t step = 0; step < steps; ++step) {
    executor.begin_step();
    for (const Flow& flow : flows) {
      for (const auto& [from, to, start] : flow.links) {
        if (step < start || (step - start) % flow.rate != 0) continue;
        const std::uint64_t packet = (step - start) / flow.rate;
        if (packet < flow.packets.size()) executor.send(from, to, flow.packets[packet], flow.sender);
      }
    }
    executor.end_step();
  }
}

std::vector<Flow::Link> along(std::span<const std::uint32_t> path) {
  std::vector<Flow::Link> links;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) links.push_back({path[i], path[i + 1], i});
  return links;
}

std::vector<std::vector<Piece>> packets_of(std::span<const Piece> pieces) {
  std::vector<std::vector<Piece>> packets;
  for (const Piece piece : pieces) packets.push_back({piece});
  return packets;
}

}  // namespace pram
