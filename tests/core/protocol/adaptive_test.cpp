#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../support.hpp"
#include "protocol/allotment.hpp"
#include "protocol/counting.hpp"

namespace pram {

namespace {

using detail::allot;
using detail::Bin;
using detail::carry_counts;
using detail::component_of;
using detail::Count;
using detail::counting_size;
using detail::counting_time;

/// Counts what it is asked to carry, a unit a phase: no message may have a place outside, and each component sends and
/// receives one.
class OneEach : public Network {
 public:
  std::string name() const override { return "one-each"; }
  bool wants_messages() const override { return true; }
  double distinct_charge(std::uint64_t, std::uint32_t) const override { return 1; }
  std::uint64_t carry(const Traffic& phase) override {
    std::vector<int> sent(phase.components);
    std::vector<int> received(phase.components);
    for (std::size_t k = 0; k < phase.source.size(); ++k) {
      fits = fits && ++sent.at(phase.source[k]) == 1 && ++received.at(phase.destination[k]) == 1;
      fits = fits && phase.source[k] != phase.destination[k];
    }
    fits = fits && std::ranges::is_sorted(phase.source) && phase.source.size() == phase.messages;
    return 1;
  }

  bool fits = true;
};

struct Outcome {
  std::vector<std::int64_t> sums;
  std::vector<std::int64_t> seen;
  std::uint64_t charge = 0;
  std::size_t phases = 0;

  bool operator==(const Outcome&) const = default;
};

/// Processors add to cells of skewed degrees, then read them, then take numbers from them.
Outcome run(std::uint32_t components, const std::string& access, unsigned threads, std::uint64_t seed) {
  MachineOptions options;
  options.components = components;
  options.access = access;
  options.threads = threads;
  options.seed = seed;
  Machine machine(options);
  const std::size_t processors = 8 * std::size_t{components};
  auto cells = machine.array<std::int64_t>(processors, 0);
  auto seen = machine.array<std::int64_t>(processors, 0);
  machine.pardo(processors, [&](Processor self) -> Task<> {
    const std::uint64_t id = self.id();
    const std::uint64_t cell = id % 4 == 0 ? 0 : id % 4 == 1 ? id % 16 : id;
    co_await cells[cell].add(static_cast<std::int64_t>(id) + 1);
    const std::int64_t sum = co_await cells[cell];
    const std::int64_t before = co_await cells[cell].multiprefix_add(1);
    co_await (seen[id] = sum + before);
  });
  Outcome outcome;
  for (std::size_t k = 0; k < processors; ++k) {
    outcome.sums.push_back(cells.get(k));
    outcome.seen.push_back(seen.get(k));
  }
  outcome.charge = machine.ledger().charge();
  outcome.phases = machine.ledger().phases().size();
  return outcome;
}

}  // namespace

TEST_CASE("counts take the supersteps of recursive doubling, one message a component") {
  CHECK(counting_time({0, 4096, 7, 1 << 17, 1 << 17}) == 12);  // seven numbers of 18 bits in a message
  CHECK(counting_time({0, 1, 30, 100, 100}) == 0);
  CHECK(counting_time({0, 3, 1, 100, 100}) == 2);
  CHECK(counting_time({0, 5, 1, 100, 100}) == 4);      // to a neighbour, twice doubled, and back
  CHECK(counting_time({0, 512, 32, 18000, 64}) < 20);  // halving what a component goes on with
  for (const std::uint32_t components : {2U, 3U, 5U, 7U, 12U, 18U, 23U, 64U, 1000U}) {
    for (const std::uint32_t numbers : {1U, 7U, 32U}) {
      OneEach network;
      std::vector<std::uint32_t> at(components + 3);
      std::iota(at.rbegin(), at.rend(), 0U);
      const Count count{3, components, numbers, 1 << 14, 40};
      const PhaseRecord phase = carry_counts(network, {&count, 1}, at);
      CAPTURE(components);
      CAPTURE(numbers);
      CHECK(network.fits);
      CHECK(phase.charge == counting_time(count));
    }
  }
  CHECK(counting_size(1) == 1);
  CHECK(counting_size(5) == 6);
  CHECK(counting_size(17) == 18);
  CHECK(counting_size(19) == 24);
  CHECK(counting_size(73) == 96);
}

TEST_CASE("an allotment gives no component more than its load, and bins of several components these alone") {
  std::mt19937_64 random(testing::seed());
  CAPTURE(testing::seed());
  for (int round = 0; round < 200; ++round) {
    const auto components = static_cast<std::uint32_t>(1 + random() % 300);
    std::vector<Bin> bins(1 + random() % 30);
    for (Bin& bin : bins) bin.records = random() % 3 == 0 ? random() % 3000 : random() % 40;
    const std::uint64_t load = allot(bins, components, 6);
    std::vector<std::uint64_t> taken(components);
    std::vector<int> several(components);
    for (const Bin& bin : bins) {
      CHECK((bin.components == 0) == (bin.records == 0));
      for (std::uint64_t place = 0; place < bin.records; ++place) {
        const std::uint32_t at = component_of(bin, load, place);
        REQUIRE(at >= bin.first);
        REQUIRE(at < bin.first + bin.components);
        ++taken.at(at);
      }
      for (std::uint32_t c = bin.first; bin.components > 1 && c < bin.first + bin.components; ++c) ++several.at(c);
    }
    CHECK(std::ranges::max(taken) <= load);
    CHECK(std::ranges::max(several) <= 1);
  }
}

TEST_CASE("adaptive delivers what direct does, the same on any number of threads") {
  for (const std::uint32_t components : {1U, 2U, 15U, 16U, 17U, 64U, 100U, 256U}) {
    CAPTURE(components);
    const Outcome direct = run(components, "direct", 1, 5);
    const Outcome adaptive = run(components, "adaptive", 1, 5);
    CHECK(adaptive.sums == direct.sums);
    CHECK(adaptive.seen == direct.seen);
    for (const unsigned threads : {2U, 3U, 8U}) CHECK(run(components, "adaptive", threads, 5) == adaptive);
  }
}

TEST_CASE("adaptive counts before anything moves, and pays for it") {
  MachineOptions options;
  options.components = 256;
  options.access = "adaptive";
  Machine machine(options);
  auto cells = machine.array<int>(8192, 1);
  machine.pardo(8192, [&](Processor self) -> Task<> { co_await cells[self.id()].add(1); });
  const std::vector<PhaseRecord>& phases = machine.ledger().step_records().at(0).phases;
  REQUIRE(phases.size() == 3);  // the count, a sample, and the rest of distinct addresses
  CHECK(phases[0].charge == 8);
  CHECK(phases[0].charge_back == 0);
  CHECK(phases[0].messages == 8 * 256);
  CHECK(phases[1].messages + phases[2].messages <= 8192);
  CHECK(phases[1].messages < 600);
}

TEST_CASE("adaptive takes no arguments") { CHECK_THROWS_AS(access_protocols().make("adaptive:3", 64U), ConfigError); }

}  // namespace pram
