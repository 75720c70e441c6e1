#include <pram/machines/detail/passes.hpp>

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>
#include <utility>
#include <vector>

#include "topology/check/link_table.hpp"

namespace pram {

namespace {

constexpr int passes_a_round = 64;

/// The links of a message's route, each as node · ports + port.
void find_route(const Topology& topology, std::uint32_t from, std::uint32_t to, std::vector<std::uint64_t>& route) {
  route.clear();
  std::uint32_t node = from;
  const auto cross = [&](std::uint32_t port) {
    route.push_back(std::uint64_t{node} * topology.ports() + port);
    node = topology.neighbour(node, port);
    assert(node != no_node);
  };
  if (node == to && topology.terminals() < topology.nodes()) cross(0);  // through the switches and back
  while (node != to) {
    if (route.size() > topology.nodes()) detail::throw_endless(topology, node, to);
    const Leg leg = topology.next_leg(node, to);
    for (std::uint32_t hop = 0; hop < leg.hops; ++hop) cross(leg.port);
  }
}

}  // namespace

std::uint32_t greedy_passes(const Topology& topology, const Messages& batch) {
  std::vector<std::size_t> left(batch.source.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::vector<std::uint64_t> busy(std::uint64_t{topology.nodes()} * topology.ports());
  std::vector<std::uint64_t> route;
  std::uint32_t passes = 0;
  // 64 passes are tried at a time, one in each bit of a link's word. A message that fits into none of them tries the
  // next 64.
  while (!left.empty()) {
    std::vector<std::size_t> later;
    busy.assign(busy.size(), 0);
    int used = 0;
    for (const std::size_t message : left) {
      find_route(topology, batch.source[message], batch.destination[message], route);
      if (route.empty()) continue;
      std::uint64_t taken = 0;
      for (const std::uint64_t link : route) taken |= busy[link];
      const int pass = std::countr_one(taken);
      if (pass == passes_a_round) {
        later.push_back(message);
        continue;
      }
      for (const std::uint64_t link : route) busy[link] |= std::uint64_t{1} << pass;
      used = std::max(used, pass + 1);
    }
    passes += static_cast<std::uint32_t>(used);
    left = std::move(later);
  }
  return passes;
}

}  // namespace pram
