#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

#include <pram/programs/graph.hpp>
#include <pram/programs/program.hpp>
#include "input/text.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

/// Numbers ids in order of first appearance: a hash table with open addressing, at most half full.
class IdTable {
 public:
  std::uint32_t number_of(std::uint64_t id) {
    Slot& slot = find(id);
    if (slot.number != free_slot) return slot.number;
    slot = {id, static_cast<std::uint32_t>(ids.size())};
    ids.push_back(id);
    if (2 * ids.size() > slots_.size()) grow();
    return static_cast<std::uint32_t>(ids.size() - 1);
  }

  std::vector<std::uint64_t> ids;  ///< per number

 private:
  struct Slot {
    std::uint64_t id = 0;
    std::uint32_t number = free_slot;
  };
  static constexpr std::uint32_t free_slot = 0xFFFFFFFF;

  Slot& find(std::uint64_t id) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash_(id) & mask;
    while (slots_[at].number != free_slot && slots_[at].id != id) at = (at + 1) & mask;
    return slots_[at];
  }

  void grow() {
    slots_.assign(4 * slots_.size(), Slot{});
    for (std::size_t i = 0; i < ids.size(); ++i) find(ids[i]) = {ids[i], static_cast<std::uint32_t>(i)};
  }

  Random hash_{0, 0};
  std::vector<Slot> slots_ = std::vector<Slot>(1024);
};

Graph read_edge_list(Scanner& scanner) {
  Graph graph;
  IdTable table;
  while (scanner.next_row("#%")) {
    const std::uint32_t from = table.number_of(scanner.number<std::uint64_t>("first vertex id"));
    const std::uint32_t to = table.number_of(scanner.number<std::uint64_t>("second vertex id"));
    scanner.end_row();
    graph.edges.push_back({from, to});
    if (graph.edges.size() > most_edges) scanner.fail(fmt::format("more than {} edges", most_edges));
  }
  if (graph.edges.empty()) scanner.fail("it holds no edges");
  graph.vertices = static_cast<std::uint32_t>(table.ids.size());
  graph.ids = std::move(table.ids);
  return graph;
}

enum class Field { pattern, integer, real };

/// The first line: "%%MatrixMarket matrix coordinate FIELD SYMMETRY", in any case.
Field read_banner(Scanner& scanner) {
  const auto next = [&scanner] {
    std::string word(scanner.word());
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return word;
  };
  next();
  const auto expect = [&](const char* what, std::initializer_list<std::string_view> allowed) {
    const std::string word = next();
    const auto found = std::ranges::find(allowed, word);
    if (found == allowed.end())
      scanner.fail(
          fmt::format("the {} {} of a Matrix Market file is none of {}", what, quoted(word), fmt::join(allowed, ", ")));
    return static_cast<int>(found - allowed.begin());
  };
  expect("object", {"matrix"});
  expect("format", {"coordinate"});
  const auto field = static_cast<Field>(expect("field", {"pattern", "integer", "real"}));
  expect("symmetry", {"general", "symmetric"});
  scanner.end_row();
  return field;
}

Graph read_matrix_market(Scanner& scanner) {
  scanner.next_row("");
  const Field field = read_banner(scanner);
  if (!scanner.next_row("%")) scanner.fail("the line of sizes (rows, columns, entries) is missing");
  const auto rows = scanner.number<std::uint64_t>("number of rows");
  const auto columns = scanner.number<std::uint64_t>("number of columns");
  const auto entries = scanner.number<std::uint64_t>("number of entries");
  scanner.end_row();
  constexpr std::uint64_t most_vertices = 0xFFFFFFFE;
  if (rows != columns)
    scanner.fail(fmt::format("{} rows but {} columns: the matrix of a graph is square", rows, columns));
  if (rows > most_vertices) scanner.fail(fmt::format("{} vertices: at most {} are allowed", rows, most_vertices));
  if (entries > most_edges) scanner.fail(fmt::format("{} entries: at most {} are allowed", entries, most_edges));

  Graph graph;
  graph.vertices = static_cast<std::uint32_t>(rows);
  graph.first_id = 1;
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
    if (field == Field::integer) scanner.number<std::int64_t>("value");
    if (field == Field::real) scanner.number<double>("value");
    scanner.end_row();
    graph.edges.push_back({from, to});
  }
  if (graph.edges.size() < entries)
    scanner.fail(fmt::format("the file ends after {} entries; its header promises {}", graph.edges.size(), entries));
  return graph;
}

}  // namespace

Graph read_graph(const std::string& path) {
  const std::string text = read_text(path);
  Scanner scanner(text, shown_path(path));
  if (text.starts_with("%%MatrixMarket")) return read_matrix_market(scanner);
  if (path.ends_with(".mtx"))
    throw InputError(path, 1, "a Matrix Market file begins with %%MatrixMarket, this one does not");
  return read_edge_list(scanner);
}

}  // namespace pram::programs
