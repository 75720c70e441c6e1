#include <doctest/doctest.h>

#include <set>
#include <vector>

#include <pram/pram.hpp>

#include "../support.hpp"
#include "configurations.hpp"

namespace pram::conformance {

namespace {

constexpr std::uint32_t components = 24;
constexpr std::uint64_t processors = 100;
constexpr std::uint64_t rounds = 40;

/// In every round all processors write their ids into one of 5 cells, which are then read: the winners, cell by cell.
std::vector<std::uint32_t> winners(MachineOptions options, std::uint64_t seed) {
  options.components = components;
  options.rule = Rule::arbitrary;
  options.seed = seed;
  Machine machine(options);
  const auto cells = machine.array<std::uint32_t>(5 * rounds);
  machine.pardo(processors, [&](Processor self) -> Task<> {
    for (std::uint64_t round = 0; round < rounds; ++round) {
      co_await (cells[round * 5 + self.id() % 5] = static_cast<std::uint32_t>(self.id()));
    }
  });
  return cells.host();
}

}  // namespace

TEST_CASE("arbitrary writes have the same winners on every network, protocol, placement and thread count") {
  const std::uint64_t seed = testing::seed();
  const std::vector<std::uint32_t> first = winners({}, seed);
  std::uint64_t turn = seed;
  for (const std::string& network : all_networks(components)) {
    for (const std::string& access : all_accesses(components, seed)) {
      // The order of arrival is another one with each.
      if (access.find("winner=first") != std::string::npos) continue;
      if (!fits(access, network) || (testing::size() == testing::Size::tiny && ++turn % 8 != 0)) continue;
      for (const unsigned threads : all_threads) {
        const ForcedWorkers forced(threads > 1);
        MachineOptions options;
        options.network = network;
        options.access = access;
        options.threads = threads;
        options.placement = static_cast<Placement>(threads % 3);
        CAPTURE(network);
        CAPTURE(access);
        CAPTURE(threads);
        CHECK(winners(options, seed) == first);
      }
    }
  }
}

TEST_CASE("winners by first arrival are the same on any number of threads, and each has written its cell") {
  const std::uint64_t seed = testing::seed();
  CAPTURE(seed);
  for (const char* const network : {"router", "router:g=3,l=7", "ideal"}) {
    for (const char* const access : {"combining,timing=asynchronous,winner=first",
                                     "combining:6,2,2,physical=extra,timing=asynchronous,winner=first",
                                     "combining:24,spread=ordered,timing=asynchronous,winner=first"}) {
      CAPTURE(network);
      CAPTURE(access);
      MachineOptions options;
      options.network = network;
      options.access = access;
      options.threads = 1;
      const std::vector<std::uint32_t> first = winners(options, seed);
      for (std::size_t k = 0; k < first.size(); ++k) CHECK(first[k] % 5 == k % 5);
      for (const unsigned threads : all_threads) {
        const ForcedWorkers forced(threads > 1);
        options.threads = threads;
        CHECK(winners(options, seed) == first);
      }
    }
  }
}

TEST_CASE("arbitrary winners change with the step and with the seed, and favour nobody") {
  std::set<std::uint32_t> winning;
  std::size_t equal = 0;
  const std::vector<std::uint32_t> first = winners({}, 1);
  const std::vector<std::uint32_t> second = winners({}, 2);
  for (std::size_t k = 0; k < first.size(); ++k) {
    CHECK(first[k] % 5 == k % 5);
    winning.insert(first[k]);
    if (first[k] == second[k]) ++equal;
  }
  // 200 draws, each among 20 processors: about 87 of the 100 win once at least, and 10 winners agree by chance.
  CHECK(winning.size() > 70);
  CHECK(equal < 35);
}

}  // namespace pram::conformance
