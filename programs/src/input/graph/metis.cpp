#include <fmt/format.h>

#include <string>

#include "input/graph/graph_formats.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

struct MetisHeader {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  bool sizes = false;             ///< a line begins with the vertex's size
  bool edge_weights = false;      ///< a weight follows each neighbour
  std::uint64_t constraints = 0;  ///< how many weights of the vertex begin its line
};

/// FORMAT is up to three digits of 0 and 1: sizes, weights of vertices, weights of edges.
void read_format(Scanner& scanner, MetisHeader& header) {
  const std::string digits(scanner.word());
  if (digits.size() > 3 || digits.find_first_not_of("01") != std::string::npos)
    scanner.fail(fmt::format("the format {} is not up to three digits of 0 and 1", in_quotes(digits)));
  const std::string whole = std::string(3 - digits.size(), '0') + digits;
  header.sizes = whole[0] == '1';
  header.constraints = whole[1] == '1' ? 1 : 0;
  header.edge_weights = whole[2] == '1';
  if (scanner.row_done()) return;
  const auto constraints = scanner.number<std::uint64_t>("number of constraints");
  if (whole[1] == '1') header.constraints = constraints;
}

MetisHeader read_metis_header(Scanner& scanner) {
  if (!scanner.next_row("%")) scanner.fail("the line of counts (vertices, edges) is missing");
  MetisHeader header;
  header.vertices = scanner.number<std::uint64_t>("number of vertices");
  header.edges = scanner.number<std::uint64_t>("number of edges");
  if (!scanner.row_done()) read_format(scanner, header);
  scanner.end_row();
  if (header.vertices > most_vertices)
    scanner.fail(fmt::format("{} vertices: at most {} are allowed", header.vertices, most_vertices));
  if (header.edges > most_edges)
    scanner.fail(fmt::format("{} edges: at most {} are allowed", header.edges, most_edges));
  return header;
}

/// Goes to the next line that is no comment. An empty line is a vertex without neighbours.
bool next_vertex(Scanner& scanner) {
  while (scanner.next_line()) {
    if (scanner.peek() != '%') return true;
  }
  return false;
}

}  // namespace

Graph read_metis(Scanner scanner, GraphRoom room, EdgeWeights weights) {
  const MetisHeader header = read_metis_header(scanner);
  Graph graph;
  const Random hash(0, 0);
  const bool weighted = header.edge_weights && weights == EdgeWeights::read;
  std::uint64_t entries = 0;
  // Hashes of edges, added where the lower end lists the edge, and subtracted where the upper end does. The sums are 0
  // if both ends list the same edges, the second one if they also list the same weights.
  std::uint64_t unmatched = 0;
  std::uint64_t weights_unmatched = 0;
  for (std::uint64_t vertex = 1; vertex <= header.vertices; ++vertex) {
    if (!next_vertex(scanner)) {
      scanner.fail(fmt::format("the file ends after the lines of {} vertices; its header promises {}", vertex - 1,
                               header.vertices));
    }
    if (header.sizes) scanner.number<std::uint64_t>("size of the vertex");
    for (std::uint64_t k = 0; k < header.constraints; ++k) scanner.number<std::uint64_t>("weight of the vertex");
    for (; !scanner.row_done(); ++entries) {
      const auto neighbour = scanner.number<std::uint64_t>("neighbour");
      if (neighbour == 0) scanner.fail("the neighbour is 0: METIS counts from 1");
      if (neighbour > header.vertices)
        scanner.fail(
            fmt::format("the neighbour {} is beyond the {} vertices of the header", neighbour, header.vertices));
      if (neighbour == vertex) scanner.fail(fmt::format("vertex {} is its own neighbour", vertex));
      std::uint64_t weight = 0;
      if (header.edge_weights)
        weight = weighted ? read_weight(scanner) : scanner.number<std::uint64_t>("weight of the edge");
      if (graph.edges.size() == most_edges) scanner.fail(fmt::format("more than {} edges", most_edges));
      if (neighbour > vertex) {
        room.append(graph.edges, {static_cast<std::uint32_t>(vertex - 1), static_cast<std::uint32_t>(neighbour - 1)});
        if (weighted) room.append(graph.weights, static_cast<std::uint32_t>(weight));
        unmatched += hash(vertex << 32 | neighbour);
        weights_unmatched += weight * hash(vertex << 32 | neighbour);
      } else {
        unmatched -= hash(neighbour << 32 | vertex);
        weights_unmatched -= weight * hash(neighbour << 32 | vertex);
      }
    }
  }
  if (scanner.next_row("%"))
    scanner.fail(fmt::format("more lines than the {} vertices of the header", header.vertices));
  if (unmatched != 0) scanner.fail_file("an edge stands in the line of one of its ends only: this is no METIS graph");
  if (weighted && weights_unmatched != 0)
    scanner.fail_file("an edge has one weight in the line of one end and another in that of the other");
  if (entries != 2 * header.edges) {
    scanner.fail_file(fmt::format("{} neighbours in all, where the {} edges of its first line have {}", entries,
                                  header.edges, 2 * header.edges));
  }
  graph.vertices = static_cast<std::uint32_t>(header.vertices);
  graph.first_id = 1;
  graph.read_as = "METIS";
  if (weighted) graph.read_as += "; with weights of edges";
  if (header.sizes || header.constraints > 0 || (header.edge_weights && !weighted))
    graph.read_as += weighted ? "; weights of vertices left out" : "; weights left out";
  return graph;
}

}  // namespace pram::programs
