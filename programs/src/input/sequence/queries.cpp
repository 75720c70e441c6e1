#include <pram/programs/input/sequence/queries.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <pram/programs/input/sequence/numbers.hpp>
#include "input/file/counted.hpp"
#include "input/file/text.hpp"
#include "input/shapes_made_of.hpp"
#include "random.hpp"

namespace pram::programs {

NumbersAndPairs read_numbers_and_pairs(const InputRequest& request, const Sizes& sizes, std::int64_t least,
                                       const char* no_size, const char* pair) {
  const std::vector<std::int64_t> all =
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each / 3, .most = 3 * sizes.most});
  const std::string name = shown_path(request.file);
  if (all.front() < least)
    throw InputError(name, 0, fmt::format("the first number, {}, is no {}", all.front(), no_size));
  const auto n = static_cast<std::uint64_t>(all.front());
  if (n > all.size() - 1 || (all.size() - 1 - n) % 2 == 1) {
    throw InputError(name, 0,
                     fmt::format("it holds {} behind the first one, {}: not so many, and then two for each {}",
                                 counted(all.size() - 1, "number"), all.front(), pair));
  }
  const auto middle = all.begin() + 1 + static_cast<std::ptrdiff_t>(n);
  NumbersAndPairs read{{all.begin() + 1, middle}, {}};
  for (auto at = middle; at != all.end(); at += 2) read.pairs.emplace_back(at[0], at[1]);
  return read;
}

Shapes<NumbersAndRank> RanksOfNumbers::shapes() {
  Shapes<NumbersAndRank> shapes =
      shapes_made_of<RanksOfNumbers, Numbers>([](std::vector<std::int64_t> values, std::uint64_t n, std::uint64_t) {
        return NumbersAndRank{std::move(values), n / 2};
      });
  shapes.push_back({"last", "random numbers, and the largest of them", [](std::uint64_t n, std::uint64_t seed) {
                      return NumbersAndRank{random_numbers(n, seed), n == 0 ? 0 : n - 1};
                    }});
  return shapes;
}

NumbersAndRank RanksOfNumbers::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> all =
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each, .most = sizes.most + 1});
  if (all.front() < 0 || static_cast<std::uint64_t>(all.front()) >= all.size() - 1) {
    throw InputError(shown_path(request.file), 0,
                     fmt::format("the first number, {}, is no rank of the {} behind it, counted from 0", all.front(),
                                 counted(all.size() - 1, "number")));
  }
  return {{all.begin() + 1, all.end()}, static_cast<std::uint64_t>(all.front())};
}

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
  NumbersAndPairs read = read_numbers_and_pairs(request, sizes, 0, "number of values", "range");
  NumbersAndRanges made{std::move(read.numbers), {}};
  const std::uint64_t n = made.values.size();
  for (const auto& [first, last] : read.pairs) {
    if (first < 0 || first > last || static_cast<std::uint64_t>(last) >= n) {
      throw InputError(shown_path(request.file), 0,
                       fmt::format("{} to {} is no range of {}, counted from 0", first, last, counted(n, "number")));
    }
    made.ranges.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)});
  }
  return made;
}

template const UntypedKind& untyped_kind<RanksOfNumbers>();
template const UntypedKind& untyped_kind<RangesOfNumbers>();

}  // namespace pram::programs
