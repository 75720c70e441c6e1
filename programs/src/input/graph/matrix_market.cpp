#include <fmt/format.h>

#include "input/file/matrix_market_banner.hpp"
#include "input/graph/graph_formats.hpp"

namespace pram::programs {

namespace {

void skip_value(Scanner& scanner, MatrixField field) {
  switch (field) {
    case MatrixField::pattern: break;
    case MatrixField::integer: scanner.number<std::int64_t>("value"); break;
    case MatrixField::complex:
      scanner.number<double>("real part");
      scanner.number<double>("imaginary part");
      break;
    case MatrixField::real: scanner.number<double>("value"); break;
  }
}

}  // namespace

Graph read_matrix_market(Scanner scanner, GraphRoom room, EdgeWeights weights) {
  scanner.next_row("");
  const auto [field, symmetry] = read_matrix_market_banner(scanner);
  const bool weighted = weights == EdgeWeights::read && field != MatrixField::pattern;
  if (weighted && field == MatrixField::complex)
    scanner.fail("its numbers are complex: weights of edges are whole numbers");
  if (weighted && symmetry == MatrixSymmetry::skew_symmetric)
    scanner.fail("its other half has the negative values: weights of edges are not negative");
  if (!scanner.next_row("%")) scanner.fail("the line of sizes (rows, columns, entries) is missing");
  const auto rows = scanner.number<std::uint64_t>("number of rows");
  const auto columns = scanner.number<std::uint64_t>("number of columns");
  const auto entries = scanner.number<std::uint64_t>("number of entries");
  scanner.end_row();
  if (rows != columns)
    scanner.fail(fmt::format("{} rows but {} columns: the matrix of a graph is square", rows, columns));
  if (rows > most_vertices) scanner.fail(fmt::format("{} vertices: at most {} are allowed", rows, most_vertices));
  if (entries > most_edges) scanner.fail(fmt::format("{} entries: at most {} are allowed", entries, most_edges));
  room.check_sizes(rows, entries, scanner.line());

  Graph graph;
  graph.vertices = static_cast<std::uint32_t>(rows);
  graph.first_id = 1;
  graph.read_as = "Matrix Market";
  if (weighted) graph.read_as += "; values are the weights";
  if (!weighted && field != MatrixField::pattern) graph.read_as += "; values left out (weights are not used)";
  const auto vertex = [&](const char* what) {
    const auto index = scanner.number<std::uint64_t>(what);
    if (index == 0) scanner.fail(fmt::format("the {} is 0: Matrix Market counts from 1", what));
    if (index > rows)
      scanner.fail(fmt::format("the {} {} is beyond the {} rows and columns of the header", what, index, rows));
    return static_cast<std::uint32_t>(index - 1);
  };
  while (scanner.next_row("%")) {
    if (graph.edges.size() == entries) scanner.fail(fmt::format("more entries than the {} of the header", entries));
    const std::uint32_t from = vertex("row index");
    const std::uint32_t to = vertex("column index");
    if (weighted) {
      room.append(graph.weights, read_weight(scanner));
    } else {
      skip_value(scanner, field);
    }
    scanner.end_row();
    room.append(graph.edges, {from, to});
  }
  if (graph.edges.size() < entries)
    scanner.fail(fmt::format("the file ends after {} entries; its header promises {}", graph.edges.size(), entries));
  return graph;
}

}  // namespace pram::programs
