#include "network/sampled_charge.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <set>
#include <span>

namespace pram {

namespace {

using detail::known_sizes;
using detail::SampledCharge;

}  // namespace

TEST_CASE("a size lies between the two nearest of those that are known") {
  for (const unsigned octave : {2U, 3U, 4U}) {
    CAPTURE(octave);
    std::set<std::uint64_t> known;
    for (std::uint64_t size = 0; size < 2U << octave; ++size) known.insert(size);
    for (std::uint64_t power = std::uint64_t{2} << octave; power <= 1 << 14; power *= 2) {
      for (std::uint64_t k = 0; k < 1U << octave; ++k) known.insert(power + (power >> octave) * k);
    }
    for (std::uint64_t size = 0; size < 1 << 14; ++size) {
      const auto after = known.upper_bound(size);
      const auto [low, high, part] = known_sizes(size, octave);
      CHECK(low == *std::prev(after));
      CHECK(high == *after);
      CHECK(part == static_cast<double>(size - low) / static_cast<double>(high - low));
    }
  }
}

TEST_CASE("a sampled charge is measured once a size, and rises along straight lines between sizes and beyond them") {
  constexpr std::uint32_t terminals = 16;
  SampledCharge charge(terminals, 2, 64, 2.5);
  std::map<std::uint64_t, std::uint64_t> batches;
  std::set<std::uint64_t> streams;
  const auto runs = [](std::uint64_t) { return std::uint64_t{4}; };
  // The square of the messages, and what the mean takes away: 0, 1, 2, 3 one after the other.
  const auto carry = [&](std::span<const std::uint32_t> source, std::span<const std::uint32_t> destination,
                         std::uint64_t stream) {
    REQUIRE(source.size() == destination.size());
    for (std::size_t k = 0; k < source.size(); ++k) {
      CHECK(source[k] == k * terminals / source.size());
      CHECK(destination[k] < terminals);
    }
    CHECK(streams.insert(stream).second);
    return source.size() * source.size() + batches[source.size()]++ % 4;
  };
  const auto at = [&](std::uint64_t messages) { return charge(messages, runs, carry); };
  const auto square = [](double messages) { return messages * messages + 1.5; };
  CHECK(at(7) == square(7));
  CHECK(at(40) == square(40));
  CHECK(at(43) == square(40) + 3.0 / 8 * (square(48) - square(40)));
  CHECK(at(64) == square(64));
  CHECK(at(164) == square(64) + 100 * 96);  // (64² - 32²) / 32
  CHECK(at(43) == square(40) + 3.0 / 8 * (square(48) - square(40)));
  CHECK(batches == std::map<std::uint64_t, std::uint64_t>{{7, 4}, {32, 4}, {40, 4}, {48, 4}, {64, 4}});
  SampledCharge flat(terminals, 2, 64, 2.5);
  CHECK(flat(74, runs, [](auto, auto, std::uint64_t) { return std::uint64_t{9}; }) == 9 + 10 * 2.5);
}

}  // namespace pram
