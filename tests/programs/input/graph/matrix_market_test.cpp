#include <doctest/doctest.h>

#include <string>

#include <pram/programs/input/graph.hpp>
#include "../files.hpp"

namespace pram::testing {

namespace {

using programs::Edge;
using programs::Graph;
using programs::read_graph;

const auto read_market = [](const std::string& path) { read_graph(path); };
const std::string banner = "%%MatrixMarket matrix coordinate pattern general\n";

}  // namespace

TEST_CASE("a Matrix Market file is read in every field and symmetry that a graph may have") {
  const TemporaryFolder folder;
  const std::vector<Edge> edges = {{0, 1}, {2, 2}, {1, 0}};
  for (const char* const symmetry : {"general", "symmetric"}) {
    const auto text = [symmetry](const char* field, const char* a, const char* b, const char* c) {
      return std::string("%%MatrixMarket matrix coordinate ") + field + ' ' + symmetry + "\n% a comment\n\n4 4 3\n1 2" +
             a + "\n3 3" + b + "\n2 1" + c + "\n";
    };
    for (const std::string& content : {text("pattern", "", " ", "\r"), text("integer", " 5", " -7", "\t0"),
                                       text("real", " 1.5", " -2e-3", " 7"), text("REAL", " 1e999", " +1.5", " nan")}) {
      const Graph graph = read_graph(folder.file(content, "graph.mtx"));
      CHECK(graph.vertices == 4);
      CHECK(graph.edges == edges);
      CHECK(graph.id(0) == 1);
      CHECK(graph.id(3) == 4);
    }
  }
  CHECK(read_graph(folder.file("%%MatrixMarket MATRIX Coordinate Pattern Symmetric\n2 2 1\n1 2", "other.name")).edges ==
        std::vector<Edge>{{0, 1}});
  const Graph isolated = read_graph(folder.file(banner + "3 3 0\n"));
  CHECK(isolated.vertices == 3);
  CHECK(isolated.edges.empty());
  CHECK(read_graph(folder.file(banner + "0 0 0\n")).vertices == 0);
}

TEST_CASE("each kind of damage to a Matrix Market file is an error that names file, line and reason") {
  const TemporaryFolder folder;
  const auto refused = [&](std::string_view content, std::uint64_t line, const std::string& reason) {
    check_refused(read_market, folder.file(content, "graph.mtx"), line, reason);
  };
  refused("", 0, "it is empty");
  check_refused([](const std::string& path) { read_graph(path, "matrix-market"); }, folder.file("1 2\n", "graph.mtx"),
                1, "begins with %%MatrixMarket");
  refused("%%MatrixMarket\n1 1 0\n", 1, "the object '' of a Matrix Market file is none of matrix");
  refused("%%MatrixMarket vector coordinate pattern general\n", 1, "the object 'vector'");
  refused("%%MatrixMarket matrix array real general\n2 2\n", 1, "the format 'array'");
  refused("%%MatrixMarket matrix coordinate quaternion general\n", 1,
          "the field 'quaternion' of a Matrix Market file is none of pattern, integer, real, complex");
  refused("%%MatrixMarket matrix coordinate real hermitean\n", 1, "the symmetry 'hermitean'");
  refused("%%MatrixMarket matrix coordinate rael general\n", 1, "integer, real, complex; did you mean real?");
  refused("%%MatrixMarket matrix coordinate real general more\n", 1, "'more' is more than belongs");
  refused(banner, 1, "the line of sizes");
  refused(banner + "% no sizes\n", 2, "the line of sizes");
  refused(banner + "3 3\n", 2, "the number of entries is missing");
  refused(banner + "3 3 x\n", 2, "the number of entries 'x' is not a whole number");
  refused(banner + "3 3 -1\n", 2, "is negative");
  refused(banner + "3 3 1 1\n1 1\n", 2, "'1' is more than belongs");
  refused(banner + "3 4 1\n1 1\n", 2, "3 rows but 4 columns");
  refused(banner + "99999999999 99999999999 1\n1 1\n", 2, "99999999999 vertices: at most");
  refused(banner + "3 3 99999999999\n1 1\n", 2, "99999999999 entries: at most");
  refused(banner + "3 3 99999999999999999999\n1 1\n", 2, "does not fit in 64 bits");
  refused(banner + "3 3 3\n1 2\n2 3\n", 4, "the file ends after 2 entries; its header promises 3");
  refused(banner + "3 3 2000000000\n1 2\n", 3, "the file ends after 1 entries");
  refused(banner + "3 3 1\n1 2\n2 3\n", 4, "more entries than the 1 of the header");
  refused(banner + "3 3 0\n1 2\n", 3, "more entries than the 0");
  refused(banner + "3 3 1\n0 2\n", 3, "the row index is 0: Matrix Market counts from 1");
  refused(banner + "3 3 1\n2 0\n", 3, "the column index is 0");
  refused(banner + "3 3 1\n4 1\n", 3, "the row index 4 is beyond the 3 rows");
  refused(banner + "3 3 1\n1 4\n", 3, "the column index 4 is beyond");
  refused(banner + "3 3 1\n-1 2\n", 3, "the row index '-1' is negative");
  refused(banner + "3 3 1\n1\n", 3, "the column index is missing");
  refused(banner + "3 3 1\n1 2 0.5\n", 3, "'0.5' is more than belongs");
  refused("%%MatrixMarket matrix coordinate real general\n3 3 1\n1 2\n", 3, "the value is missing");
  refused("%%MatrixMarket matrix coordinate real general\n3 3 1\n1 2 x\n", 3, "the value 'x' is not a number");
  refused("%%MatrixMarket matrix coordinate integer general\n3 3 1\n1 2 1.5\n", 3,
          "the value '1.5' is not a whole number");
  refused("%%MatrixMarket matrix coordinate integer general\n3 3 1\n1 2 9999999999999999999\n", 3,
          "does not fit in 64 bits");
  refused(banner + std::string("3 3 1\n1\0 2\n", 11), 3, "a NUL byte");
}

TEST_CASE("a Matrix Market file that is cut anywhere is refused, but for its last newline") {
  const TemporaryFolder folder;
  const std::string whole = banner + "30 30 2\n10 20\n20 30\n";
  for (std::size_t length = 0; length + 1 < whole.size(); ++length) {
    // The last entry may lose a digit and still look like one.
    if (length == whole.size() - 2) continue;
    CAPTURE(length);
    CHECK_THROWS_AS(read_graph(folder.file(whole.substr(0, length), "cut.mtx")), programs::InputError);
  }
  CHECK(read_graph(folder.file(whole.substr(0, whole.size() - 1), "cut.mtx")).edges.size() == 2);
}

}  // namespace pram::testing
