#include <pram/programs/list.hpp>

namespace pram::programs {

std::vector<std::uint32_t> list_ranking_wyllie_data_parallel(Machine& machine,
                                                             std::span<const std::uint32_t> successors) {
  const auto next = machine.array(successors, "next");
  const auto rank = machine.array<std::uint32_t>(
      successors.size(), 1, "rank");  // the number of nodes from this one up to the next, the next not counted

  const Processors nodes = machine.processors(successors.size());
  auto mine = nodes.registers<std::uint32_t>(1);
  auto ahead = nodes.read(next, own_cell);
  const auto at_end = [&](std::uint64_t i) { return ahead[i] == no_node; };
  nodes.end_where(at_end);
  while (nodes.live() > 0) {
    nodes.read(rank, ahead, [&](std::uint64_t i, std::uint32_t far) { mine[i] += far; });
    nodes.read(next, ahead, ahead);
    nodes.write(rank, own_cell, mine);
    nodes.write(next, own_cell, ahead);
    nodes.end_where(at_end);
  }

  std::vector<std::uint32_t> distances = rank.host();
  for (std::uint32_t& distance : distances) --distance;
  return distances;
}

}  // namespace pram::programs
