#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <pram/machines/detail/routines.hpp>

#include "../bit_slices.hpp"
#include "sorting/algorithms/comparators.hpp"
#include "sorting/algorithms/rcn_sort.hpp"
#include "sorting/machines/merge_steps.hpp"
#include "sorting/machines/rcn_machine.hpp"
#include "support.hpp"

namespace pram {

namespace {

using SortMethod = SortOptions::Method;

std::uint64_t rounded_up_log(std::uint32_t count) { return static_cast<std::uint64_t>(std::bit_width(count - 1)); }

struct OddShape {
  std::uint32_t atom, levels;

  std::string name() const { return "rcn-full:" + std::to_string(atom) + "," + std::to_string(levels); }
  /// Of a sort, by the recursion of the paper.
  std::uint64_t steps(SortMethod method) const {
    const std::uint64_t t = rounded_up_log(atom);
    std::uint64_t all = t * (t + 1) / 2;
    for (std::uint32_t level = 1; level <= levels; ++level)
      all = method == SortMethod::rotatesort ? (level == 1 ? 16 : 17) * all + 16 : 15 * all + 14;
    return all;
  }
  /// Of a check of the order: two transpositions a level, ⌈log2 N_A⌉ exchanges in the atoms.
  std::uint64_t fold() const { return ((rounded_up_log(atom) + 2) << levels) - 2; }
};

const std::vector<OddShape> odd_shapes = {{3, 0},  {7, 0},  {12, 0}, {3, 1}, {5, 1}, {6, 1}, {7, 1},
                                          {10, 1}, {12, 1}, {33, 1}, {3, 2}, {5, 2}, {6, 2}, {3, 3}};

/// Gets rows of `side` zeros and ones, row by row. Row i of a staircase has ones from border[i] on, and no row has more
/// zeros than the one above.
class SlicedInputs {
 public:
  SlicedInputs(std::uint32_t side, const SortOptions& options)
      : machine_(side, 1), options_(options), side_(side), slices_(std::size_t{side} * side, 0) {}

  void add(const std::vector<std::uint32_t>& border) {
    for (std::uint32_t i = 0; i < side_; ++i) {
      for (std::uint32_t j = border[i]; j < side_; ++j)
        slices_[std::size_t{i} * side_ + j] |= std::uint64_t{1} << held_;
    }
    if (++held_ == 64) sort();
  }
  void sort() {
    detail::RcnSort(machine_, options_, testing::BitSlices{}, std::span(slices_), 1).sort();
    std::uint64_t unsorted = 0;
    for (std::size_t x = 1; x < slices_.size(); ++x) unsorted |= slices_[x - 1] & ~slices_[x];
    wrong_ += static_cast<std::uint64_t>(std::popcount(unsorted));
    tried_ += held_;
    held_ = 0;
    std::ranges::fill(slices_, 0);
  }
  std::uint64_t wrong() const { return wrong_; }
  std::uint64_t tried() const { return tried_; }

