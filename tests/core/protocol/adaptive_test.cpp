#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "../../support.hpp"
#include "protocol/counting/allotment.hpp"
#include "protocol/counting/sentinel.hpp"
#include "protocol/rounds/exact_count.hpp"
#include "protocol/rounds/slot_count.hpp"

namespace pram {

namespace {

using detail::announcement_rounds;
using detail::carry_rounds;
using detail::component_of;
using detail::Count;
using detail::count_rounds;
using detail::lay_out;
using detail::Portion;
using detail::Round;
using detail::rounded_size;
using detail::Rounds;
using detail::share_out;
using detail::slot_rounds;

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
  const auto time = [](const Count& count) { return count_rounds(count).rounds.size(); };
  CHECK(time({0, 4096, 7, 1 << 17, 1 << 17}) == 12);  // seven numbers of 18 bits in a message
  CHECK(time({0, 1, 30, 100, 100}) == 0);
  CHECK(time({0, 3, 1, 100, 100}) == 2);
  CHECK(time({0, 5, 1, 100, 100}) == 4);      // to a neighbour, twice doubled, and back
  CHECK(time({0, 512, 32, 18000, 64}) < 20);  // halving what a component goes on with
  CHECK(time({0, 4096, 28, 1 << 17, 63}) == 18);
  for (const std::uint32_t components : {2U, 3U, 5U, 7U, 12U, 18U, 23U, 64U, 1000U}) {
    for (const std::uint32_t numbers : {1U, 7U, 32U}) {
      OneEach network;
      std::vector<std::uint32_t> at(components + 3);
      std::iota(at.rbegin(), at.rend(), 0U);
      const Rounds rounds = count_rounds({3, components, numbers, 1 << 14, 40});
      const PhaseRecord phase = carry_rounds(network, {&rounds, 1}, at);
      CAPTURE(components);
      CAPTURE(numbers);
      CHECK(network.fits);
      CHECK(phase.charge == rounds.rounds.size());
    }
  }
}

TEST_CASE("the rounds of a slot count bring every component what all have of every slot") {
  for (const std::uint32_t components : {2U, 3U, 5U, 16U, 23U, 128U, 146U, 293U}) {
    for (const std::uint32_t slots : {20U, 200U, 256U}) {
      CAPTURE(components);
      CAPTURE(slots);
      const Rounds made = slot_rounds(0, components, slots);
      // How many messages each skip takes: falling, then rising. The skip 1 ends the first half and begins the second.
      std::vector<std::pair<std::uint32_t, std::uint32_t>> runs;
      for (const Round& round : made.rounds) {
        REQUIRE(round.kind == Round::Kind::rotation);
        if (runs.empty() || runs.back().first != round.shift) runs.emplace_back(round.shift, 0);
        ++runs.back().second;
      }
      const std::size_t middle = std::bit_width(components - 1) - std::size_t{1};
      const std::uint32_t last_share = (slots + components - 1) / components;
      const auto last_bits = std::min<std::uint32_t>(2 + static_cast<std::uint32_t>(middle), 10);
      const std::uint32_t of_first = (last_share + 128 / last_bits - 1) / (128 / last_bits);
      runs.insert(runs.begin() + static_cast<std::ptrdiff_t>(middle), {1, of_first});
      runs.at(middle + 1).second -= of_first;
      const std::size_t levels = std::bit_width(components - 1);
      REQUIRE(runs.size() == 2 * levels);
      // Naively: component c wants the sum of share c. what[c] says whose numbers of which share it has added up.
      std::vector<std::vector<std::vector<int>>> what(components, std::vector<std::vector<int>>(components));
      for (std::uint32_t c = 0; c < components; ++c) {
        for (std::uint32_t share = 0; share < components; ++share) what[c][share] = {static_cast<int>(c)};
      }
      std::uint32_t together = components;
      for (std::size_t k = 0; k < levels; ++k) {
        const std::uint32_t shift = runs[k].first;
        const auto before = what;
        for (std::uint32_t c = 0; c < components; ++c) {
          for (std::uint32_t d = shift; d < together; ++d) {
            auto& sent = what[c][(c + d) % components];
            auto& kept = what[(c + shift) % components][(c + d) % components];
            const auto& from = before[c][(c + d) % components];
            kept.insert(kept.end(), from.begin(), from.end());
            sent.erase(sent.begin(), sent.begin() + static_cast<std::ptrdiff_t>(from.size()));
          }
        }
        const std::uint32_t numbers = ((together - shift) * slots + components - 1) / components;
        const auto bits = std::min<std::uint32_t>(2 + static_cast<std::uint32_t>(k), 10);
        CHECK(runs[k].second == (numbers + 128 / bits - 1) / (128 / bits));
        CHECK(runs[2 * levels - 1 - k].first == shift);
        CHECK(runs[2 * levels - 1 - k].second == (numbers + 24) / 25);  // 25 classes of 5 bits in a message
        together = shift;
      }
      CHECK(together == 1);
      for (std::uint32_t c = 0; c < components; ++c) {
        std::ranges::sort(what[c][c]);
        std::vector<int> all(components);
        std::iota(all.begin(), all.end(), 0);
        REQUIRE(what[c][c] == all);
      }
    }
  }
}

TEST_CASE("a slot's size is told to a tenth") {
  for (std::uint64_t size = 0; size <= 6; ++size) CHECK(rounded_size(size) == size);
  std::vector<std::uint32_t> told;
  for (std::uint64_t size = 7; size <= 570; ++size) {
    CAPTURE(size);
    const double rounded = rounded_size(size);
    CHECK(std::abs(rounded - static_cast<double>(size)) <= 0.1 * static_cast<double>(size) + 0.5);
    if (told.empty() || told.back() != rounded_size(size)) told.push_back(rounded_size(size));
  }
  CHECK(told.size() == 25);  // with 0 to 6, of 5 bits
  CHECK(rounded_size(1000000) == told.back());
}

TEST_CASE("announcements reach all components, each telling another what it knows") {
  std::mt19937_64 random(testing::seed());
  CAPTURE(testing::seed());
  for (int round = 0; round < 60; ++round) {
    const auto components = static_cast<std::uint32_t>(16 + random() % 100);
    std::vector<std::uint32_t> places(1 + random() % 4);
    for (std::uint32_t& place : places) place = static_cast<std::uint32_t>(random() % components);
    std::ranges::sort(places);
    std::vector<std::set<std::size_t>> knows(components);
    for (std::size_t k = 0; k < places.size(); ++k) knows[places[k]].insert(k);
    std::size_t rounds = 0;
    for (std::uint32_t shift = 1; shift < components; shift *= 2) {
      std::size_t most = 1;
      for (const auto& known : knows) most = std::max(most, known.size());
      rounds += (most + 3) / 4;
      const auto before = knows;
      for (std::uint32_t c = 0; c < components; ++c) {
        auto& receiver = knows[(c + shift) % components];
        receiver.insert(before[c].begin(), before[c].end());
      }
    }
    CAPTURE(components);
    for (const auto& known : knows) CHECK(known.size() == places.size());
    CHECK(announcement_rounds(places, components).rounds.size() == rounds);
  }
}

TEST_CASE("bins share out all components, at the least load that is possible") {
  std::mt19937_64 random(testing::seed());
  CAPTURE(testing::seed());
  for (int round = 0; round < 200; ++round) {
    std::vector<Portion> bins(1 + random() % 30);
    for (Portion& bin : bins) bin.records = random() % 3 == 0 ? random() % 3000 : random() % 40;
    bins[0].records += 1;
    const auto components = static_cast<std::uint32_t>(bins.size() + random() % 300);
    const std::uint64_t load = share_out(bins, components);
    const auto wanted = [&](std::uint64_t at) {
      std::uint64_t sum = 0;
      for (const Portion& bin : bins) sum += (bin.records + at - 1) / at;
      return sum;
    };
    std::uint64_t least = 1;
    while (wanted(least) > components) ++least;
    CHECK(load == least);
    std::uint32_t next = 0;
    for (const Portion& bin : bins) {
      CHECK(bin.first == next);
      CHECK(bin.records <= bin.components * load);
      CHECK((bin.components == 0) == (bin.records == 0));
      next += bin.components;
    }
    CHECK(next == components);
  }
}

TEST_CASE("slots that are laid out give no component more than the load") {
  std::mt19937_64 random(testing::seed());
  CAPTURE(testing::seed());
  for (int round = 0; round < 200; ++round) {
    const auto components = static_cast<std::uint32_t>(1 + random() % 300);
    std::vector<Portion> slots(1 + random() % 200);
    std::uint64_t records = 0;
    for (Portion& slot : slots) {
      slot.records = random() % 5 == 0 ? random() % 300 : random() % 40;
      records += slot.records;
    }
    const std::uint64_t load = lay_out(slots, components, 6);
    CHECK(load >= 6);
    CHECK(load * components >= records);
    CHECK(load <= std::max<std::uint64_t>(6, (records * 2 + components) / components + 1));
    // As if each source had its part of each slot: what falls to whom.
    constexpr std::uint64_t sources = 1000;
    std::vector<double> taken(components);
    std::size_t divided = 0;
    for (const Portion& slot : slots) {
      CHECK((slot.components == 0) == (slot.records == 0));
      if (slot.records == 0) continue;
      CHECK(slot.share >= slot.records);
      divided += slot.components - 1;
      for (std::uint64_t source = 0; source < sources; ++source) {
        const std::uint32_t at = component_of(slot, load, source, sources);
        REQUIRE(at >= slot.first);
        REQUIRE(at < slot.first + slot.components);
        taken.at(at) += static_cast<double>(slot.share) / sources;
      }
    }
    CHECK(divided < components);
    for (const double share : taken) CHECK(share <= static_cast<double>(load) + 1);
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
  // 24 numbers are halved to 6: eight supersteps there, and two back, with 6 and 12 sums of ten bits.
  CHECK(phases[0].charge == 10);
  CHECK(phases[0].charge_back == 0);
  CHECK(phases[0].messages == phases[0].charge * 256);
  CHECK(phases[1].messages + phases[2].messages <= 8192);
  CHECK(phases[1].messages < 600);
}

TEST_CASE("adaptive pays for numbers where records are shared out, and light ones wait for heavy ones to meet") {
  MachineOptions options;
  options.components = 256;
  options.access = "adaptive";
  Machine machine(options);
  constexpr std::uint64_t processors = 8192;
  auto cells = machine.array<int>(processors, 1);
  // A quarter of the requests for eight cells, by each component once, and the others for a cell each.
  machine.pardo(processors, [&](Processor self) -> Task<> {
    const std::uint64_t id = self.id();
    co_await cells[id % 4 == 0 ? id / 4 % 8 : id].add(1);
  });
  const std::vector<PhaseRecord>& phases = machine.ledger().step_records().at(0).phases;
  REQUIRE(phases.size() >= 5);  // the count, bins, slots, heavy ones, all
  // With numbers of eleven bits beside the sums the way back takes three: 12 of 21 bits are two messages.
  CHECK(phases[0].charge == 11);
  CHECK(phases[3].messages < 4096);
  CHECK(phases[4].messages + phases[3].messages > 6000);
}

TEST_CASE("where all components ask for one cell, none gets many more of their records than the root of all") {
  MachineOptions options;
  options.components = 4096;
  options.access = "adaptive";
  Machine machine(options);
  auto cells = machine.array<int>(1, 0);
  machine.pardo(4096, [&](Processor) -> Task<> { co_await cells[0].add(1); });
  CHECK(cells.get(0) == 4096);
  for (const PhaseRecord& phase : machine.ledger().step_records().at(0).phases) CHECK(phase.largest_received <= 80);
}

TEST_CASE("adaptive takes an option alone, and has the name that it was asked for by") {
  for (const std::uint32_t components : {1U, 15U, 16U, 64U}) {
    const auto name = [&](const char* asked) { return access_protocols().make(asked, components)->name(); };
    CHECK(name("adaptive") == "adaptive");
    CHECK(name("adaptive,memory=lines") == "adaptive");
    CHECK(name("adaptive,memory=none") == "adaptive,memory=none");
    CHECK_THROWS_WITH_AS(name("adaptive:3"), doctest::Contains("memory=lines or memory=none"), ConfigError);
    CHECK_THROWS_WITH_AS(name("adaptive,memory=cells"), doctest::Contains("lines"), ConfigError);
    CHECK_THROWS_AS(name("adaptive,bins=3"), ConfigError);
  }
}

}  // namespace pram
