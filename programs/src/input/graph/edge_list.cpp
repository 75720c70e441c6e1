#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <vector>

#include <pram/programs/program.hpp>
#include "input/graph/graph_formats.hpp"
#include "input/graph/id_table.hpp"

namespace pram::programs {

namespace {

/// Skips the row if it has names, such as "from,to,weight".
/// @returns whether it has
bool skip_names(Scanner& scanner) {
  const auto names = [](char first) {
    return std::isalpha(static_cast<unsigned char>(first)) != 0 || first == '_' || first == '"' || first == '\'';
  };
  Scanner ahead = scanner;
  for (; !ahead.row_done(); ahead.word()) {
    if (!names(ahead.peek())) return false;
  }
  scanner = ahead;
  return true;
}

/// Whether the row has nothing but -1, once or more, and no row follows.
bool ends_list(const Scanner& scanner) {
  if (scanner.peek() != '-') return false;
  Scanner ahead = scanner;
  while (!ahead.row_done()) {
    if (ahead.word() != "-1") return false;
  }
  return !ahead.next_row(comment_marks);
}

/// Reads the rows of edges, one by one.
class EdgeRows {
 public:
  /// @param weights  taken where the first row has three columns or more
  EdgeRows(Scanner& scanner, EdgeWeights weights, bool ragged)
      : scanner_(scanner), wants_weights_(weights == EdgeWeights::read), ragged_(ragged) {}

  /// Calls visit(from, to, weight) for every row; weight is null where there is none.
  template <class Visit>
  void read(Visit visit) {
    for (bool first = true; scanner_.next_row(comment_marks); first = false) {
      if (first && skip_names(scanner_)) {
        named_ = true;
        continue;
      }
      if (ends_list(scanner_)) {
        ended_ = true;
        break;
      }
      const auto from = scanner_.number<std::uint64_t>("first vertex id");
      const auto to = scanner_.number<std::uint64_t>("second vertex id");
      if (++rows_ > most_edges) scanner_.fail(fmt::format("more than {} edges", most_edges));
      std::uint32_t weight = 0;
      const bool weighted = has_weight();
      if (weighted) weight = read_weight(scanner_);
      take_columns((weighted ? 3 : 2) + scanner_.skip_row());
      visit(from, to, weighted ? &weight : nullptr);
    }
    if (rows_ == 0) scanner_.fail("it holds no edges");
  }

  std::uint64_t rows() const { return rows_; }

  /// What was made of the columns, and how the list ended: phrases that begin with a semicolon; "" if there is nothing
  /// to say.
  std::string remarks() const {
    std::string text;
    if (named_) text += "; its first line names the columns";
    const bool weighted = wants_weights_ && most_columns_ > 2;
    if (weighted) text += "; column 3 has the weights";
    const std::uint64_t first = weighted ? 4 : 3;
    const char* const why = weighted ? "" : " (weights are not used)";
    if (most_columns_ == first) text += fmt::format("; column {} left out{}", first, why);
    if (most_columns_ > first) text += fmt::format("; columns {} to {} left out{}", first, most_columns_, why);
    if (ended_) text += "; -1 ends it";
    return text;
  }

 private:
  /// Whether the row has a weight that is to be read. The first row decides it for all.
  bool has_weight() const {
    if (!wants_weights_) return false;
    const bool here = !scanner_.row_done();
    if (first_line_ == 0) return here;
    const bool expected = columns_ > 2;
    if (here != expected && ragged_) {
      scanner_.fail(fmt::format("an edge {} a weight, unlike line {}: either all have one in column 3, or none",
                                here ? "with" : "without", first_line_));
    }
    return here && expected;
  }

  void take_columns(std::uint64_t columns) {
    if (first_line_ == 0) {
      first_line_ = scanner_.line();
      columns_ = columns;
    }
    if (columns != columns_ && !ragged_) {
      scanner_.fail(fmt::format("{} columns, where line {} has {}: this is no list of edges, or --format snap", columns,
                                first_line_, columns_));
    }
    most_columns_ = std::max(most_columns_, columns);
  }