 private:
  detail::RcnMachine machine_;
  SortOptions options_;
  std::uint32_t side_;
  std::vector<std::uint64_t> slices_;
  std::uint32_t held_ = 0;
  std::uint64_t wrong_ = 0;
  std::uint64_t tried_ = 0;
};

/// Calls with all borders of at most `most` zeros a row.
template <class With>
void all_borders(std::vector<std::uint32_t>& border, std::size_t row, std::uint32_t most, With&& with) {
  if (row == border.size()) return with(border);
  for (border[row] = 0; border[row] <= most; ++border[row]) {
    const std::uint32_t zeros = border[row];
    all_borders(border, row + 1, zeros, with);
    border[row] = zeros;
  }
}

}  // namespace

TEST_CASE("odd-even merging sorts all inputs of zeros and ones of any number of places") {
  for (std::uint32_t n = 1; n <= 13; ++n) {
    CAPTURE(n);
    std::uint64_t steps = 0;
    std::uint64_t crossed = 0;
    std::vector<std::uint32_t> partner;
    std::vector<std::uint32_t> inputs(std::size_t{1} << n);
    std::iota(inputs.begin(), inputs.end(), 0U);
    detail::for_each_merge(n, [&](std::uint32_t length, std::uint32_t apart) {
      ++steps;
      for (std::uint32_t x = 0; x < n; ++x) {
        const std::uint32_t y = detail::merge_partner(x, n, length, apart);
        REQUIRE(y < n);
        crossed += detail::merge_partner(y, n, length, apart) != x;
        for (std::uint32_t& input : inputs) {
          // Bit x is what place x holds.
          if (x < y && (input >> x & 1) > (input >> y & 1)) input ^= 1U << x | 1U << y;
        }
      }
    });
    CHECK(crossed == 0);
    CHECK(steps == rounded_up_log(n) * (rounded_up_log(n) + 1) / 2);
    std::uint64_t wrong = 0;
    for (std::uint32_t input = 0; input < inputs.size(); ++input) {
      const int ones = std::popcount(input);
      wrong += inputs[input] != ((1U << n) - 1) - ((1U << (static_cast<int>(n) - ones)) - 1);
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("sorting on RCN-FULL of atoms that are no power of two takes the steps of the recursion") {
  for (const OddShape& shape : odd_shapes) {
    CAPTURE(shape.name());
    const bool large = shape.levels == 3 || shape.name() == "rcn-full:6,2" || shape.atom > 30;
    if (large && testing::size() <= testing::Size::small) continue;
    for (const SortMethod method : {SortMethod::own, SortMethod::rcn_sort, SortMethod::rotatesort}) {
      const auto routines = make_routines(shape.name(), {.method = method});
      for (const std::size_t share : {1U, 2U, 3U}) {
        if (share > 1 && large) continue;
        for (const std::uint64_t below : {~std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{1}}) {
          std::mt19937_64 random(testing::seed() + below);
          std::vector<std::uint64_t> keys(share * routines->nodes());
          for (std::uint64_t& key : keys) key = random() % below;
          std::vector<std::uint64_t> sorted = keys;
          std::ranges::sort(sorted);
          const SortReport report = routines->sort(std::span(keys));
          CHECK(keys == sorted);
          CHECK(report.steps == share * shape.steps(method));
          CHECK_FALSE(report.by_formula);
        }
      }
    }
  }
  CHECK_THROWS_AS(make_routines("rcn-full:3,1", {.method = SortMethod::bitonic})->sort(std::span<std::uint64_t>()),
                  ConfigError);
}

TEST_CASE("staircases of zeros and ones are sorted on squares that are no power of two") {
  for (const SortMethod method : {SortMethod::rcn_sort, SortMethod::rotatesort}) {
    for (const std::uint32_t side : {3U, 5U, 6U, 7U, 9U, 10U}) {
      if (side > 7 && testing::size() <= testing::Size::small) continue;
      CAPTURE(side);
      SlicedInputs inputs(side, {.method = method});
      std::vector<std::uint32_t> border(side);
      all_borders(border, 0, side, [&](const std::vector<std::uint32_t>& one) { inputs.add(one); });
      inputs.sort();
      CHECK(inputs.wrong() == 0);
      std::uint64_t all = 1;  // C(2 side, side)
      for (std::uint64_t k = 1; k <= side; ++k) all = all * (side + k) / k;
      CHECK(inputs.tried() == all);
    }
  }
}

TEST_CASE("verified sorting on RCN-FULL of any number of nodes pays a fold for each check") {
  for (const OddShape& shape : odd_shapes) {
    if (shape.levels == 3 || shape.atom > 12) continue;
    CAPTURE(shape.name());
    const auto routines = make_routines(shape.name(), {.verified = true});
    std::mt19937_64 random(testing::seed());
    std::vector<std::uint64_t> keys(routines->nodes());
    for (std::uint64_t& key : keys) key = random() % 1000;
    const SortReport report = routines->sort(std::span(keys));
    CHECK(std::ranges::is_sorted(keys));
    CHECK(report.repetitions == 0);
    CHECK(report.steps == shape.steps(SortMethod::own) + shape.fold());
  }
}

TEST_CASE("verified sorting on RCN-FULL of any number of nodes finds two neighbours out of order, wherever they are") {
  // Compares nothing for as long as the listed steps last, so that the check meets what was given.
  struct IdleComparator {
    std::uint64_t idle;

    void compare_exchange(std::uint64_t& low, std::uint64_t& high, bool descending) {
      if (idle > 0) {
        --idle;
      } else if ((high < low) != descending) {
        std::swap(low, high);
      }
    }
    static bool ordered(std::uint64_t record, std::uint64_t next) { return record <= next; }
    static void sort(std::span<std::uint64_t>, bool) { FAIL("atoms by formula compare nothing"); }
  };
  for (const OddShape& shape : {OddShape{7, 0}, OddShape{12, 0}}) {
    CAPTURE(shape.name());
    detail::RcnMachine machine(shape.atom, 0);
    std::uint64_t comparisons = 0;
    detail::for_each_merge(shape.atom, [&](std::uint32_t length, std::uint32_t apart) {
      for (std::uint32_t x = 0; x < shape.atom; ++x)
        comparisons += detail::merge_partner(x, shape.atom, length, apart) > x;
    });
    for (std::uint32_t swapped = 0; swapped + 1 < machine.nodes(); ++swapped) {
      std::vector<std::uint64_t> keys(machine.nodes());
      std::iota(keys.begin(), keys.end(), 0U);
      std::swap(keys[swapped], keys[swapped + 1]);
      const SortOptions options{.verified = true};
      const SortReport report =
          detail::RcnSort(machine, options, IdleComparator{comparisons}, std::span(keys), 1).sort();
      CHECK(report.repetitions == 1);
      CHECK(std::ranges::is_sorted(keys));
    }
  }
}

}  // namespace pram
