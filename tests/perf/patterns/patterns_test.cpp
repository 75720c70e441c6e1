#include <pram/perf/patterns/pattern_engine.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/pram.hpp>
#include "experiments/combining/combining_tables.hpp"

#include "pattern_runs.hpp"
#include "support.hpp"

using namespace pram;
using namespace pram::perf;
using pram::testing::measured;

namespace {

std::unique_ptr<AccessProtocol> protocol_of(const std::string& access, std::uint32_t components) {
  return access_protocols().make(access, components);
}

std::unique_ptr<Network> network_of(const std::string& network, std::uint32_t components) {
  return networks().make(network, components);
}

std::vector<PatternPhase> phases_of(const RequestPattern& pattern, const std::string& access, std::uint64_t seed) {
  SourceMerge merge;
  PatternEngine engine;
  const auto network = network_of("router", pattern.components);
  return engine.run(*protocol_of(access, pattern.components), *network, merge(pattern, seed), seed);
}

/// The sources of every address.
std::map<std::uint32_t, std::multiset<std::uint32_t>> sources_by_address(const RequestPattern& pattern) {
  std::map<std::uint32_t, std::multiset<std::uint32_t>> sources;
  for (std::size_t k = 0; k < pattern.requests(); ++k) sources[pattern.address[k]].insert(pattern.source[k]);
  return sources;
}

struct Counts {
  std::size_t messages = 0;
  std::uint32_t sent = 0;
  std::uint32_t received = 0;
};

/// What the phases of a protocol without random choices count, by sets of (component, address).
std::vector<Counts> counted(const PatternRecords& records, const AccessProtocol& protocol) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> held;
  for (std::uint32_t k = 0; k < records.count; ++k) held.emplace(records.component[k], records.address[k]);
  std::vector<Counts> all;
  for (std::uint32_t phase = 0; phase < protocol.routing_plan()->phases(); ++phase) {
    std::map<std::uint32_t, std::uint32_t> sent;
    std::map<std::uint32_t, std::uint32_t> received;
    std::set<std::pair<std::uint32_t, std::uint32_t>> next;
    Counts counts{held.size(), 0, 0};
    for (const auto& [component, address] : held) {
      const std::uint64_t token = 0;
      std::uint32_t to = 0;
      AccessPlan::Moves moves;
      moves.phase = phase;
      moves.source = {&component, 1};
      moves.home = {&records.home[address], 1};
      moves.token = {&token, 1};
      protocol.routing_plan()->route(moves, {&to, 1});
      counts.sent = std::max(counts.sent, ++sent[component]);
      counts.received = std::max(counts.received, ++received[to]);
      next.emplace(to, address);
    }
    all.push_back(counts);
    held = std::move(next);
  }
  return all;
}

}  // namespace

TEST_CASE("patterns have the degrees they are asked for and every requester its share") {
  const std::uint64_t seed = testing::seed();
  CAPTURE(seed);
  for (const Requesters requesters : {Requesters::random, Requesters::consecutive}) {
    const PatternSize size{64, 2048, requesters};
    const RequestPattern pattern = degree_pattern(size, 32).make(seed);
    CHECK(pattern.addresses == 64);
    CHECK(std::ranges::is_sorted(pattern.source));
    for (std::uint32_t c = 0; c < 64; ++c) CHECK(std::ranges::count(pattern.source, c) == 32);
    for (const auto& [address, sources] : sources_by_address(pattern)) {
      CHECK(sources.size() == 32);
      CHECK(std::set(sources.begin(), sources.end()).size() == 32);  // none twice
    }
  }
  const RequestPattern mixed = mixed_pattern({64, 2048, Requesters::random}, "1:0.25,512:0.5,3:0.25").make(seed);
  std::map<std::size_t, int> groups;
  for (const auto& [address, sources] : sources_by_address(mixed)) ++groups[sources.size()];
  CHECK(groups == std::map<std::size_t, int>{{1, 511}, {3, 171}, {512, 2}});
  CHECK(sources_by_address(hotspot_pattern({64, 2048, Requesters::random}, 3).make(seed)).size() == 3);
  CHECK(degree_pattern({64, 2048, Requesters::random}, 32).make(1).address !=
        degree_pattern({64, 2048, Requesters::random}, 32).make(2).address);
  const RequestPattern given = given_pattern(3, "file", {7, 7, 1ULL << 60, 7}).make(seed);
  CHECK(given.source == std::vector<std::uint32_t>{0, 0, 1, 2});
  CHECK(given.address == std::vector<std::uint32_t>{0, 0, 0, 1});
}

