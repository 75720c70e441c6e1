#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

// A topology of one's own: a complete binary tree of 2^h - 1 nodes, numbered level by level. Node v has its parent at
// port 0 and its children at ports 1 and 2.
class BinaryTree : public pram::Topology {
 public:
  explicit BinaryTree(std::uint32_t levels) : levels_(levels) {}

  std::string name() const override { return "binary-tree:" + std::to_string(levels_); }
  std::uint32_t nodes() const override { return (1U << levels_) - 1; }
  std::uint32_t ports() const override { return 3; }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    if (port == 0) return node == 0 ? pram::no_node : (node - 1) / 2;
    const std::uint32_t child = 2 * node + port;
    return child < nodes() ? child : pram::no_node;
  }

  // Down if the destination is below the node, else up.
  pram::Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    const std::uint32_t here = level(node), there = level(destination);
    if (there > here) {
      const std::uint32_t ancestor = above(destination, there - here - 1);
      if ((ancestor - 1) / 2 == node) return {.port = ancestor - 2 * node, .hops = 1};
    }
    return {.port = 0, .hops = 1};
  }

  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    std::uint32_t hops = 0;
    for (; from != to; ++hops) (level(from) > level(to) ? from : to) = ((level(from) > level(to) ? from : to) - 1) / 2;
    return hops;
  }

  pram::TopologyProperties properties() const override {
    return {.nodes = nodes(),
            .links = nodes() - 1U,
            .largest_degree = levels_ == 1   ? 0U
                              : levels_ == 2 ? 2U
                                             : 3U,
            .smallest_degree = levels_ == 1 ? 0U : 1U,
            .diameter = 2 * (levels_ - 1)};
  }

 private:
  static std::uint32_t level(std::uint32_t node) { return static_cast<std::uint32_t>(std::bit_width(node + 1)) - 1; }
  static std::uint32_t above(std::uint32_t node, std::uint32_t levels) { return ((node + 1) >> levels) - 1; }

  std::uint32_t levels_;
};

// The levels of "binary-tree:6"; without a number as many as the machine's components need.
std::uint32_t levels_of(const pram::Spec& network, std::uint32_t components) {
  if (network.values.empty()) return std::max(1U, static_cast<std::uint32_t>(std::bit_width(components)));
  const auto levels = pram::whole_number(network.values.front());
  if (network.values.size() > 1 || !levels || *levels < 1 || *levels > 20)
    network.refuse("network", "binary-tree:H with H of 1 to 20 levels");
  return static_cast<std::uint32_t>(*levels);
}

int main() {
  const auto tree = std::make_shared<BinaryTree>(6);
  const std::uint32_t n = tree->nodes();
  const pram::TopologyCheck checked = pram::check(*tree);
  std::printf("%llu links, routes of %llu pairs, the longest %u hops\n", static_cast<unsigned long long>(checked.links),
              static_cast<unsigned long long>(checked.pairs), checked.longest_route);

  // Every node sends to the one that is numbered from the other end: most messages pass the root.
  std::vector<std::uint32_t> source(n), destination(n);
  std::iota(source.begin(), source.end(), 0U);
  for (std::uint32_t v = 0; v < n; ++v) destination[v] = n - 1 - v;

  using Options = pram::SwitchingOptions;
  for (const auto& [what, options] :
       {std::pair{"all ports, store and forward", Options{}},
        std::pair{"one port", Options{.ports = Options::Ports::one}},
        std::pair{"by way of random nodes", Options{.routing = Options::Routing::valiant}}}) {
    const auto switching = pram::make_switching(tree, options);
    const pram::DeliveryStatistics statistics = switching->carry({source, destination, {}, {}});
    std::printf("%-29s %3llu steps, %4llu hops, busiest link %3llu steps\n", what,
                static_cast<unsigned long long>(statistics.steps), static_cast<unsigned long long>(statistics.hops),
                static_cast<unsigned long long>(statistics.busiest_link));
  }

  // In the table it is a network by name, with all options of switching techniques.
  pram::topologies().add({"binary-tree", "a complete binary tree: binary-tree:H for 2^H - 1 nodes",
                          [](const pram::Spec& network, std::uint32_t components) {
                            return std::make_unique<BinaryTree>(levels_of(network, components));
                          }});
  for (const char* network : {"binary-tree:6", "binary-tree:6,ports=one", "binary-tree:6,combining=unlimited"}) {
    pram::Machine machine({.network = network, .access = "direct"});
    auto sum = machine.array<long>(1, 0, "sum");
    machine.pardo(n, [&](pram::Processor self) -> pram::Task<> { co_await sum[0].add(static_cast<long>(self.id())); });
    std::printf("%-33s a sum of %ld for %llu\n", network, sum.get(0),
                static_cast<unsigned long long>(machine.ledger().charge()));
  }
}
