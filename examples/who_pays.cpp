#include <pram/pram.hpp>
#include <pram/programs/graph.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>

// A bundled algorithm on a graph of one's own, and which of its arrays cost most: all that `pram profile` prints can be
// read from the ledger.
int main() {
  // A star: vertex 0 is linked to all others, the worst hot spot that a graph has.
  constexpr std::uint32_t n = 2000;
  pram::programs::Graph graph;
  graph.vertices = n;
  for (std::uint32_t v = 1; v < n; ++v) graph.edges.push_back({0, v});

  for (const char* access : {"direct", "combining"}) {
    pram::Machine machine({.components = 256, .access = access});
    const auto found = pram::programs::connected_components(machine, graph);
    const pram::Ledger& ledger = machine.ledger();
    std::printf("%s: %u rounds, %llu steps, charge %llu, factor %.1f\n", access, found.rounds,
                static_cast<unsigned long long>(ledger.steps()), static_cast<unsigned long long>(ledger.total_charge()),
                ledger.performance_factor());

    std::map<std::string, std::uint64_t> charge;
    std::map<std::string, std::uint64_t> degree;
    for (const pram::LineTotal& line : ledger.lines()) {
      charge[line.array] += line.charge;
      degree[line.array] = std::max(degree[line.array], line.largest_degree);
    }
    for (const auto& [array, units] : charge) {
      std::printf("  %-8s charge %4llu, at most %4llu requests for one cell in a step\n", array.c_str(),
                  static_cast<unsigned long long>(units), static_cast<unsigned long long>(degree[array]));
    }
  }
}
