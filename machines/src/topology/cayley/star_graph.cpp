#include <memory>
#include <utility>
#include <vector>

#include "../topology_families.hpp"
#include "permutation_graph.hpp"

namespace pram {

namespace {

/// The star graph (Akers, Harel and Krishnamurthy 1987): port p swaps the first symbol with that of position p + 1.
/// Routing brings the first symbol home, or, if it is at home, the first that is not away to the front.
class StarGraph final : public PermutationGraph {
 public:
  explicit StarGraph(std::uint32_t symbols) : PermutationGraph("star-graph", symbols) {}

 private:
  void rearrange(Permutation& permutation, std::uint32_t port) const override {
    std::swap(permutation[0], permutation[port + 1]);
  }

  std::uint32_t first_port(const Permutation& unsorted) const override {
    std::uint32_t place = unsorted[0];
    for (std::uint32_t next = 1; place == 0; ++next) place = unsorted[next] == next ? 0 : next;
    return place - 1;
  }

  // Each cycle of symbols that are away from home takes a swap for each of them, and one more to reach it; that of the
  // first position takes one less than it has symbols.
  std::uint32_t hops_to_sort(const Permutation& unsorted) const override {
    std::uint32_t away = 0;
    std::uint32_t cycles = 0;
    std::uint32_t seen = 0;
    for (std::uint32_t first = 0; first < symbols(); ++first) {
      if ((seen >> first & 1) != 0 || unsorted[first] == first) continue;
      ++cycles;
      for (std::uint32_t place = first; (seen >> place & 1) == 0; place = unsorted[place]) {
        seen |= 1u << place;
        ++away;
      }
    }
    return away + cycles - (unsorted[0] == 0 ? 0 : 2);
  }

  std::uint32_t diameter() const override { return 3 * (symbols() - 1) / 2; }

  double average_distance() const override {
    double harmonic = 0;
    for (std::uint32_t k = 1; k <= symbols(); ++k) harmonic += 1.0 / k;
    return symbols() - 4.0 + 2.0 / symbols() + harmonic;
  }
};

}  // namespace

std::vector<TopologyEntry> star_graph_topologies() {
  return {{"star-graph", "star-graph:N: permutations of N symbols, the first swapped with any; N! nodes",
           [](const Spec& spec, std::uint32_t terminals) {
             return std::make_unique<StarGraph>(symbols_of({spec, terminals}));
           }}};
}

}  // namespace pram
