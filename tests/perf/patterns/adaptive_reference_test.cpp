#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/perf/patterns/pattern_engine.hpp>

#include "pattern_runs.hpp"
#include "support.hpp"

using namespace pram::perf;
using pram::testing::measured;
namespace testing = pram::testing;

namespace {

std::uint64_t runs() { return testing::size() == testing::Size::large ? 100 : 8; }

PatternSize size_of(std::uint32_t components, Requesters requesters = Requesters::random) {
  return {components, std::uint64_t{32} * components, requesters};
}

/// The mixed patterns of 2^k components: half of the requests in groups of p, one group of p, equal mass on each degree
/// 1 … p, and groups of min(p, 3p / j).
std::vector<std::pair<std::string, PatternSource>> mixed_patterns(std::uint32_t components) {
  const PatternSize size = size_of(components);
  const std::string p = std::to_string(components);
  std::string equal;
  const auto degrees = static_cast<int>(std::lround(std::log2(components))) + 1;
  for (int k = degrees - 1; k >= 0; --k)
    equal += std::to_string(1 << k) + ":" + std::to_string(1.0 / degrees) + (k > 0 ? "," : "");
  std::vector<std::uint64_t> harmonic;
  for (std::uint64_t j = 1; harmonic.size() < size.requests; ++j) {
    const std::uint64_t group = std::clamp<std::uint64_t>(12000 * std::uint64_t{components} / 4096 / j, 1, components);
    harmonic.insert(harmonic.end(), std::min(group, size.requests - harmonic.size()), j);
  }
  return {{"half", mixed_pattern(size, p + ":0.5,1:0.5")},
          {"one", mixed_pattern(size, p + ":0.03125,1:0.96875")},
          {"equal", mixed_pattern(size, equal)},
          {"harmonic", given_pattern(components, "harmonic", harmonic)}};
}

}  // namespace

TEST_CASE("adaptive stays within its factors for every uniform degree" * doctest::test_suite("heavy")) {
  for (const Requesters requesters : {Requesters::random, Requesters::consecutive}) {
    for (std::uint64_t degree = 1; degree <= 4096; degree *= testing::size() == testing::Size::large ? 2 : 4) {
      const auto result =
          measured(degree_pattern(size_of(4096, requesters), degree), 4096, {"adaptive", "combining"}, runs(), 0);
      const Statistic& factor = result.costs[0].factor;
      CAPTURE(result.pattern);
      CAPTURE(factor.mean());
      CHECK(factor.mean() - 3 * factor.error() <= (degree == 1 ? 1.38 : 2.45));
      CHECK(factor.mean() - 3 * factor.error() <= 1.05 * result.costs[1].factor.mean());
      CHECK(result.costs[0].charge.mean() >= result.least_charge.mean());
    }
  }
}

TEST_CASE("adaptive sends small groups straight home, though too many of them are announced" *
          doctest::test_suite("heavy")) {
  const std::pair<const char*, double> small_groups[] = {
      {"64:0.03125,1:0.96875", 2.92}, {"32:0.0625,1:0.9375", 2.65}, {"16:0.125,1:0.875", 2.4}};
  for (const auto& [mix, most] : small_groups) {
    const auto result = measured(mixed_pattern(size_of(4096), mix), 4096, {"adaptive"}, runs(), 0);
    const Statistic& factor = result.costs[0].factor;
    CAPTURE(mix);
    CAPTURE(factor.mean());
    CHECK(factor.mean() - 3 * factor.error() <= most);
  }
}

TEST_CASE("adaptive stays within its factors where degrees are mixed" * doctest::test_suite("heavy")) {
  for (const auto& [name, pattern] : mixed_patterns(4096)) {
    const auto result = measured(pattern, 4096, {"adaptive", "combining"}, runs(), 0);
    const Statistic& factor = result.costs[0].factor;
    CAPTURE(name);
    CAPTURE(factor.mean());
    CHECK(factor.mean() - 3 * factor.error() <= 2.8);
    CHECK(factor.mean() - 3 * factor.error() <= 1.05 * result.costs[1].factor.mean());
  }
}

