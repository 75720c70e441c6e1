#include "failed_topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/network/poll.hpp>

#include "../check/checked_topology.hpp"
#include "failure_options.hpp"

namespace pram {

namespace {

constexpr std::uint64_t most_table_entries = std::uint64_t{1} << 28;
constexpr std::uint64_t most_ends = std::uint64_t{1} << 25;
constexpr std::uint64_t most_searched = std::uint64_t{1} << 31;  // links, from all terminals
constexpr std::uint32_t most_ports = 0xffff;                     // that a table has room for

// Streams of the failures' seed.
constexpr std::uint64_t of_nodes = 1;
constexpr std::uint64_t of_links = 2;

/// The first ones in an order that a seed draws, ascending.
std::vector<std::uint64_t> drawn(const std::vector<std::uint64_t>& all, std::uint32_t count,
                                 const detail::SeededRandom& random) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> order;
  order.reserve(all.size());
  for (const std::uint64_t one : all) order.emplace_back(random(one), one);
  std::ranges::nth_element(order, order.begin() + count);
  std::vector<std::uint64_t> found;
  for (std::uint32_t k = 0; k < count; ++k) found.push_back(order[k].second);
  std::ranges::sort(found);
  return found;
}

}  // namespace

UnreachableError::UnreachableError(const std::string& topology, std::uint32_t from_node, std::uint32_t to_node)
    : NetworkError(fmt::format("{}: no path leads from node {} to node {}", topology, from_node, to_node), true),
      from(from_node),
      to(to_node) {}

FailedTopology::FailedTopology(std::shared_ptr<const Topology> whole, const Failures& failures)
    : whole_(detail::checked(std::move(whole))), failures_(failures) {
  const std::uint64_t nodes = whole_->nodes();
  limit(nodes * whole_->terminals(), nodes * whole_->ports(), 0);
  fail_nodes();
  fail_links();
  count_links();
  limit(0, 0, wires_ * terminals_);
}

std::string FailedTopology::name() const { return whole_->name() + to_string(failures_); }

void FailedTopology::refuse(const std::string& allowed) const { throw ConfigError("network", name(), allowed); }

void FailedTopology::limit(std::uint64_t tables, std::uint64_t ends, std::uint64_t visits) const {
  if (tables <= most_table_entries && ends <= most_ends && visits <= most_searched && whole_->ports() <= most_ports)
    return;
  refuse(
      "failures only where tables of routes have room: nodes times components up to 2^28, nodes times ports up to "
      "2^25, links, each way, times components up to 2^31");
}

void FailedTopology::fail_nodes() {
  const std::uint32_t nodes = whole_->nodes();
  if (failures_.nodes >= nodes)
    refuse(fmt::format("failed-nodes= of at most {}, for there are {} nodes", nodes - 1, nodes));
  std::vector<std::uint64_t> all(nodes);
  for (std::uint32_t node = 0; node < nodes; ++node) all[node] = node;
  left_node_.assign(nodes, 0);
  for (const std::uint64_t node : drawn(all, failures_.nodes, {failures_.seed, of_nodes})) left_node_[node] = no_node;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (left_node_[node] == no_node) continue;
    left_node_[node] = FailedTopology::nodes();
    whole_node_.push_back(node);
    terminals_ += node < whole_->terminals() ? 1 : 0;
  }
  if (terminals_ == 0) refuse(fmt::format("failures that leave a component; all {} failed", whole_->terminals()));
}

void FailedTopology::fail_links() {
  lacks_links_.assign(whole_->nodes(), false);
  if (failures_.links == 0) return;
  std::vector<std::uint64_t> all;
  Poller poller;
  for (const std::uint32_t node : whole_node_) {
    poller.work(ports());
    for (std::uint32_t port = 0; port < ports(); ++port) {
      const std::uint32_t next = whole_->neighbour(node, port);
      if (next == no_node || left_node_[next] == no_node || (two_way() && next < node)) continue;
      all.push_back(std::uint64_t{node} * ports() + port);
    }
  }
  if (failures_.links > all.size())
    refuse(fmt::format("failed-links= of at most {}, {}", all.size(),
                       failures_.nodes == 0 ? "as many as there are" : "as many as nodes leave that did not fail"));
  for (const std::uint64_t link : drawn(all, failures_.links, {failures_.seed, of_links})) {
    failed_links_.push_back(link);
    if (two_way()) failed_links_.push_back(other_end(link));
  }
  std::ranges::sort(failed_links_);
  for (const std::uint64_t link : failed_links_) lacks_links_[link / ports()] = true;
}

