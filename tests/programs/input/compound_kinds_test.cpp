#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/programs/input/sequence/modular.hpp>
#include <pram/programs/input/sequence/queries.hpp>
#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/input/structure/plane.hpp>
#include <pram/programs/input/structure/trees.hpp>
#include <pram/programs/input/text/languages.hpp>
#include <pram/programs/input/text/texts.hpp>
#include <pram/programs/number.hpp>
#include "kinds.hpp"

namespace pram::testing {

TEST_CASE("linear functions are read as factor and summand, modulo 2^31 - 1") {
  using Kind = programs::LinearFunctions;
  const TemporaryFolder folder;
  CHECK(from_file<Kind>(folder, "2 3\n-1 2147483648\n") == Kind::Value{{2, 3}, {programs::recurrence_modulus - 1, 1}});
  refuses<Kind>(folder, "1 2 3\n", "it holds 3 numbers, not a factor and a summand");
  for_each_shape<Kind>(0, [](const auto& made, std::uint64_t n, const std::string&) {
    CHECK(made.size() == n);
    for (const programs::LinearFunction& function : made)
      CHECK(std::max(function.factor, function.summand) < programs::recurrence_modulus);
  });
}

TEST_CASE("linear recurrences are read as their order, then factors and summand of each value") {
  using Kind = programs::LinearRecurrences;
  const TemporaryFolder folder;
  const programs::LinearRecurrence read = from_file<Kind>(folder, "2\n1 1 -1\n2147483648 3 4\n");
  CHECK(read.order == 2);
  CHECK(read.coefficients == std::vector<std::uint32_t>{1, 1, programs::recurrence_modulus - 1, 1, 3, 4});
  CHECK(from_file<Kind>(folder, "64\n").values() == 0);
  refuses<Kind>(folder, "0\n1 2\n", "the first number, 0, is no order of a recurrence: a whole number from 1 to 64");
  refuses<Kind>(folder, "65\n", "the first number, 65, is no order");
  refuses<Kind>(folder, "-3\n", "the first number, -3, is no order");
  refuses<Kind>(folder, "2\n1 2 3 4\n",
                "it holds 4 numbers behind the order, not 2 factors and a summand for each value");
  for_each_shape<Kind>(0, [](const auto& made, std::uint64_t n, const std::string&) {
    CHECK(made.values() == n);
    CHECK(made.coefficients.size() == n * (made.order + 1));
    for (const std::uint32_t one : made.coefficients) CHECK(one < programs::recurrence_modulus);
  });
}

TEST_CASE("polynomials are the halves of the numbers, modulo the prime") {
  using Kind = programs::ResiduePairs;
  const TemporaryFolder folder;
  const programs::ResiduePairs::Value pair = from_file<Kind>(folder, "1 2 -1 998244354\n7");
  CHECK(pair.left == std::vector<std::uint32_t>{1, 2});
  CHECK(pair.right == std::vector<std::uint32_t>{programs::polynomial_modulus - 1, 1, 7});
  for_each_shape<Kind>(0, [](const auto& made, std::uint64_t n, const std::string&) {
    CHECK(made.left.size() + made.right.size() == n);
    for (const std::uint32_t one : made.right) CHECK(one < programs::polynomial_modulus);
  });
}

TEST_CASE("numbers are read before their ranges") {
  using Kind = programs::RangesOfNumbers;
  const TemporaryFolder folder;
  const programs::NumbersAndRanges input = from_file<Kind>(folder, "3\n9 -1 5\n0 2\n1 1\n");
  CHECK(input.values == std::vector<std::int64_t>{9, -1, 5});
  REQUIRE(input.ranges.size() == 2);
  CHECK(input.ranges[0].first == 0);
  CHECK(input.ranges[0].last == 2);
  refuses<Kind>(folder, "3\n9 -1\n", "not so many, and then two for each range");
  refuses<Kind>(folder, "1\n9 0\n", "not so many, and then two for each range");
  refuses<Kind>(folder, "-1\n9 0\n", "the first number, -1, is no number of values");
  refuses<Kind>(folder, "1\n9\n0 1\n", "0 to 1 is no range of 1 number, counted");
  refuses<Kind>(folder, "2\n9 8\n1 0\n", "1 to 0 is no range of 2 numbers");
  refuses<Kind>(folder, "2\n9 8\n1 2\n", "1 to 2 is no range of 2 numbers");
  for_each_shape<Kind>(0, [](const auto& made, std::uint64_t n, const std::string&) {
    CHECK(made.values.size() == n);
    CHECK(made.ranges.size() == n / 2);
    for (const programs::Range range : made.ranges) CHECK((range.first <= range.last && range.last < n));
  });
}

TEST_CASE("a rank is read before the numbers") {
  using Kind = programs::RanksOfNumbers;
  const TemporaryFolder folder;
  const programs::NumbersAndRank input = from_file<Kind>(folder, "1\n9 -1 5\n");
  CHECK(input.rank == 1);
  CHECK(input.values == std::vector<std::int64_t>{9, -1, 5});
  refuses<Kind>(folder, "3\n9 -1 5\n", "the first number, 3, is no rank of the 3 numbers behind it");
  refuses<Kind>(folder, "-1\n9\n", "the first number, -1, is no rank");
  refuses<Kind>(folder, "0\n", "the first number, 0, is no rank of the 0 numbers");
  refuses<Kind>(folder, "1\n9\n", "the first number, 1, is no rank of the 1 number behind it");
  for_each_shape<Kind>(1, [](const auto& made, std::uint64_t n, const std::string&) {
    CHECK(made.values.size() == n);
    CHECK(made.rank < n);
  });
}

TEST_CASE("a tree is read before the pairs of its nodes") {
  using Kind = programs::TreesAndPairs;
  const TemporaryFolder folder;
  const programs::TreeAndPairs input = from_file<Kind>(folder, "3\n1 -1 1\n0 2\n");
  CHECK(input.tree.root == 1);
  CHECK(input.tree.first.size() == 3);
  REQUIRE(input.pairs.size() == 1);
  CHECK(input.pairs[0].left == 0);
  CHECK(input.pairs[0].right == 2);
  refuses<Kind>(folder, "3\n1 -1\n", "not so many, and then two for each pair");
  refuses<Kind>(folder, "0\n", "the first number, 0, is no number of nodes: a tree has at least one");
  refuses<Kind>(folder, "2\n-1 -1\n", "it holds 2 trees");
  refuses<Kind>(folder, "2\n1 0\n", "some nodes form a cycle");
  refuses<Kind>(folder, "2\n-1 0\n0 2\n", "2 is no node: they are 0 to 1");
  for_each_shape<Kind>(1, [](const auto& made, std::uint64_t n, const std::string&) {
    CHECK(made.tree.first.size() == n);
    CHECK(made.pairs.size() == n / 2);
    for (const programs::NodePair pair : made.pairs) CHECK(std::max(pair.left, pair.right) < n);
  });
}

TEST_CASE("three matrices are read one after the other") {
  using Kind = programs::MatrixTriples;
  const TemporaryFolder folder;
  const programs::MatrixTriple input = from_file<Kind>(folder, "1 2 3 4  5 6 7 8  9 10 11 12\n");
  CHECK(input.order == 2);
  CHECK(input.right == std::vector<std::int64_t>{5, 6, 7, 8});
  CHECK(input.product == std::vector<std::int64_t>{9, 10, 11, 12});
  refuses<Kind>(folder, "1 2 3 4\n", "it holds 4 numbers, not those of three square matrices");
  for_each_shape<Kind>(0, [](const auto& made, std::uint64_t n, const std::string&) {
    CHECK(made.order == n);
    CHECK(made.left.size() == n * n);
    CHECK(made.right.size() == n * n);
    CHECK(made.product.size() == n * n);
  });
}

TEST_CASE("a grid of cells is read row by row") {
  using Kind = programs::CellGrids;
  const TemporaryFolder folder;
  const programs::CellGrid grid = from_file<Kind>(folder, ".#.\n##.\n");
  CHECK(grid.rows == 2);
  CHECK(grid.columns == 3);
  CHECK(grid.cells == std::vector<std::uint8_t>{0, 1, 0, 1, 1, 0});
  refuses<Kind>(folder, "..\n.\n", "this row has 1 cells, those before it have 2", 2);
  refuses<Kind>(folder, "..\n.x\n", "'x' is no cell", 2);
  refuses<Kind>(folder, "\n\n", "it holds no cells");
  for_each_shape<Kind>(0, [](const auto& made, std::uint64_t n, const std::string& shape) {
    CHECK(made.cells.size() == made.rows * made.columns);
    CHECK(made.cells.size() <= n);
    CHECK((made.rows + 1) * (made.rows + 1) > n);
    if (shape == "glider" && n >= 9) CHECK(std::ranges::count(made.cells, 1) == 5);
  });
}

TEST_CASE("two decimal numbers are the lines of a file") {
  using Kind = programs::DecimalPairs;
  const TemporaryFolder folder;
  const programs::DecimalPairs::Value pair = from_file<Kind>(folder, "007\n12345678901234567890123\n");
  CHECK(pair.left == "007");
  CHECK(pair.right == "12345678901234567890123");
  refuses<Kind>(folder, "1\n", "it must hold two lines, a whole number on each");
  refuses<Kind>(folder, "1\n-2\n", "'-2' is no whole number without a sign", 2);
  refuses<Kind>(folder, "1 2\n3\n", "'2' is more than belongs on the line", 1);
  refuses<Kind>(folder, "1\n2\n3\n", "it must hold two lines", 3);
  for_each_shape<Kind>(0, [](const auto& made, std::uint64_t n, const std::string&) {
    CHECK(std::max(made.left.size(), made.right.size()) == n);
  });
}

TEST_CASE("an automaton is read as a table of states, and the text behind it") {
  using Kind = programs::AutomataAndTexts;
  const TemporaryFolder folder;
  const programs::AutomatonAndText input = from_file<Kind>(folder, "ab\n1 0 0\n1 1 1\n\nbba\n");
  CHECK(input.text == "bba");
  REQUIRE(input.automaton.next.size() == 2);
  CHECK(input.automaton.next[0]['a'] == 1);
  CHECK(input.automaton.next[0]['b'] == 0);
  CHECK(input.automaton.next[1]['b'] == 1);
  CHECK(input.automaton.accepts == std::vector<std::uint8_t>{0, 1});
  refuses<Kind>(folder, "\n", "the alphabet, letters without blanks, is missing", 1);
  refuses<Kind>(folder, "ab\n\nab\n", "it has no states");
  refuses<Kind>(folder, "ab\n0 0\n\nab\n", "the 0 or 1 behind them is missing", 2);
  refuses<Kind>(folder, "ab\n0 1 0\n\nab\n", "1 is no state: they are 0 to 0", 2);
  refuses<Kind>(folder, "ab\n0 0 0\n\nabc\n", "letter 'c' of the text is not of the alphabet 'ab'");
  std::string many = "a\n";
  for (int state = 0; state < 17; ++state) many += "0 0\n";
  refuses<Kind>(folder, many + "\na\n", "it has more than 16 states", 18);
  for_each_shape<Kind>(0, [](const auto& made, std::uint64_t n, const std::string&) {
    CHECK(made.text.size() == n);
    CHECK(made.automaton.next.size() == made.automaton.accepts.size());
    for (const auto& row : made.automaton.next) CHECK(std::ranges::max(row) < made.automaton.next.size());
  });
}

}  // namespace pram::testing