TEST_CASE("Zipf patterns draw the addresses with the chances of their ranks") {
  const std::uint64_t draws = 1 << 18;
  for (const double exponent : {0.0, 0.5, 1.0, 1.7}) {
    CAPTURE(exponent);
    const RequestPattern pattern = zipf_pattern({64, draws, Requesters::random}, exponent).make(3);
    double sum = 0;
    for (std::uint64_t j = 1; j <= draws; ++j) sum += std::pow(static_cast<double>(j), -exponent);
    double below = 0;  // chance of the ranks up to `rank`
    std::uint64_t next = 1;
    for (const std::uint64_t rank : {1ULL, 2ULL, 3ULL, 10ULL, 1000ULL, 100000ULL}) {
      for (; next <= rank; ++next) below += std::pow(static_cast<double>(next), -exponent) / sum;
      const auto found = static_cast<double>(
          std::ranges::count_if(pattern.address, [&](std::uint32_t address) { return address < rank; }));
      const double expected = below * static_cast<double>(draws);
      CHECK(std::abs(found - expected) <= 4 * std::sqrt(expected * (1 - below)) + 1);
    }
  }
}

TEST_CASE("patterns that cannot be are refused") {
  const PatternSize size{64, 2048, Requesters::random};
  CHECK_THROWS_AS(degree_pattern(size, 0), ConfigError);
  CHECK_THROWS_AS(degree_pattern(size, 3), ConfigError);
  CHECK_THROWS_AS(degree_pattern({64, 0, Requesters::random}, 1), ConfigError);
  CHECK_THROWS_AS(zipf_pattern(size, -1), ConfigError);
  CHECK_THROWS_AS(zipf_pattern(size, std::nan("")), ConfigError);
  CHECK_THROWS_AS(hotspot_pattern(size, 0), ConfigError);
  CHECK_THROWS_AS(hotspot_pattern(size, 2049), ConfigError);
  CHECK_THROWS_AS(given_pattern(64, "file", {}), ConfigError);
  for (const char* const mix : {"", "1", "1:", ":1", "1:0.5", "1:0.5,1:0.5", "0:1", "1:1,", "1:-1,2:2", "1:nan", "x:1",
                                "4096:0.1,1:0.9", "2:0.6,1:0.6"}) {
    CAPTURE(mix);
    CHECK_THROWS_AS(mixed_pattern(size, mix), ConfigError);
  }
  CHECK_THROWS_AS(requesters_from("randm"), ConfigError);
  CHECK_THROWS_AS(measured(degree_pattern(size, 1), 64, {"sorting"}, 1), ConfigError);
  CHECK_THROWS_AS(measured(degree_pattern(size, 1), 64, {"no-such"}, 1), ConfigError);
  CHECK_THROWS_AS(measured(degree_pattern(size, 1), 64, {"combining:5,5"}, 1), ConfigError);
  CHECK_THROWS_AS(measured(degree_pattern(size, 1), 64, {}, 1), ConfigError);
}

