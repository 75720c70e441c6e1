#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/access.hpp>
#include <pram/detail/random/seeded_hash.hpp>
#include <pram/error.hpp>
#include <pram/network.hpp>
#include <pram/perf/patterns/pattern_engine.hpp>

#include "support.hpp"

/// Requests merged at their sources, and phases that are counted in place of moving records.
using namespace pram;
using namespace pram::perf;

namespace {

/// Another protocol, of which nobody knows that records go as if alone: they are moved.
class MovedProtocol : public PlannedProtocol {
 public:
  explicit MovedProtocol(const AccessProtocol& of) : of_(*of.planned()) {}
  std::string name() const override { return of_.name(); }
  std::uint32_t components() const override { return of_.components(); }
  std::uint32_t phases() const override { return of_.phases(); }
  void route(const Moves& moves, std::span<std::uint32_t> destination) const override { of_.route(moves, destination); }

 private:
  const PlannedProtocol& of_;
};

/// Sends the records of the last address elsewhere in the last of two phases, or out of the machine.
class Misrouted : public PlannedProtocol {
 public:
  Misrouted(std::uint64_t address, bool outside) : address_(address), outside_(outside) {}
  std::string name() const override { return "misrouted"; }
  std::uint32_t phases() const override { return 2; }
  bool routes_alone() const override { return true; }
  void route(const Moves& moves, std::span<std::uint32_t> destination) const override {
    for (std::size_t k = 0; k < destination.size(); ++k) {
      const bool wrong = moves.phase == 1 && moves.address[k] == address_;
      destination[k] = wrong ? outside_ ? 64U : moves.home[k] ^ 1 : moves.home[k];
    }
  }

 private:
  std::uint64_t address_;
  bool outside_;
};

}  // namespace

TEST_CASE("requests merge at their sources, on any number of threads") {
  const std::uint64_t seed = testing::seed();
  CAPTURE(seed);
  const PatternSize size{60, 6000, Requesters::random};
  std::vector<PatternSource> sources = {degree_pattern(size, 1), degree_pattern(size, 60), degree_pattern(size, 6000),
                                        zipf_pattern(size, 1), hotspot_pattern(size, 3)};
  sources.push_back(given_pattern(60, "file", {5, 5, 9}));
  SourceMerge merge;
  for (const PatternSource& source : sources) {
    const RequestPattern pattern = source.make(seed);
    std::map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> expected;  // address, component: requests
    std::map<std::uint32_t, std::uint32_t> made;
    for (std::size_t k = 0; k < pattern.requests(); ++k) {
      ++expected[pattern.address[k]][pattern.source[k]];
      ++made[pattern.source[k]];
    }
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      CAPTURE(source.name);
      CAPTURE(threads);
      const PatternRecords& records = merge(pattern, seed, threads);
      std::uint32_t address = 0;
      std::uint32_t record = 0;
      std::uint32_t degree = 0;
      for (const auto& [number, by] : expected) {
        CHECK(records.home[address] == seeded_choice(number, seed, 60));
        std::uint32_t requests = 0;
        for (const auto& [component, weight] : by) {
          REQUIRE(record < records.count);
          CHECK(records.address[record] == address);
          CHECK(records.component[record] == component);
          CHECK(records.weight[record++] == weight);
          requests += weight;
        }
        degree = std::max(degree, requests);
        ++address;
      }
      CHECK(records.count == record);
      CHECK(records.addresses == address);
      CHECK(records.largest_degree == degree);
      CHECK(records.components == 60);
      CHECK(records.requests == pattern.requests());
      CHECK(records.largest_requests ==
            std::ranges::max_element(made, {}, [](const auto& one) { return one.second; })->second);
    }
  }
}

TEST_CASE("phases that are counted cost and deliver what moved records do") {
  const std::uint64_t seed = testing::seed();
  CAPTURE(seed);
  const std::vector<std::pair<std::uint32_t, std::vector<std::string>>> machines = {
      {1, {"direct", "combining"}},
      {60, {"direct", "combining:8,8", "combining:3,4,5,spread=modular", "combining:60"}},
      {256, {"combining:16,16", "combining:4,4,4,4,physical=extra", "combining:32,8,physical=last"}}};
  PatternEngine counting;
  PatternEngine moving;
  for (const auto& [p, protocols] : machines) {
    const PatternSize size{p, 40ULL * p, Requesters::random};
    for (const PatternSource& source :
         {degree_pattern(size, 1), degree_pattern(size, 40), zipf_pattern(size, 1), hotspot_pattern(size, 2)}) {
      SourceMerge merge;
      const PatternRecords& records = merge(source.make(seed), seed);
      const auto network = networks().make("router", p);
      for (const std::string& access : protocols) {
        CAPTURE(p);
        CAPTURE(source.name);
        CAPTURE(access);
        const auto protocol = access_protocols().make(access, p);
        const auto phases = counting.run(*protocol, *network, records, seed);
        const auto expected = moving.run(MovedProtocol(*protocol), *network, records, seed);
        REQUIRE(phases.size() == expected.size());
        for (std::size_t k = 0; k < phases.size(); ++k) {
          CHECK(phases[k].messages == expected[k].messages);
          CHECK(phases[k].largest_sent == expected[k].largest_sent);
          CHECK(phases[k].largest_received == expected[k].largest_received);
          CHECK(phases[k].charge == expected[k].charge);
          CHECK(phases[k].charge_back == expected[k].charge_back);
        }
        CHECK(counting.delivered() == moving.delivered());
        CHECK(counting.delivered_at() == moving.delivered_at());
      }
    }
  }
}

TEST_CASE("a plan that breaks its contract is refused, whether records are counted or moved") {
  SourceMerge merge;
  const RequestPattern pattern = degree_pattern({64, 6400, Requesters::random}, 64).make(1);
  const PatternRecords& records = merge(pattern, 1);
  const auto network = networks().make("router", 64U);
  for (const bool outside : {false, true}) {
    const Misrouted counted(records.addresses - 1, outside);
    const MovedProtocol moved(counted);
    PatternEngine engine;
    for (const unsigned threads : {1U, 3U}) {
      const char* const error = outside ? "an access protocol sends records out of the machine"
                                        : "access misrouted leaves records away from their homes after its last phase";
      CHECK_THROWS_WITH_AS(engine.run(counted, *network, records, 1, threads), error, Error);
      CHECK_THROWS_WITH_AS(engine.run(moved, *network, records, 1, threads), error, Error);
    }
  }
}
