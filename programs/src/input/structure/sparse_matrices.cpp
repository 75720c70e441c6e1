#include <pram/programs/input/structure/sparse_matrices.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>
#include <utility>

#include <pram/programs/input/graph.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include "input/file/matrix_market_banner.hpp"
#include "input/file/memory_room.hpp"
#include "input/file/text.hpp"
#include "input/shapes_made_of.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

/// n numbers between -1 and 1.
std::vector<double> random_vector(std::uint64_t n, std::uint64_t seed) {
  std::vector<double> vector;
  for (const std::int64_t number : random_numbers(n, seed)) vector.push_back(static_cast<double>(number) / 1e6);
  return vector;
}

/// The next word as a number that a double can hold.
double finite_number(Scanner& scanner) {
  std::string_view word = scanner.word();
  const std::string shown = in_quotes(word);
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value))
    scanner.fail(fmt::format("the value {} is no finite number", shown));
  return value;
}

/// A matrix whose k-th entry lies at place_of(k), its row and its column, and has a random value; and a random vector.
template <class PlaceOf>
SparseProblem with_places(std::uint64_t rows, std::uint64_t columns, std::uint64_t entries, std::uint64_t seed,
                          PlaceOf place_of) {
  const std::vector<double> values = random_vector(entries + columns, seed);
  SparseProblem problem{{static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(columns)}, {}};
  for (std::uint64_t k = 0; k < entries; ++k) {
    const auto [row, column] = place_of(k);
    problem.matrix.entries.push_back({static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column), values[k]});
  }
  problem.vector.assign(values.begin() + static_cast<std::ptrdiff_t>(entries), values.end());
  return problem;
}

SparseProblem like_rmat(std::uint64_t n, std::uint64_t seed) {
  const Graph graph = rmat_graph(n, seed);
  return with_places(graph.vertices, graph.vertices, graph.edges.size(), seed, [&](std::uint64_t k) {
    return std::pair<std::uint64_t, std::uint64_t>(graph.edges[k].from, graph.edges[k].to);
  });
}

SparseProblem random_places(std::uint64_t rows, std::uint64_t columns, std::uint64_t n, std::uint64_t seed) {
  const Random random(seed, graph_stream);
  return with_places(rows, columns, n, seed, [&](std::uint64_t k) {
    return std::pair<std::uint64_t, std::uint64_t>(random.below(2 * k, static_cast<std::uint32_t>(rows)),
                                                   random.below(2 * k + 1, static_cast<std::uint32_t>(columns)));
  });
}

}  // namespace

SparseMatrix read_sparse_matrix(const std::string& path, std::uint64_t memory_limit) {
  constexpr std::uint64_t most_lines = 0xFFFFFFFE;
  const std::string text = read_content(path, memory_limit);
  MemoryRoom room(shown_path(path), memory_limit);
  room.take(text.size());
  Scanner scanner(text, shown_path(path));
  scanner.next_row("");
  if (!text.starts_with("%%")) scanner.fail("a Matrix Market file begins with %%MatrixMarket, this one does not");
  const auto [field, symmetry] = read_matrix_market_banner(scanner);
  if (field == MatrixField::complex) scanner.fail("its numbers are complex: a matrix of real numbers is wanted");
  if (!scanner.next_row("%")) scanner.fail("the line of sizes (rows, columns, entries) is missing");
  const auto rows = scanner.number<std::uint64_t>("number of rows");
  const auto columns = scanner.number<std::uint64_t>("number of columns");
  const auto entries = scanner.number<std::uint64_t>("number of entries");
  scanner.end_row();
  if (rows > most_lines || columns > most_lines)
    scanner.fail(fmt::format("{} rows and {} columns: at most {} are allowed", rows, columns, most_lines));
  if (symmetry != MatrixSymmetry::general && rows != columns)
    scanner.fail(fmt::format("{} rows but {} columns: a symmetric matrix is square", rows, columns));
  room.check((rows + columns) * sizeof(double));

  SparseMatrix matrix{static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(columns)};
  const auto index = [&](const char* what, std::uint64_t most) {
    const auto number = scanner.number<std::uint64_t>(what);
    if (number == 0) scanner.fail(fmt::format("the {} is 0: Matrix Market counts from 1", what));
    if (number > most) scanner.fail(fmt::format("the {} {} is beyond the {} of the header", what, number, most));
    return static_cast<std::uint32_t>(number - 1);
  };
  std::uint64_t read = 0;
  for (; scanner.next_row("%"); ++read) {
    if (read == entries) scanner.fail(fmt::format("more entries than the {} of the header", entries));
    SparseEntry entry{};
    entry.row = index("row index", rows);
    entry.column = index("column index", columns);
    entry.value = field == MatrixField::pattern ? 1 : finite_number(scanner);
    scanner.end_row();
    room.append(matrix.entries, entry);
    if (symmetry == MatrixSymmetry::general || entry.row == entry.column) continue;
    const double mirrored = symmetry == MatrixSymmetry::skew_symmetric ? -entry.value : entry.value;
    room.append(matrix.entries, {entry.column, entry.row, mirrored});
  }
  if (read < entries)
    scanner.fail(fmt::format("the file ends after {} entries; its header promises {}", read, entries));
  return matrix;
}

Shapes<SparseProblem> SparseMatrices::shapes() {
  return {{"rmat", "matrix of an R-MAT graph", like_rmat},
          {"random", "random sparse matrix",
           [](std::uint64_t n, std::uint64_t seed) { return random_places(n / 8 + 1, n / 8 + 1, n, seed); }},
          {"tall", "random sparse matrix of more rows than columns",
           [](std::uint64_t n, std::uint64_t seed) { return random_places(n + 1, n / 16 + 1, n, seed); }},
          {"wide", "random sparse matrix of more columns than rows",
           [](std::uint64_t n, std::uint64_t seed) { return random_places(n / 16 + 1, n + 1, n, seed); }},
          {"diagonal", "diagonal matrix",
           [](std::uint64_t n, std::uint64_t seed) {
             return with_places(n, n, n, seed, [](std::uint64_t k) { return std::pair(k, k); });
           }},
          {"row", "diagonal matrix with a dense row", [](std::uint64_t n, std::uint64_t seed) {
             const std::uint64_t order = n / 2 + 1;
             return with_places(order, order, n, seed, [order](std::uint64_t k) {
               return k < order ? std::pair(k, k) : std::pair(order / 2, k - order);
             });
           }}};
}

SparseProblem SparseMatrices::read(const InputRequest& request, const Sizes& sizes) {
  SparseProblem problem{read_sparse_matrix(request.file, request.memory_limit), {}};
  check_items(request, sizes, problem.matrix.entries.size(), "entries");
  problem.vector = random_vector(problem.matrix.columns, request.seed);
  return problem;
}

template const UntypedKind& untyped_kind<SparseMatrices>();

}  // namespace pram::programs
