#include <cstdint>
#include <memory>
#include <vector>

#include "../topology_families.hpp"
#include "permutation_graph.hpp"

namespace pram {

namespace {

/// The pancake graph (Akers and Krishnamurthy 1989): port p reverses the first p + 2 symbols. No formula for its
/// distances is known, and to find one is NP-hard (Bulteau, Fertin and Rusu 2015). So those to the identity are found
/// once by a search, two bytes a node, and are those of all pairs, as the graph looks the same from every node.
class Pancake final : public PermutationGraph {
 public:
  explicit Pancake(std::uint32_t symbols) : PermutationGraph("pancake", symbols), steps_(nodes()) {
    std::vector<std::uint32_t> queue{0};
    std::uint64_t sum = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const std::uint32_t node = queue[head];
      sum += steps_[node].hops;
      for (std::uint32_t port = 0; port < ports(); ++port) {
        Step& next = steps_[neighbour(node, port)];
        if (next.port != none || &next == &steps_[0]) continue;
        next = {static_cast<std::uint8_t>(steps_[node].hops + 1), static_cast<std::uint8_t>(port)};
        queue.push_back(static_cast<std::uint32_t>(&next - steps_.data()));
      }
    }
    diameter_ = steps_[queue.back()].hops;
    average_distance_ = static_cast<double>(sum) / nodes();
  }

 private:
  static constexpr std::uint8_t none = 0xff;

  struct Step {
    std::uint8_t hops = 0;
    std::uint8_t port = none;  ///< of the first hop
  };

  void rearrange(Permutation& permutation, std::uint32_t port) const override {
    const Permutation before = permutation;
    for (std::uint32_t place = 0; place < port + 2; ++place) permutation[place] = before[port + 1 - place];
  }
  std::uint32_t first_port(const Permutation& unsorted) const override { return step(unsorted).port; }
  std::uint32_t hops_to_sort(const Permutation& unsorted) const override { return step(unsorted).hops; }
  std::uint32_t diameter() const override { return diameter_; }
  double average_distance() const override { return average_distance_; }

  const Step& step(const Permutation& unsorted) const { return steps_[number_of(unsorted, symbols())]; }

  std::vector<Step> steps_;  ///< from each node towards the identity
  std::uint32_t diameter_ = 0;
  double average_distance_ = 0;
};

}  // namespace

std::vector<TopologyEntry> pancake_topologies() {
  return {{"pancake", "pancake:N: permutations of N symbols, the first few reversed; N! nodes",
           [](const Spec& spec, std::uint32_t terminals) {
             return std::make_unique<Pancake>(symbols_of({spec, terminals}));
           }}};
}

}  // namespace pram
