#include <doctest/doctest.h>

#include <string>

#include <pram/programs/input/graph.hpp>
#include "../../on_machines.hpp"
#include "../files.hpp"

namespace pram::testing {

namespace {

using programs::Edge;
using programs::Graph;
using programs::read_graph;

const auto read_edges = [](const std::string& path) { read_graph(path); };

}  // namespace

TEST_CASE("an edge list is read with its ids renumbered in order of first appearance") {
  const TemporaryFolder folder;
  const Graph graph = read_graph(folder.file(
      "# Nodes: 4 Edges: 5\n#\n30 7\n7\t18446744073709551615\r\n\n  30   30 \n% another comment\n7 30\n0 7"));
  CHECK(graph.vertices == 4);
  CHECK(graph.ids == std::vector<std::uint64_t>{30, 7, 18446744073709551615U, 0});
  CHECK(graph.edges == std::vector<Edge>{{0, 1}, {1, 2}, {0, 0}, {1, 0}, {3, 1}});
  CHECK(graph.id(2) == 18446744073709551615U);
}

TEST_CASE("an edge list of many far ids keeps them apart") {
  const TemporaryFolder folder;
  std::string text;
  std::vector<std::uint64_t> ids;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    ids.push_back(i * 0x9E3779B97F4A7C15U + seed());  // odd multiples: all distinct
    text += std::to_string(ids[i]) + ' ' + std::to_string(ids[i / 2]) + '\n';
  }
  const Graph graph = read_graph(folder.file(text));
  REQUIRE(graph.ids == ids);
  for (std::uint32_t i = 0; i < 5000; ++i) REQUIRE(graph.edges[i] == Edge{i, i / 2});
}

TEST_CASE("an edge list comes from standard input too") {
  const StandardInput input("1 2\n2 3\n");
  CHECK(read_graph("-").vertices == 3);
}

TEST_CASE("each kind of damage to an edge list is an error that names file, line and reason") {
  const TemporaryFolder folder;
  const auto refused = [&](std::string_view content, std::uint64_t line, const std::string& reason) {
    check_refused(read_edges, folder.file(content), line, reason);
  };
  refused("", 0, "it is empty");
  refused("# only\n# comments\n", 2, "it holds no edges");
  refused("\n\n", 2, "it holds no edges");
  refused("0 1\n-3 4\n", 2, "the first vertex id '-3' is negative");
  refused("0 1\n3 -4\n", 2, "the second vertex id '-4' is negative");
  refused("0 1\n\n# x\n18446744073709551616 1\n", 4,
          "the first vertex id '18446744073709551616' does not fit in 64 bits");
  refused("-99999999999999999999999 1\n", 1, "is negative");
  refused("0 1\n5\n2 3\n", 2, "the second vertex id is missing");
  refused("0 1\n2", 2, "the second vertex id is missing");
  refused("0 1\n1 2 3\n", 2, "3 columns, where line 1 has 2");
  refused("0 1 2\n1 2\n", 2, "2 columns, where line 1 has 3");
  refused("0,,1\n", 1, "the second vertex id is missing");
  refused(",0,1\n", 1, "the first vertex id is missing");
  refused("0 1x\n", 1, "the second vertex id '1x' is not a whole number");
  refused("0 1.5\n", 1, "'1.5' is not a whole number");
  refused("0 +1\n", 1, "'+1' is not a whole number");
  refused("0 -\n", 1, "'-' is not a whole number");
  refused("0 1\nfrom to\n", 2, "the first vertex id 'from' is not a whole number");
  refused("from to\nand back\n0 1\n", 2, "the first vertex id 'and' is not a whole number");
  refused("from to\n", 1, "it holds no edges");
  refused("0 1\n-1\n2 3\n", 2, "the first vertex id '-1' is negative");
  refused(std::string_view("0 1\n1\0 2\n", 9), 2, "a NUL byte");
  refused("0 1\n\x7f\x1b[31m\xff 2\n", 2, "'??[31m?' is not a whole number");
  refused("0 " + std::string(500, '7') + "\n", 1, "'7777777777777777777777777777777777777777...' does not fit");
  check_refused(read_edges, folder.path() + "/missing.txt", 0, "there is no such file");
  check_refused(read_edges, folder.path(), 0, "it is a folder");
  check_refused(read_edges, folder.file("0 1\n") + "/beyond", 0, "no such file");
  const StandardInput input("0 1\n2\n");
  check_refused(read_edges, "-", 2, "the second vertex id is missing");
}

TEST_CASE("an edge list that is cut anywhere is read or refused, never worse") {
  const TemporaryFolder folder;
  const std::string whole = "# comment\n10 20\n20 30\r\n30\t10\n";
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    try {
      const Graph graph = read_graph(folder.file(whole.substr(0, length)));
      CHECK(graph.edges.size() <= 3);
      CHECK_FALSE(graph.edges.empty());
    } catch (const programs::InputError&) {
      CHECK(length < whole.size());
    }
  }
}

}  // namespace pram::testing
