#include "input/sequence/queries/numbers_and_ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "input/file/counted.hpp"
#include "input/sequence/numbers.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

NumbersAndRanges with_random_ranges(std::vector<std::int64_t> values, std::uint64_t seed) {
  const Random random(seed, queries_stream);
  NumbersAndRanges made{std::move(values), {}};
  const auto n = static_cast<std::uint32_t>(made.values.size());
  for (std::uint64_t k = 0; k < n / 2; ++k) {
    const auto [first, last] = std::minmax({random.below(2 * k, n), random.below(2 * k + 1, n)});
    made.ranges.push_back({first, last});
  }
  return made;
}

}  // namespace

Shapes<NumbersAndRanges> RangesOfNumbers::shapes() {
  return {{"random", "random numbers and ranges",
           [](std::uint64_t n, std::uint64_t seed) { return with_random_ranges(random_numbers(n, seed), seed); }},
          {"sorted", "sorted numbers and random ranges",
           [](std::uint64_t n, std::uint64_t seed) {
             std::vector<std::int64_t> values = random_numbers(n, seed);
             std::ranges::sort(values);
             return with_random_ranges(std::move(values), seed);
           }},
          {"same", "random numbers, and one range again and again", [](std::uint64_t n, std::uint64_t seed) {
             NumbersAndRanges made = with_random_ranges(random_numbers(n, seed), seed);
             if (!made.ranges.empty()) std::ranges::fill(made.ranges, made.ranges.front());
             return made;
           }}};
}

NumbersAndRanges RangesOfNumbers::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> all =
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each / 3, .most = 3 * sizes.most});
  const std::string name = shown_path(request.file);
  if (all.front() < 0)
    throw InputError(name, 0, fmt::format("the first number, {}, is no number of values", all.front()));
  const auto n = static_cast<std::uint64_t>(all.front());
  if (n > all.size() - 1 || (all.size() - 1 - n) % 2 == 1) {
    throw InputError(name, 0,
                     fmt::format("it holds {} behind the first one, {}: not so many, and then two for each range",
                                 counted(all.size() - 1, "number"), all.front()));
  }
  const auto middle = all.begin() + 1 + static_cast<std::ptrdiff_t>(n);
  NumbersAndRanges made{{all.begin() + 1, middle}, {}};
  for (auto at = middle; at != all.end(); at += 2) {
    if (at[0] < 0 || at[0] > at[1] || static_cast<std::uint64_t>(at[1]) >= n)
      throw InputError(name, 0,
                       fmt::format("{} to {} is no range of {}, counted from 0", at[0], at[1], counted(n, "number")));
    made.ranges.push_back({static_cast<std::uint32_t>(at[0]), static_cast<std::uint32_t>(at[1])});
  }
  return made;
}

const UntypedKind& RangesOfNumbers::untyped() { return untyped_kind<RangesOfNumbers>; }

}  // namespace pram::programs