TEST_CASE("the engine counts what sets of component and address count") {
  const std::uint64_t seed = testing::seed();
  CAPTURE(seed);
  const std::vector<std::pair<std::uint32_t, std::vector<std::string>>> machines = {
      {1, {"direct", "combining"}},
      {6, {"direct", "combining:3,2,spread=modular"}},
      {12, {"combining:3,2,2,spread=ordered", "combining:2,7,spread=modular"}},
      {64, {"direct", "combining:64", "combining:8,8,spread=modular", "combining:4,4,4,spread=ordered"}}};
  for (const auto& [p, protocols] : machines) {
    const PatternSize size{p, 37ULL * p, Requesters::random};
    std::vector<PatternSource> sources = {degree_pattern(size, 37), zipf_pattern(size, 1), hotspot_pattern(size, 2)};
    sources.push_back(given_pattern(p, "file", {3, 3, 3, 3, 3, 3, 3, 5}));
    for (const PatternSource& source : sources) {
      const RequestPattern pattern = source.make(seed);
      SourceMerge merge;
      const PatternRecords& records = merge(pattern, seed);
      for (const std::string& access : protocols) {
        CAPTURE(p);
        CAPTURE(source.name);
        CAPTURE(access);
        const auto protocol = protocol_of(access, p);
        const auto network = network_of("router", p);
        PatternEngine engine;
        const auto phases = engine.run(*protocol, *network, records, seed);
        const auto expected = counted(records, *protocol);
        REQUIRE(phases.size() == expected.size());
        for (std::size_t k = 0; k < phases.size(); ++k) {
          CHECK(phases[k].messages == expected[k].messages);
          CHECK(phases[k].largest_sent == expected[k].sent);
          CHECK(phases[k].largest_received == expected[k].received);
          CHECK(phases[k].charge == std::max(expected[k].sent, expected[k].received));
          CHECK(phases[k].charge_back == phases[k].charge);
        }
        // Each address is delivered once, with all its requests.
        std::vector<std::uint32_t> asked;
        for (const auto& [address, by] : sources_by_address(pattern))
          asked.push_back(static_cast<std::uint32_t>(by.size()));
        CHECK(engine.delivered() == asked);
      }
    }
  }
}

TEST_CASE("a record is never told from another of its address and every one comes home whatever is drawn") {
  const std::uint64_t seed = testing::seed();
  CAPTURE(seed);
  const RequestPattern pattern = zipf_pattern({64, 4096, Requesters::random}, 1.2).make(seed);
  SourceMerge merge;
  const PatternRecords& records = merge(pattern, seed);
  std::vector<std::uint32_t> asked;
  for (const auto& [address, by] : sources_by_address(pattern)) asked.push_back(static_cast<std::uint32_t>(by.size()));
  PatternEngine engine;
  const auto network = network_of("router", 64);
  for (const char* const access : {"combining:8,8", "combining:4,4,4", "combining:2,2,2,2,2,2", "combining:16,4"}) {
    const auto phases = engine.run(*protocol_of(access, 64), *network, records, seed);
    CHECK(engine.delivered() == asked);
    const auto home = engine.delivered_at();
    CHECK(std::equal(home.begin(), home.end(), records.home.begin()));
    for (std::size_t k = 1; k < phases.size(); ++k) CHECK(phases[k].messages <= phases[k - 1].messages);
  }
}

TEST_CASE("a pattern shared out to several threads costs and delivers the same") {
  const PatternSize size{64, 5000, Requesters::random};
  const auto network = networks().make("router", 64U);
  for (const PatternSource& source : {degree_pattern(size, 40), zipf_pattern(size, 1), hotspot_pattern(size, 1),
                                      degree_pattern({64, 2, Requesters::random}, 1)}) {
    const RequestPattern pattern = source.make(testing::seed());
    for (const char* const arguments : {"64", "8,8", "4,4,4,spread=modular", "2,32,physical=extra"}) {
      const auto access = access_protocols().make(std::string("combining:") + arguments, 64U);
      SourceMerge merge;
      PatternEngine engine;
      const std::vector<PatternPhase> alone = engine.run(*access, *network, merge(pattern, 5), 7);
      const std::vector<std::uint32_t> delivered = engine.delivered();
      for (const unsigned threads : {2U, 3U, 8U}) {
        SourceMerge shared_merge;
        PatternEngine shared;
        const std::vector<PatternPhase> phases =
            shared.run(*access, *network, shared_merge(pattern, 5, threads), 7, threads);
        REQUIRE(phases.size() == alone.size());
        for (std::size_t k = 0; k < phases.size(); ++k) {
          CHECK(phases[k].messages == alone[k].messages);
          CHECK(phases[k].largest_sent == alone[k].largest_sent);
          CHECK(phases[k].largest_received == alone[k].largest_received);
          CHECK(phases[k].charge == alone[k].charge);
        }
        CHECK(shared.delivered() == delivered);
        CHECK(shared.delivered_at() == engine.delivered_at());
      }
    }
  }
}