TEST_CASE("adaptive is no worse than combining on machines of other sizes" * doctest::test_suite("heavy")) {
  for (const std::uint32_t components : {256U, 1000U, 1024U}) {
    for (std::uint64_t degree = 1; degree <= 256; degree *= 4) {
      const PatternSize size{components, std::uint64_t{32} * components / degree * degree, Requesters::random};
      const auto result = measured(degree_pattern(size, degree), components, {"adaptive", "combining"}, runs(), 0);
      CAPTURE(components);
      CAPTURE(result.pattern);
      const Statistic& factor = result.costs[0].factor;
      CAPTURE(factor.mean());
      CHECK(factor.mean() - 3 * factor.error() <= 1.05 * result.costs[1].factor.mean());
    }
  }
}

TEST_CASE("adaptive stays within its factors where groups of a degree stand among low ones") {
  // Branches of the count: single requests beside slots of a few components, light slots beside heavy ones, a sample
  // that tells of many groups, and one that tells of few.
  const std::pair<std::string, double> mixes[] = {
      {"64:0.5,1:0.5", 2.75},
      {"256:0.125,1:0.875", 2.7},
      {"64:0.03125,1:0.96875", 3.05},
      {"16:0.5,1:0.5", 2.85},
      {"64:0.125,2:0.875", 2.9},
      {"1024:0.25,2:0.75", 2.85},
      {"256:0.001953125,1:0.998046875", 2.5},
  };
  for (const auto& [mix, most] : mixes) {
    const auto result = measured(mixed_pattern(size_of(4096), mix), 4096, {"adaptive"}, 6, 0);
    CAPTURE(mix);
    const Statistic& factor = result.costs[0].factor;
    CAPTURE(factor.mean());
    CHECK(factor.mean() - 3 * factor.error() <= most);
  }
}

TEST_CASE("adaptive meets no cliff") {
  // A warm group among cold requests is the worst: too small to show in the first count.
  for (const std::uint32_t warm : {64U, 128U, 256U, 512U, 1024U}) {
    const PatternSize size = size_of(1024);
    std::vector<std::uint64_t> address(size.requests);
    for (std::size_t k = 0; k < address.size(); ++k) address[k] = k < warm ? 0 : k;
    const auto result = measured(given_pattern(1024, "warm", address), 1024, {"adaptive"}, 5);
    CAPTURE(warm);
    CHECK(result.costs[0].factor.mean() <= 6);
  }
  // Every group asked for by components of one remainder, or by neighbours.
  for (const std::uint32_t stride : {1U, 16U, 64U}) {
    constexpr std::uint32_t components = 1024;
    const std::uint32_t degree = 64;
    RequestPattern pattern{components, 0, {}, {}};
    for (std::uint32_t c = 0; c < components; ++c) {
      for (std::uint32_t k = 0; k < 32; ++k) {
        const std::uint32_t group = stride == 1 ? c / degree : c % stride + stride * (c / stride / degree);
        pattern.source.push_back(c);
        pattern.address.push_back(group * 32 + k);
        pattern.addresses = std::max(pattern.addresses, group * 32 + k + 1);
      }
    }
    const PatternSource source{"remainder", [&pattern](std::uint64_t) { return pattern; }};
    const auto result = measured(source, components, {"adaptive"}, 5);
    CAPTURE(stride);
    CHECK(result.costs[0].factor.mean() <= 4);
  }
}

TEST_CASE("the least charge of a pattern is that of its components, its homes and its largest group") {
  PatternRecords records;
  records.components = 4;
  records.addresses = 3;
  records.home = {0, 1, 1};
  records.address = {0, 0, 0, 1, 2};
  records.component = {1, 2, 3, 2, 2};
  records.count = 5;
  CHECK(least_charge(records) == 3);  // component 2 asks for all three
  records.component = {0, 1, 2, 1, 1};
  CHECK(least_charge(records) == 2);  // of three, two have to hear from others; nothing else leaves
}