  Scanner& scanner_;
  bool wants_weights_;
  bool ragged_;
  bool named_ = false;
  bool ended_ = false;
  std::uint64_t rows_ = 0;
  std::uint64_t first_line_ = 0;
  std::uint64_t columns_ = 0;
  std::uint64_t most_columns_ = 0;
};

/// Whether the first edge shares no vertex with the others. Then it may be a row of counts that do not fit.
bool first_stands_alone(const Graph& graph) {
  constexpr std::size_t enough = 4;
  if (graph.edges.size() < enough) return false;
  const Edge first = graph.edges.front();
  return std::none_of(graph.edges.begin() + 1, graph.edges.end(), [first](const Edge& edge) {
    return edge.from == first.from || edge.from == first.to || edge.to == first.from || edge.to == first.to;
  });
}

/// The counts that a first row promises.
struct Counts {
  std::uint64_t vertices = 0;  ///< 0: the row does not say
  std::uint64_t edges = 0;     ///< 0: the row does not say
};

std::vector<std::uint64_t> numbers_of_row(Scanner& scanner) {
  std::vector<std::uint64_t> numbers;
  while (!scanner.row_done()) numbers.push_back(scanner.number<std::uint64_t>("count"));
  return numbers;
}

/// What the numbers of a first row count.
/// @param rows     of edges that follow it
/// @param largest  id in them
/// @throws InputError if the numbers cannot be counts of such rows
Counts counts_of(const std::vector<std::uint64_t>& first, std::uint64_t rows, std::uint64_t largest,
                 const Scanner& scanner) {
  const std::size_t size = first.size();
  if (size == 1) return first[0] == rows && first[0] < largest ? Counts{0, rows} : Counts{first[0], 0};
  if (size == 2 && first[1] == rows && first[0] > 0) return {first[0], rows};
  if (size == 2 && first[0] == rows && first[1] > 0) return {first[1], rows};
  if (size == 3 && first[2] == rows && first[0] == first[1]) return {first[0], rows};
  scanner.fail_file(
      fmt::format("its first line ({}) is no count of the {} edges behind it", fmt::join(first, " "), rows));
}

}  // namespace

Graph read_edge_list(Scanner scanner, GraphRoom room, EdgeWeights weights, bool ragged) {
  Graph graph;
  IdTable<IdHash> table(room);
  EdgeRows rows(scanner, weights, ragged);
  rows.read([&](std::uint64_t from, std::uint64_t to, const std::uint32_t* weight) {
    const std::uint32_t first = table.number_of(from);
    room.append(graph.edges, {first, table.number_of(to)});
    if (weight != nullptr) room.append(graph.weights, *weight);
  });
  graph.vertices = static_cast<std::uint32_t>(table.ids.size());
  graph.ids = std::move(table.ids);
  graph.read_as = "edge list (snap)" + rows.remarks();
  if (!ragged && first_stands_alone(graph))
    graph.read_as += "; its first line shares no vertex with the others: if it holds counts, --format counts";
  return graph;
}

bool has_counts(Scanner scanner) {
  if (!scanner.next_row(comment_marks)) return false;
  std::vector<std::uint64_t> first;
  try {
    first = numbers_of_row(scanner);
  } catch (const InputError&) {
    return false;
  }
  if (first.size() > 3) return false;
  std::uint64_t rows = 0;
  for (; scanner.next_row(comment_marks) && !ends_list(scanner); ++rows) {
  }
  switch (first.size()) {
    case 1: return true;
    case 2: return first[1] == rows && first[0] > 0;
    default: return first[2] == rows && first[0] == first[1];
  }
}

Graph read_counted_edge_list(Scanner scanner, GraphRoom room, EdgeWeights weights) {
  if (!scanner.next_row(comment_marks)) scanner.fail("the line of counts is missing");
  const std::vector<std::uint64_t> first = numbers_of_row(scanner);
  const std::uint64_t counts_line = scanner.line();
  struct Ends {
    std::uint64_t from;
    std::uint64_t to;
  };
  std::vector<Ends> edges;
  Graph graph;
  EdgeRows rows(scanner, weights, false);
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t largest = 0;
  rows.read([&](std::uint64_t from, std::uint64_t to, const std::uint32_t* weight) {
    room.append(edges, {from, to});
    if (weight != nullptr) room.append(graph.weights, *weight);
    least = std::min({least, from, to});
    largest = std::max({largest, from, to});
  });
  const Counts counts = counts_of(first, rows.rows(), largest, scanner);
  const std::string otherwise = "; --format snap reads that line as an edge";
  room.take(edges.size() * sizeof(Edge));
  graph.edges.reserve(edges.size());
  graph.read_as = fmt::format("edge list behind a line of counts ({})", fmt::join(first, " "));
  if (counts.vertices == 0) {
    IdTable<IdHash> table(room);
    for (const Ends& edge : edges) {
      const std::uint32_t from = table.number_of(edge.from);
      graph.edges.push_back({from, table.number_of(edge.to)});
    }
    graph.vertices = static_cast<std::uint32_t>(table.ids.size());
    graph.ids = std::move(table.ids);
  } else {
    const std::uint64_t base = least == 0 ? 0 : 1;
    if (counts.vertices > most_vertices)
      scanner.fail_file(fmt::format("{} vertices: at most {} are allowed", counts.vertices, most_vertices));
    if (largest - base >= counts.vertices) {
      scanner.fail_file(fmt::format("its first line promises {} vertices; counted from {}, {} is beyond them",
                                    counts.vertices, base, largest));
    }
    room.check_sizes(counts.vertices, edges.size(), counts_line, otherwise);
    for (const Ends& edge : edges)
      graph.edges.push_back({static_cast<std::uint32_t>(edge.from - base), static_cast<std::uint32_t>(edge.to - base)});
    graph.vertices = static_cast<std::uint32_t>(counts.vertices);
    graph.first_id = base;
    graph.read_as += fmt::format(", vertices counted from {}", base);
  }
  graph.read_as += rows.remarks() + otherwise;
  return graph;
}

}  // namespace pram::programs
