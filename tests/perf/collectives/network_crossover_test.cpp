#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/machines.hpp>
#include <pram/perf/network_crossover.hpp>
#include "support.hpp"

namespace pram::perf {

namespace {

/// A bus moves N words from one node to another in τ + N / b.
ComparedNetwork priced_bus(const std::string& name, double startup, double bandwidth) {
  ComparedNetwork network{name, collective_model("bus:8")};
  network.model.startup = startup;
  network.model.bandwidth = bandwidth;
  return network;
}

CollectiveTask one_to_one() { return {Collective::one_to_one, 0, 0, 7}; }

std::vector<CheapestRange> ranges_of(const std::vector<ComparedNetwork>& networks, const CollectiveTask& task,
                                     unsigned most_doublings) {
  const NetworkCrossover found = network_crossover({{networks}, task, most_doublings});
  REQUIRE(found.rows.size() == 1);
  return found.rows.front().ranges;
}

}  // namespace

TEST_CASE("networks compared by formula: the cheapest changes where two prices of a bus say so") {
  // 5 + N < 100 + N / 4 up to N = 126.
  const auto two = ranges_of({priced_bus("far", 100, 4), priced_bus("near", 5, 1)}, one_to_one(), 10);
  REQUIRE(two.size() == 2);
  CHECK(two[0].network == "near");
  CHECK(two[0].first == 1);
  CHECK(two[0].last == 126);
  CHECK(two[0].time_first == 6);
  CHECK(two[0].time_last == 131);
  CHECK(two[1].network == "far");
  CHECK(two[1].first == 127);
  CHECK(two[1].last == 1024);
  CHECK(two[1].time_first == 131.75);
  CHECK(two[1].algorithm_first == best_algorithm(collective_model("bus:8"), {Collective::one_to_one, 1, 0, 7})->name);
  CHECK(two[1].algorithm_last == two[1].algorithm_first);
  // Of three, one wins only between 2^10 and 2^11: N, 600 + N / 2, 1000 + N / 4. Of equals the first one wins.
  const auto three =
      ranges_of({priced_bus("a", 0, 1), priced_bus("b", 600, 2), priced_bus("c", 1000, 4)}, one_to_one(), 11);
  REQUIRE(three.size() == 3);
  CHECK(three[0].last == 1200);
  CHECK(three[1].network == "b");
  CHECK(three[1].last == 1600);
  CHECK(three[2].network == "c");
  CHECK(ranges_of({priced_bus("a", 1, 1), priced_bus("b", 1, 1)}, one_to_one(), 5).front().network == "a");
}

TEST_CASE("networks compared by formula: the cheapest of random prices is that of a naive scan") {
  const std::uint64_t seed = testing::seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int repetition = 0; repetition < 20; ++repetition) {
    std::vector<ComparedNetwork> networks;
    for (const char* const name : {"a", "b", "c", "d", "e"}) {
      const double bandwidth = 1 + static_cast<double>(random() % 1000) / 64;
      networks.push_back(priced_bus(name, static_cast<double>(random() % 2000), bandwidth));
    }
    const auto ranges = ranges_of(networks, one_to_one(), 13);
    std::size_t at = 0;
    for (std::uint64_t words = 1; words <= 8192; ++words) {
      double least = std::numeric_limits<double>::infinity();
      std::string cheapest;
      for (const ComparedNetwork& one : networks) {
        const double time = one.model.startup + static_cast<double>(words) / one.model.bandwidth;
        if (time >= least * (1 - 1e-9)) continue;
        least = time;
        cheapest = one.name;
      }
      REQUIRE(at < ranges.size());
      if (ranges[at].last < words) ++at;
      REQUIRE(at < ranges.size());
      REQUIRE(ranges[at].first <= words);
      REQUIRE(ranges[at].network == cheapest);
    }
    CHECK(ranges.back().last == 8192);
  }
}

TEST_CASE(
    "networks compared by formula: each algorithm that fits is tried on each, and ranges begin where winners do") {
  register_machines();
  for (const CollectiveOperation operation : all_operations()) {
    CAPTURE(to_string(operation));
    std::vector<ComparedNetwork> networks;
    for (const char* const name : {"bus:16", "ring:16", "torus:4x4", "hypercube:4", "switch:16"}) {
      networks.push_back({name, collective_model(name)});
      networks.back().model.startup = 100;
    }
    CollectiveTask task{operation, 0, 0, operation == Collective::one_to_one ? 15U : 0U};
    const auto fastest = [&](std::uint64_t words) {
      double least = std::numeric_limits<double>::infinity();
      std::string cheapest;
      task.words = words;
      for (const ComparedNetwork& one : networks) {
        for (const CollectiveAlgorithm* const algorithm : algorithms_for(one.model, task)) {
          const double time = algorithm->formula(one.model, task).time;
          if (time < least * (1 - 1e-9)) least = time, cheapest = one.name;
        }
      }
      return std::pair(cheapest, least);
    };
    const auto ranges = ranges_of(networks, task, 12);
    std::uint64_t next = 1;
    for (const CheapestRange& range : ranges) {
      CHECK(range.first == next);
      next = range.last + 1;
      CHECK(fastest(range.first).first == range.network);
      CHECK(fastest(range.first).second == doctest::Approx(range.time_first));
      CHECK(fastest(range.last).first == range.network);
      CHECK(fastest(range.last).second == doctest::Approx(range.time_last));
    }
    CHECK(next == 4097);
    // No power of two is in a range of another network.
    for (std::uint64_t words = 1; words <= 4096; words *= 2) {
      const auto range = std::ranges::find_if(ranges, [&](const auto& one) { return one.last >= words; });
      REQUIRE(range != ranges.end());
      CHECK(range->network == fastest(words).first);
    }
  }
}

TEST_CASE("networks compared by formula: words are counted with 64 bits") {
  CHECK(ranges_of({priced_bus("a", 1, 1)}, one_to_one(), 63).back().last == std::uint64_t{1} << 63);
  CHECK_THROWS_WITH_AS(network_crossover({{{priced_bus("a", 1, 1)}}, one_to_one(), 64}),
                       doctest::Contains("most_doublings = '64'"), ConfigError);
}

}  // namespace pram::perf
