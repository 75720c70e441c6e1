#include <fmt/format.h>

#include <string_view>

#include "input/graph/graph_formats.hpp"

namespace pram::programs {

namespace {

struct Header {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
};

/// Reads what follows "p": a word for the problem (edge, col, sp, max, …), and the counts.
Header read_header(Scanner& scanner) {
  if (scanner.word().empty()) scanner.fail("the problem's name behind p is missing");
  Header header;
  header.vertices = scanner.number<std::uint64_t>("number of vertices");
  header.edges = scanner.number<std::uint64_t>("number of edges");
  scanner.end_row();
  if (header.vertices == 0 || header.vertices > most_vertices)
    scanner.fail(fmt::format("{} vertices: from 1 to {} are allowed", header.vertices, most_vertices));
  if (header.edges > most_edges)
    scanner.fail(fmt::format("{} edges: at most {} are allowed", header.edges, most_edges));
  return header;
}

std::uint32_t read_vertex(Scanner& scanner, const char* what, std::uint64_t vertices) {
  const auto number = scanner.number<std::uint64_t>(what);
  if (number == 0) scanner.fail(fmt::format("the {} is 0: DIMACS counts from 1", what));
  if (number > vertices)
    scanner.fail(fmt::format("the {} {} is beyond the {} vertices of the header", what, number, vertices));
  return static_cast<std::uint32_t>(number - 1);
}

}  // namespace

Graph read_dimacs(Scanner scanner, GraphRoom room, EdgeWeights weights) {
  Graph graph;
  Header header;
  bool has_weights = false;
  std::uint64_t first_edge = 0;  // the line of the first edge; 0 before there is one
  bool descriptions = false;
  while (scanner.next_row("%#")) {
    const std::string_view kind = scanner.word();
    if (kind == "c") continue;
    if (kind == "p") {
      if (header.vertices > 0) scanner.fail("a second line p");
      header = read_header(scanner);
      room.check_sizes(header.vertices, header.edges, scanner.line());
    } else if (kind == "e" || kind == "a") {
      if (header.vertices == 0) scanner.fail("an edge before the line p, which tells how many vertices there are");
      const std::uint32_t from = read_vertex(scanner, "first vertex", header.vertices);
      const std::uint32_t to = read_vertex(scanner, "second vertex", header.vertices);
      if (graph.edges.size() == most_edges) scanner.fail(fmt::format("more than {} edges", most_edges));
      room.append(graph.edges, {from, to});
      const bool has_weight = !scanner.row_done();
      if (weights == EdgeWeights::read) {
        if (first_edge != 0 && has_weight != has_weights) {
          scanner.fail(fmt::format("an edge {} a weight, unlike line {}: either all have one, or none",
                                   has_weight ? "with" : "without", first_edge));
        }
        if (has_weight) room.append(graph.weights, read_weight(scanner));
      }
      if (first_edge == 0) first_edge = scanner.line();
      has_weights = has_weights || has_weight;
    } else if (kind == "n" || kind == "d" || kind == "v" || kind == "x") {
      descriptions = true;
    } else {
      scanner.fail(fmt::format("{} begins no line of a DIMACS graph: they are c, p, n, e and a", in_quotes(kind)));
    }
  }
  if (header.vertices == 0) scanner.fail("the line p is missing, which tells how many vertices there are");
  const std::uint64_t edges = graph.edges.size();
  // Some files count an edge and its reverse as one, others as two.
  if (edges != header.edges && edges != 2 * header.edges && 2 * edges != header.edges)
    scanner.fail(fmt::format("the file ends after {} edges; its header promises {}", edges, header.edges));
  graph.vertices = static_cast<std::uint32_t>(header.vertices);
  graph.first_id = 1;
  graph.read_as = "DIMACS";
  if (has_weights) graph.read_as += weights == EdgeWeights::read ? "; with weights" : "; weights left out";
  if (descriptions) graph.read_as += "; descriptions of vertices left out";
  if (edges != header.edges)
    graph.read_as += fmt::format("; it holds {} edges, its line p says {}", edges, header.edges);
  return graph;
}

}  // namespace pram::programs
