#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <pram/programs/input/graph.hpp>
#include <pram/programs/program.hpp>
#include <pram/registry.hpp>
#include "input/file/text.hpp"
#include "input/graph/graph_formats.hpp"

namespace pram::programs {

namespace {

bool begins_with_banner(std::string_view text) {
  constexpr std::string_view banner = "%%matrixmarket";
  return text.size() >= banner.size() && std::ranges::equal(text.substr(0, banner.size()), banner, {}, [](char c) {
           return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
         });
}

/// Whether the first row may be one of DIMACS: a comment, the header, or an edge whose header is missing.
bool begins_as_dimacs(Scanner scanner) {
  if (!scanner.next_row(comment_marks)) return false;
  const std::string_view word = scanner.word();
  const char next = scanner.peek();
  if (word == "c" || word == "p") return true;
  return (word == "e" || word == "a") && next >= '0' && next <= '9';
}

template <class Read>
auto attempt(Read read) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const InputError&) {
    return std::nullopt;
  }
}

/// Whether the first row may be the header of METIS: it promises edges, and the file has lines enough for the vertices
/// and bytes enough for the edges.
bool may_be_metis(Scanner scanner, std::uint64_t lines) {
  if (!scanner.next_row(comment_marks)) return false;
  const auto counts = attempt([&] {
    const auto vertices = scanner.number<std::uint64_t>("");
    return std::pair(vertices, scanner.number<std::uint64_t>(""));
  });
  constexpr std::uint64_t least_bytes_an_edge = 4;  // a digit and a blank at each of its two ends
  return counts && counts->first > 0 && counts->first < lines && counts->second > 0 &&
         counts->second <= scanner.bytes_left() / least_bytes_an_edge;
}

/// Reads a file that has nothing but rows of numbers: METIS, edges behind counts, or edges. The format is chosen
/// without regard to weights. So a weight that is not allowed is refused in the format of its file, and is not taken
/// for a sign of another format.
/// @param lines        of the file
/// @param named_metis  the file's name says that it is METIS
Graph read_plain(const Scanner& scanner, const GraphRoom& room, EdgeWeights weights, std::uint64_t lines,
                 bool named_metis) {
  constexpr EdgeWeights none = EdgeWeights::left_out;
  if (may_be_metis(scanner, lines)) {
    if (std::optional<Graph> metis = attempt([&] { return read_metis(scanner, room, none); })) {
      if (weights != none) metis = read_metis(scanner, room, weights);
      if (!named_metis) metis->read_as += ", which fits its first line; --format snap reads each line as an edge";
      return std::move(*metis);
    }
  }
  if (has_counts(scanner)) {
    if (std::optional<Graph> counted = attempt([&] { return read_counted_edge_list(scanner, room, none); }))
      return weights == none ? std::move(*counted) : read_counted_edge_list(scanner, room, weights);
  }
  if (!named_metis || attempt([&] { return read_edge_list(scanner, room, none, false); }))
    return read_edge_list(scanner, room, weights, false);
  return read_metis(scanner, room, weights);  // throws, and says what is wrong
}

/// Reads a file in the format asked for, or else in the one that its beginning, its name and its rows show.
/// @param format  "" if none is asked for
Graph read_any(const Scanner& scanner, const GraphRoom& room, std::string_view text, std::string_view path,
               const std::string& format, EdgeWeights weights) {
  if (format == "snap") return read_edge_list(scanner, room, weights, true);
  if (format == "counts") return read_counted_edge_list(scanner, room, weights);
  if (format == "dimacs") return read_dimacs(scanner, room, weights);
  if (format == "metis") return read_metis(scanner, room, weights);
  if (format == "matrix-market" && !begins_with_banner(text))
    throw InputError(scanner.file(), 1, "a Matrix Market file begins with %%MatrixMarket, this one does not");
  if (begins_with_banner(text)) return read_matrix_market(scanner, room, weights);
  if (begins_as_dimacs(scanner)) return read_dimacs(scanner, room, weights);
  const std::string_view name = path.ends_with(".gz") ? path.substr(0, path.size() - 3) : path;
  const auto lines = static_cast<std::uint64_t>(std::ranges::count(text, '\n')) + 1;
  return read_plain(scanner, room, weights, lines, name.ends_with(".graph") || name.ends_with(".metis"));
}

}  // namespace

const std::vector<std::string>& graph_formats() {
  static const std::vector<std::string> names = {"snap", "counts", "matrix-market", "dimacs", "metis"};
  return names;
}

Graph read_graph(const std::string& path, const std::string& format, const GraphLimits& limits, EdgeWeights weights) {
  const std::string* const known = format.empty() ? &format : known_name(format, graph_formats());
  if (known == nullptr) throw ConfigError("--format", format, allowed_names(format, graph_formats()));
  const std::string text = read_content(path, limits.memory);
  GraphRoom room(shown_path(path), limits);
  room.take(text.size());
  Graph graph = read_any(Scanner(text, shown_path(path)), room, text, path, *known, weights);
  room.check_sizes(graph.vertices, graph.edges.size(), 0);
  return graph;
}

}  // namespace pram::programs
