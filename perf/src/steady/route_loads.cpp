#include "route_loads.hpp"

#include <algorithm>

namespace pram::perf {

RouteLoads::RouteLoads(const Topology& topology)
    : topology_(topology), nodes_(topology.nodes()), loads_(std::size_t{topology.nodes()} * topology.ports(), 0) {}

void RouteLoads::begin(std::uint32_t to) {
  to_ = to;
  on_way_.clear();
}

void RouteLoads::send(std::uint32_t from, double messages) {
  if (from == to_ || messages <= 0) return;
  nodes_[from].messages += messages;
  for (std::uint32_t at = from; at != to_ && !nodes_[at].asked;) {
    Node& node = nodes_[at];
    const std::uint32_t port = topology_.next_leg(at, to_).port;
    node.asked = true;
    node.link = at * topology_.ports() + port;
    node.next = topology_.neighbour(at, port);
    ++nodes_[node.next].before;
    on_way_.push_back(at);
    at = node.next;
  }
}

void RouteLoads::end() {
  asked_ += on_way_.size();
  poller_.work(on_way_.size());
  // Leaves of the tree first; a node comes when all before it have.
  std::vector<std::uint32_t> ready;
  for (const std::uint32_t at : on_way_) {
    if (nodes_[at].before == 0) ready.push_back(at);
  }
  while (!ready.empty()) {
    Node& node = nodes_[ready.back()];
    ready.pop_back();
    loads_[node.link] += node.messages;
    hops_ += node.messages;
    Node& next = nodes_[node.next];
    next.messages += node.messages;
    if (--next.before == 0 && node.next != to_) ready.push_back(node.next);
    node = {};
  }
  nodes_[to_] = {};
}

void RouteLoads::send_over(const std::vector<std::uint32_t>& links, double messages) {
  for (const std::uint32_t link : links) loads_[link] += messages;
  hops_ += messages * static_cast<double>(links.size());
  asked_ += links.size();
  poller_.work(links.size());
}

double RouteLoads::largest() const { return loads_.empty() ? 0 : *std::ranges::max_element(loads_); }

}  // namespace pram::perf
