#include <cstdint>
#include <span>
#include <string>

#include <pram/programs/input/graph.hpp>
#include <pram/programs/program.hpp>

#include "memory_file.hpp"
#include "require.hpp"

using namespace pram;

// The first byte is the format that is named, or none, and whether weights are read; the rest is the file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto& formats = programs::graph_formats();
  const std::size_t choice = data[0] % (formats.size() + 1);
  const auto weights =
      data[0] / (formats.size() + 1) % 2 == 0 ? programs::EdgeWeights::left_out : programs::EdgeWeights::read;
  const fuzz::MemoryFile file(std::span(data, size).subspan(1));
  try {
    const programs::Graph graph =
        programs::read_graph(file.path(), choice == 0 ? "" : formats[choice - 1], {}, weights);
    for (const programs::Edge& edge : graph.edges)
      fuzz::require(edge.from < graph.vertices && edge.to < graph.vertices, "an edge leads to a vertex");
    fuzz::require(graph.ids.empty() || graph.ids.size() == graph.vertices, "every vertex has an id, or none");
    fuzz::require(graph.weights.empty() || graph.weights.size() == graph.edges.size(),
                  "every edge has a weight, or none");
    fuzz::require(!graph.read_as.empty(), "the graph says how it was read");
  } catch (const programs::InputError& error) {
    fuzz::require(std::string(error.what()).find('\n') == std::string::npos, "an error is one line");
  }
  return 0;
}
