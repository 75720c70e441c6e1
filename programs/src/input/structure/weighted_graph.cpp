#include "input/structure/weighted_graph.hpp"

#include <utility>
#include <vector>

#include "random.hpp"

namespace pram::programs {

namespace {

constexpr std::uint32_t largest_drawn = 255;

WeightedGraph with_weights(Graph graph, std::uint64_t seed) {
  const Random random(seed, weights_stream);
  WeightedGraph made{std::move(graph), {}, 0};
  for (std::uint64_t k = 0; k < made.graph.edges.size(); ++k) made.weight.push_back(1 + random.below(k, largest_drawn));
  return made;
}

}  // namespace

Shapes<WeightedGraph> WeightedGraphs::shapes() {
  Shapes<WeightedGraph> shapes;
  for (const Shape<Graph>& shape : Graphs::shapes()) {
    shapes.push_back({shape.name, shape.what, [make = shape.make](std::uint64_t n, std::uint64_t seed) {
                        return with_weights(make(n, seed), seed);
                      }});
  }
  return shapes;
}

WeightedGraph WeightedGraphs::read(const InputRequest& request, const Sizes& sizes) {
  Graph graph = Graphs::read(request, sizes, EdgeWeights::read);
  if (!graph.weights.empty()) {
    std::vector<std::uint32_t> weights = std::move(graph.weights);
    return {std::move(graph), std::move(weights), 0};
  }
  WeightedGraph made = with_weights(std::move(graph), request.seed);
  made.graph.read_as += "; weights drawn from the seed";
  return made;
}

void WeightedGraphs::begin_at(Value& value, const std::optional<std::uint64_t>& source) {
  GraphWithSource with_source{std::move(value.graph)};
  GraphsWithSource::begin_at(with_source, source);
  value.graph = std::move(with_source.graph);
  value.source = with_source.source;
}

const UntypedKind& WeightedGraphs::untyped() { return untyped_kind<WeightedGraphs>; }

}  // namespace pram::programs