TEST_CASE("a hot spot costs every phase its number of the basis where spreading is modular") {
  const RequestPattern hot = hotspot_pattern({4096, 4096, Requesters::random}, 1).make(1);
  const std::vector<std::pair<std::string, std::vector<std::uint64_t>>> cases = {
      {"64,64", {64, 64}}, {"16,16,16", {16, 16, 16}}, {"8,8,8,8", {8, 8, 8, 8}}, {"32,16,8", {32, 16, 8}}};
  for (const auto& [basis, expected] : cases) {
    const auto phases = phases_of(hot, "combining:" + basis + ",spread=modular", testing::seed());
    for (std::size_t k = 0; k < expected.size(); ++k) CHECK(phases[k].charge == expected[k]);
  }
  // One phase is direct hashing.
  const RequestPattern any = zipf_pattern({4096, 1 << 15, Requesters::random}, 1).make(testing::seed());
  const auto one = phases_of(any, "combining:4096", 5);
  const auto direct = phases_of(any, "direct", 5);
  CHECK(one.front().charge == direct.front().charge);
  CHECK(one.front().largest_received == direct.front().largest_received);
}

TEST_CASE("means are those of a machine that runs the pattern as a program") {
  const std::uint64_t runs = testing::size() <= testing::Size::small ? 100 : 400;
  const std::vector<std::pair<std::uint32_t, std::string>> cases = {
      {1, "64"}, {64, "64"}, {64, "8,8"}, {8, "8,8"}, {16, "4,4,4"}, {64, "8,8,spread=modular"}};
  for (const auto& [degree, basis] : cases) {
    CAPTURE(degree);
    CAPTURE(basis);
    const PatternCharge machine = measure_pattern(64, 32, degree, basis, runs, 11);
    const auto engine =
        measured(degree_pattern({64, 2048, Requesters::consecutive}, degree), 64, {"combining:" + basis}, runs);
    const AccessCost& cost = engine.costs.front();
    const double error = std::hypot(cost.charge.error(), machine.deviation / std::sqrt(static_cast<double>(runs)));
    CHECK(std::abs(cost.charge.mean() - machine.mean) <= 3 * error);
    REQUIRE(cost.phases.size() == machine.phases.size());
    for (std::size_t k = 0; k < machine.phases.size(); ++k)
      CHECK(std::abs(cost.phases[k].charge.mean() - machine.phases[k]) <= 3 * error);
  }
}

TEST_CASE("on networks that see messages the engine's charges are those of a machine too") {
  constexpr std::uint64_t runs = 60;
  for (const char* const network : {"torus", "omega", "omega,combining=unlimited", "bus"}) {
    CAPTURE(network);
    PatternsRequest request;
    request.pattern = degree_pattern({64, 512, Requesters::consecutive}, 16);
    request.components = 64;
    request.network = network;
    request.access = {"combining:8,8"};
    request.runs = runs;
    request.threads = 1;
    const AccessCost cost = measure_patterns(request).costs.front();

    Statistic charge;
    Statistic charge_back;
    double distinct = 0;
    for (std::uint64_t run = 0; run < runs; ++run) {
      Machine machine({.components = 64, .network = network, .access = "combining:8,8", .threads = 1, .seed = run + 1});
      const auto cells = machine.array<std::uint64_t>(32, 0, "cells");
      machine.pardo(512, [&](Processor self) -> Task<> { co_await cells[(self.id() % 8 * 64 + self.id() / 8) / 16]; });
      charge.add(static_cast<double>(machine.ledger().charge()));
      charge_back.add(static_cast<double>(machine.ledger().charge_back()));
      distinct = static_cast<double>(machine.ledger().charge()) / machine.ledger().performance_factor();
    }
    CHECK(std::abs(cost.charge.mean() - charge.mean()) <= 3 * std::hypot(cost.charge.error(), charge.error()));
    CHECK(std::abs(cost.charge_back.mean() - charge_back.mean()) <=
          3 * std::hypot(cost.charge_back.error(), charge_back.error()));
    CHECK(cost.charge.mean() / cost.factor.mean() == doctest::Approx(distinct));
  }
}
