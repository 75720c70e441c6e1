#include "graph.hpp"

#include <pram/network/poll.hpp>

namespace pram {

SurveyGraph::SurveyGraph(const Topology& topology)
    : terminals_(topology.terminals()),
      two_way_(topology.two_way()),
      terminals_pass_on_(topology.terminals_pass_on()),
      first_{0} {
  Poller poller;
  const std::uint32_t ports = topology.ports();
  for (std::uint32_t node = 0; node < topology.nodes(); ++node) {
    poller.work(ports);
    for (std::uint32_t port = 0; port < ports; ++port) {
      const std::uint32_t other = topology.neighbour(node, port);
      if (other != no_node) next_.push_back(other);
    }
    first_.push_back(next_.size());
  }
  if (two_way_) return;
  first_before_.assign(first_.size(), 0);
  for (const std::uint32_t other : next_) ++first_before_[other + 1];
  for (std::uint32_t node = 0; node < nodes(); ++node) first_before_[node + 1] += first_before_[node];
  before_.resize(next_.size());
  std::vector<std::uint64_t> place(first_before_.begin(), first_before_.end() - 1);
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    for (const std::uint32_t other : next(node)) before_[place[other]++] = node;
  }
}

}  // namespace pram
