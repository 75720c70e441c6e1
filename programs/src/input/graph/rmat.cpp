#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/programs/input/graph.hpp>
#include "random.hpp"

namespace pram::programs {

namespace {

// The sums a, a + b and a + b + c in units of 2^-16: each choice of a quarter of the matrix takes 16 random bits.
constexpr std::uint32_t top_left = 37356;
constexpr std::uint32_t top = 49807;
constexpr std::uint32_t all_but_bottom_right = 62259;

Edge rmat_edge(const Random& random, std::uint64_t number, unsigned levels) {
  constexpr unsigned draws_per_word = 4;
  Edge edge{0, 0};
  std::uint64_t bits = 0;
  for (unsigned level = 0; level < levels; ++level) {
    if (level % draws_per_word == 0) bits = random(number * 8 + level / draws_per_word);
    const auto draw = static_cast<std::uint32_t>(bits & 0xFFFF);
    bits >>= 16;
    const bool lower = draw >= top;
    const bool right = lower ? draw >= all_but_bottom_right : draw >= top_left;
    edge.from = edge.from << 1 | static_cast<std::uint32_t>(lower);
    edge.to = edge.to << 1 | static_cast<std::uint32_t>(right);
  }
  return edge;
}

}  // namespace

Graph rmat_graph(std::uint64_t edges, std::uint64_t seed) {
  if (edges > most_edges)
    throw ConfigError("--n", std::to_string(edges), "at most " + std::to_string(most_edges) + " edges");
  Graph graph;
  if (edges == 0) return graph;
  graph.vertices = static_cast<std::uint32_t>(std::bit_ceil(std::max<std::uint64_t>(2, (edges + 3) / 4)));
  const auto levels = static_cast<unsigned>(std::countr_zero(graph.vertices));
  const std::vector<std::uint32_t> name = random_permutation(graph.vertices, seed);
  const Random random(seed, rmat_stream);
  graph.edges.reserve(edges);
  for (std::uint64_t i = 0; i < edges; ++i) {
    const Edge edge = rmat_edge(random, i, levels);
    graph.edges.push_back({name[edge.from], name[edge.to]});
  }
  return graph;
}

}  // namespace pram::programs
