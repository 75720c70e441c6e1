#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/programs/input/sequence/sorted.hpp>
#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/input/structure/trees.hpp>
#include <pram/programs/input/text/texts.hpp>
#include "files.hpp"
#include "kinds.hpp"
#include "support.hpp"

namespace pram::testing {

namespace {

using Numbers64 = std::vector<std::int64_t>;

/// The input of a kind and shape.
template <class Kind>
auto shaped(const std::string& shape, std::uint64_t n) {
  return input_of<Kind>({.size = n, .file = "", .seed = seed(), .shape = shape}, {.usual = n});
}

template <class Kind>
auto read_kind(const std::string& path) {
  return input_of<Kind>({.size = {}, .file = path}, {.usual = 1});
}

template <class Kind>
void check_kind_refused(const TemporaryFolder& folder, const std::string& content, std::uint64_t line,
                        const std::string& reason) {
  check_refused([](const std::string& path) { read_kind<Kind>(path); }, folder.file(content), line, reason);
}

}  // namespace

TEST_CASE("a forest is read as the parent of each node, and what is none is refused") {
  using Kind = programs::Forests;
  const TemporaryFolder folder;
  const programs::Forest forest = read_kind<Kind>(folder.file("2\n-1\n1\n3\n2\n"));
  CHECK(forest.parent == std::vector<std::uint32_t>{2, 1, 1, 3, 2});
  CHECK(programs::depths_of(forest) == std::vector<std::uint32_t>{2, 0, 1, 0, 2});
  check_kind_refused<Kind>(folder, "1\n0\n", 0, "some nodes form a cycle");
  check_kind_refused<Kind>(folder, "0\n2\n3\n1\n1\n", 0, "some nodes form a cycle");
  check_kind_refused<Kind>(folder, "2\n0\n", 0, "parent 2 of node 0 is no node");
  check_kind_refused<Kind>(folder, "-2\n", 0, "parent -2 of node 0 is no node");
}

TEST_CASE("forests have their shapes") {
  for (const std::uint64_t n : {1U, 2U, 3U, 100U, 1000U}) {
    CAPTURE(n);
    const auto of = [n](const char* shape) { return shaped<programs::Forests>(shape, n); };
    const auto height = [](const programs::Forest& forest) { return std::ranges::max(programs::depths_of(forest)); };
    const auto roots = [](const programs::Forest& forest) {
      return static_cast<std::uint64_t>(std::ranges::count(programs::depths_of(forest), 0U));
    };
    for (const char* const tree : {"path", "star", "binary", "caterpillar"}) CHECK(roots(of(tree)) == 1);
    CHECK(roots(of("single")) == n);
    // One of 64 is a root: with a thousand nodes 16.6 are expected, and these bounds fail once in six million runs.
    CHECK(roots(of("random")) >= (n < 1000 ? 1 : 2));
    CHECK(roots(of("random")) <= 13 + n / 32);
    CHECK(height(of("path")) == n - 1);
    CHECK(height(of("star")) == (n == 1 ? 0 : 1));
    std::uint64_t logarithm = 0;
    while (n >> (logarithm + 1) != 0) ++logarithm;
    CHECK(height(of("binary")) == logarithm);
    CHECK(height(of("caterpillar")) == n / 2);
  }
}

TEST_CASE("two sorted sequences are the halves of a file, sorted") {
  using Kind = programs::SortedPairs;
  const TemporaryFolder folder;
  const programs::SortedPairs::Value pair = read_kind<Kind>(folder.file("5 1 4\n9 -3\n"));
  CHECK(pair.left == Numbers64{1, 5});
  CHECK(pair.right == Numbers64{-3, 4, 9});
  for (const programs::Shape<programs::SortedPairs::Value>& shape : Kind::shapes()) {
    for (const std::uint64_t n : {0U, 1U, 2U, 3U, 100U}) {
      const programs::SortedPairs::Value made = shaped<Kind>(shape.name, n);
      CHECK(made.left.size() + made.right.size() == n);
      CHECK(std::ranges::is_sorted(made.left));
      CHECK(std::ranges::is_sorted(made.right));
    }
  }
  const programs::SortedPairs::Value disjoint = shaped<Kind>("disjoint", 100);
  CHECK(disjoint.left.front() >= disjoint.right.back());
  CHECK(shaped<Kind>("uneven", 100).left.size() == 10);
}

TEST_CASE("two matrices are read one behind the other") {
  using Kind = programs::MatrixPairs;
  const TemporaryFolder folder;
  const programs::MatrixPair pair = read_kind<Kind>(folder.file("1 2\n3 4\n5 6\n7 8\n"));
  CHECK(pair.order == 2);
  CHECK(pair.left == Numbers64{1, 2, 3, 4});
  CHECK(pair.right == Numbers64{5, 6, 7, 8});
  check_kind_refused<Kind>(folder, "1 2 3\n", 0, "it holds 3 numbers, not those of two square matrices");
}

TEST_CASE("a text is read behind its pattern") {
  using Kind = programs::TextsAndPatterns;
  const TemporaryFolder folder;
  const programs::TextAndPattern input = read_kind<Kind>(folder.file("ab\nabba\nbab\n"));
  CHECK(input.pattern == "ab");
  CHECK(input.text == "abba\nbab");
  CHECK(read_kind<Kind>(folder.file("ab")).text.empty());
  check_kind_refused<Kind>(folder, "\nab\n", 1, "the pattern, the first line, is empty");
  CHECK(shaped<Kind>("fibonacci", 13).text == "abaababaabaab");
  for (const programs::Shape<programs::TextAndPattern>& shape : Kind::shapes()) {
    for (const std::uint64_t n : {0U, 1U, 2U, 3U, 100U}) {
      const programs::TextAndPattern made = shaped<Kind>(shape.name, n);
      CHECK(made.text.size() == n);
      CHECK_FALSE(made.pattern.empty());
      if (n > 0) CHECK(made.text.find(made.pattern) != std::string::npos);
    }
  }
}

}  // namespace pram::testing