std::uint64_t FailedTopology::other_end(std::uint64_t link) const {
  const auto node = static_cast<std::uint32_t>(link / ports());
  const auto port = static_cast<std::uint32_t>(link % ports());
  const std::uint32_t next = whole_->neighbour(node, port);
  // Of several links between two nodes the first at one of them is the first at the other.
  std::uint32_t before = 0;
  for (std::uint32_t k = 0; k < port; ++k) before += whole_->neighbour(node, k) == next ? 1 : 0;
  for (std::uint32_t back = 0; back < ports(); ++back) {
    if (whole_->neighbour(next, back) == node && before-- == 0) return std::uint64_t{next} * ports() + back;
  }
  return link;
}

void FailedTopology::count_links() {
  smallest_degree_ = ports();
  Poller poller;
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    poller.work(ports());
    std::uint32_t degree = 0;
    for (std::uint32_t port = 0; port < ports(); ++port) degree += neighbour(node, port) != no_node ? 1 : 0;
    wires_ += degree;
    largest_degree_ = std::max(largest_degree_, degree);
    smallest_degree_ = std::min(smallest_degree_, degree);
  }
}

std::uint32_t FailedTopology::neighbour(std::uint32_t node, std::uint32_t port) const {
  const std::uint32_t from = whole_node_[node];
  const std::uint32_t next = whole_->neighbour(from, port);
  if (next == no_node) return no_node;
  if (lacks_links_[from] && std::ranges::binary_search(failed_links_, std::uint64_t{from} * ports() + port))
    return no_node;
  return left_node_[next];
}

const BreadthFirstRoutes& FailedTopology::routes() const {
  if (const BreadthFirstRoutes* const found = routes_.load(std::memory_order_acquire)) return *found;
  const std::scoped_lock lock(searching_);
  if (searched_ == nullptr) searched_ = std::make_unique<const BreadthFirstRoutes>(*this);
  routes_.store(searched_.get(), std::memory_order_release);
  return *searched_;
}

Leg FailedTopology::next_leg(std::uint32_t node, std::uint32_t destination) const {
  if (!reaches(node, destination)) throw UnreachableError(name(), node, destination);
  return {routes().port(node, destination), 1};
}

std::uint32_t FailedTopology::spreading_stop(std::uint32_t from, std::uint32_t to) const {
  const std::uint32_t stop = left_node_[whole_->spreading_stop(whole_node_[from], whole_node_[to])];
  return stop != no_node && reaches(from, stop) && reaches(stop, to) ? stop : to;
}

std::uint32_t FailedTopology::distance(std::uint32_t from, std::uint32_t to) const {
  if (!reaches(from, to)) throw UnreachableError(name(), from, to);
  return routes().route(from, to).hops;
}

std::uint32_t FailedTopology::channel_class(std::uint32_t node, std::uint32_t, std::uint32_t destination) const {
  return routes().most_valleys() - routes().route(node, destination).valleys;
}

TopologyProperties FailedTopology::properties() const {
  const BreadthFirstRoutes& found = routes();
  TopologyProperties all{.nodes = nodes(),
                         .links = two_way() ? (wires_ + 1) / 2 : wires_,
                         .largest_degree = largest_degree_,
                         .smallest_degree = smallest_degree_,
                         .diameter = found.diameter()};
  all.average_distance = static_cast<double>(found.distances()) / static_cast<double>(found.pairs());
  all.unreachable_pairs = std::uint64_t{terminals_} * terminals_ - found.pairs();
  return all;
}

std::unique_ptr<Topology> with_failures(std::shared_ptr<const Topology> topology, const Failures& failures) {
  return std::make_unique<FailedTopology>(std::move(topology), failures);
}

}  // namespace pram
