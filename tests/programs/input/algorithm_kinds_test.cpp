#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/detail/no_node.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/input/sequence/sorted.hpp>
#include <pram/programs/input/structure/lists.hpp>
#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/input/structure/plane.hpp>
#include <pram/programs/input/structure/trees.hpp>
#include <pram/programs/input/text/languages.hpp>
#include <pram/programs/input/text/texts.hpp>
#include "kinds.hpp"
#include "support.hpp"

namespace pram::testing {

namespace {

using Whole = std::vector<std::int64_t>;
using Nodes = std::vector<std::uint32_t>;

/// An expression of a tree as text, with all its parentheses.
std::string text_of(const programs::ExpressionTree& tree, std::uint32_t node) {
  if (tree.left[node] == no_node) return std::to_string(tree.value[node]);
  return "(" + text_of(tree, tree.left[node]) + (tree.multiplies[node] != 0 ? "*" : "+") +
         text_of(tree, tree.right[node]) + ")";
}

}  // namespace

TEST_CASE("numbers in segments are read with their heads") {
  using Kind = programs::SegmentedSequences;
  const TemporaryFolder folder;
  const programs::SegmentedNumbers input = from_file<Kind>(folder, "5 1\n-2 0\n7 3\n");
  CHECK(input.values == Whole{5, -2, 7});
  CHECK(input.heads == std::vector<std::uint8_t>{1, 0, 1});
  refuses<Kind>(folder, "5 1 2\n", "the last one has no head");
  for_each_shape<Kind>(0, [](const auto& made, std::uint64_t n, const std::string& shape) {
    CHECK(made.values.size() == n);
    CHECK(made.heads.size() == n);
    if (shape != "random") CHECK(std::ranges::count(made.heads, 1) == (shape == "single" ? n : 0));
  });
}

TEST_CASE("a key is read before the values, which are sorted") {
  using Kind = programs::SortedSequences;
  const TemporaryFolder folder;
  const programs::SortedAndKey input = from_file<Kind>(folder, "4\n9 1 5\n");
  CHECK(input.key == 4);
  CHECK(input.values == Whole{1, 5, 9});
  for_each_shape<Kind>(0, [](const auto& made, std::uint64_t n, const std::string& shape) {
    CHECK(made.values.size() == n);
    CHECK(std::ranges::is_sorted(made.values));
    if (n == 0) return;
    if (shape == "present" || shape == "equal") CHECK(std::ranges::binary_search(made.values, made.key));
    if (shape == "above") CHECK(made.key > made.values.back());
  });
}

TEST_CASE("a cycle is read as the successor of each node, and what is none is refused") {
  using Kind = programs::Cycles;
  const TemporaryFolder folder;
  CHECK(from_file<Kind>(folder, "1 2 0\n") == Nodes{1, 2, 0});
  refuses<Kind>(folder, "1 1 0\n", "node 1 is no other node");
  refuses<Kind>(folder, "1 0 0\n", "node 0 is the successor of two nodes");
  refuses<Kind>(folder, "1 2\n", "successor 2 of node 1 is no other node");
  for_each_shape<Kind>(2, [](const auto& made, std::uint64_t n, const std::string&) {
    std::uint64_t walked = 0;
    std::uint32_t node = 0;
    do {
      node = made[node];
      ++walked;
    } while (node != 0 && walked <= n);
    CHECK(walked == n);
  });
}

TEST_CASE("lists of neighbours hold a tree, with every arc beside its twin") {
  using Kind = programs::AdjacencyTrees;
  const TemporaryFolder folder;
  const programs::AdjacencyTree tree = from_file<Kind>(folder, "1 -1 1\n");
  CHECK(tree.root == 1);
  CHECK(tree.from == Nodes{0, 1, 1, 2});
  CHECK(tree.twin == Nodes{1, 0, 3, 2});
  CHECK(tree.next == Nodes{0, 2, 1, 3});
  CHECK(tree.first == Nodes{0, 1, 3});
  refuses<Kind>(folder, "-1 -1\n", "it holds 2 trees");
  refuses<Kind>(folder, "1 0\n", "some nodes form a cycle");
  for_each_shape<Kind>(1, [](const programs::AdjacencyTree& made, std::uint64_t n, const std::string&) {
    CHECK(made.first.size() == n);
    REQUIRE(made.from.size() == 2 * (n - 1));
    for (std::uint32_t arc = 0; arc < made.from.size(); ++arc) {
      CHECK(made.twin[made.twin[arc]] == arc);
      CHECK(made.from[made.next[arc]] == made.from[arc]);
    }
  });
}

TEST_CASE("an expression is read by its parentheses, its products first, and what is none is refused") {
  using Kind = programs::ExpressionTrees;
  const TemporaryFolder folder;
  const auto parsed = [&](const std::string& text) {
    const programs::ExpressionTree tree = from_file<Kind>(folder, text);
    return text_of(tree, tree.root);
  };
  CHECK(parsed("7") == "7");
  CHECK(parsed("1+2*3\n") == "(1+(2*3))");
  CHECK(parsed("1*2+3*4 + 5") == "(((1*2)+(3*4))+5)");
  CHECK(parsed("1*2*3") == "((1*2)*3)");
  CHECK(parsed("((1 + 2)) * (3+4)") == "((1+2)*(3+4))");
  refuses<Kind>(folder, "1+", "it ends where a number below 2^31 - 1, or ( belongs");
  refuses<Kind>(folder, "(1+2", "it ends where +, * or ) belongs");
  refuses<Kind>(folder, "1+2)", "character 4 is");
  refuses<Kind>(folder, "1 2", "character 3 is");
  refuses<Kind>(folder, "1-2", "character 2 is");
  refuses<Kind>(folder, "-1", "character 1 is");
  refuses<Kind>(folder, "2147483647", "where a number below 2^31 - 1, or ( belongs");
  refuses<Kind>(folder, "()", "character 2 is");
  for_each_shape<Kind>(1, [&](const programs::ExpressionTree& made, std::uint64_t n, const std::string&) {
    CHECK(made.nodes() == 2 * n - 1);
    const std::string text = text_of(made, made.root);
    CHECK(parsed(text) == text);
  });
}

TEST_CASE("parentheses are read, and nothing else") {
  using Kind = programs::Parentheses;
  const TemporaryFolder folder;
  CHECK(from_file<Kind>(folder, "(( )\n))\n") == "(()))");
  refuses<Kind>(folder, "()\n(x)\n", "'x' is no parenthesis", 2);
  for_each_shape<Kind>(0, [](const std::string& made, std::uint64_t n, const std::string& shape) {
    CHECK(made.size() == n);
    std::int64_t depth = 0;
    std::int64_t least = 0;
    for (const char letter : made) least = std::min(least, depth += letter == '(' ? 1 : -1);
    if (shape != "unmatched") CHECK(least == 0);
    if (shape != "unmatched" && n % 2 == 0) CHECK(depth == 0);
  });
}

TEST_CASE("two texts are the lines of a file") {
  using Kind = programs::TextPairs;
  const TemporaryFolder folder;
  const programs::TextPairs::Value pair = from_file<Kind>(folder, "abc\nab d\n");
  CHECK(pair.left == "abc");
  CHECK(pair.right == "ab d");
  refuses<Kind>(folder, "abc\n", "it must hold two lines");
  refuses<Kind>(folder, "a\nb\nc\n", "it must hold two lines");
  for_each_shape<Kind>(0, [](const auto& made, std::uint64_t n, const std::string&) {
    CHECK(made.left.size() + made.right.size() == n);
  });
}

TEST_CASE("a matrix is read before its vector") {
  using Kind = programs::MatricesAndVectors;
  const TemporaryFolder folder;
  const programs::MatrixAndVector input = from_file<Kind>(folder, "1 2\n3 4\n5 6\n");
  CHECK(input.matrix == Whole{1, 2, 3, 4});
  CHECK(input.vector == Whole{5, 6});
  refuses<Kind>(folder, "1 2 3 4\n", "it holds 4 numbers, not those of a square matrix and a vector");
  for_each_shape<Kind>(0, [](const auto& made, std::uint64_t n, const std::string&) {
    CHECK(made.matrix.size() == n * n);
    CHECK(made.vector.size() == n);
  });
}

TEST_CASE("points are read as two coordinates each") {
  using Kind = programs::Points;
  const TemporaryFolder folder;
  CHECK(from_file<Kind>(folder, "1 -2\n3 4\n") == std::vector<programs::Point>{{1, -2}, {3, 4}});
  refuses<Kind>(folder, "1 2 3\n", "it holds 3 numbers, not two for each point");
  refuses<Kind>(folder, "1 1000000001\n", "coordinate 1000000001 is not from -1000000000 to 1000000000");
  for_each_shape<Kind>(0, [](const auto& made, std::uint64_t n, const std::string& shape) {
    CHECK(made.size() == n);
    for (const programs::Point point : made) {
      const std::int64_t x = point.x;
      const std::int64_t y = point.y;
      if (shape == "disc") CHECK(x * x + y * y <= 1'000'000'000'000);
      if (shape == "collinear") CHECK(y == 2 * x + 1);
      if (shape == "parabola") CHECK(y == x * x);
    }
  });
}

}  // namespace pram::testing
