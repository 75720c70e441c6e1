#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pram/pram.hpp>

#include "../../support.hpp"
#include "protocol/integer_sort/sort_digits.hpp"
#include "protocol/rounds/exact_count.hpp"

namespace pram {

namespace {

using detail::choose_digits;
using detail::SortDigits;

std::uint64_t quotient_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

std::uint64_t counting_time(const detail::Count& count) { return detail::count_rounds(count).rounds.size(); }

/// The rounds of the prefix sum: ⌈log₂ p⌉, and one where they do not tell the first key of the next component.
std::uint64_t scan_rounds(std::uint32_t p) {
  std::uint64_t rounds = 0;
  while ((std::uint64_t{1} << rounds) < p) ++rounds;
  return (std::uint64_t{1} << rounds) == p ? rounds : rounds + 1;
}

/// Charges a unit a phase; every component must send at most one message, and get at most one.
class OneUnit : public Network {
 public:
  std::string name() const override { return "one-unit"; }
  bool wants_messages() const override { return true; }
  double distinct_charge(std::uint64_t, std::uint32_t) const override { return 1; }
  std::uint64_t carry(const Traffic& phase) override {
    std::vector<int> sent(phase.components);
    std::vector<int> received(phase.components);
    for (std::size_t k = 0; k < phase.source.size(); ++k)
      fits = fits && ++sent.at(phase.source[k]) == 1 && ++received.at(phase.destination[k]) == 1;
    fits = fits && std::ranges::is_sorted(phase.source) && phase.source.size() == phase.messages;
    return 1;
  }

  bool fits = true;
};

/// The requests of a step, and where their addresses are at home.
struct SortAsked {
  std::uint32_t p = 1;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> requests;  ///< component and address
  std::map<std::uint64_t, std::uint32_t> home;

  std::uint64_t most_at_home() const {
    std::map<std::uint32_t, std::uint64_t> at;
    for (const auto& [address, component] : home) ++at[component];
    std::uint64_t most = 0;
    for (const auto& [component, addresses] : at) most = std::max(most, addresses);
    return most;
  }
};

/// @param degree  of every address
SortAsked sort_asked(std::uint32_t p, std::uint32_t each, std::uint32_t degree, std::mt19937_64& random) {
  SortAsked made;
  made.p = p;
  for (std::uint64_t k = 0; k < std::uint64_t{p} * each; ++k) {
    const std::uint64_t address = 1000 + 17 * (k / degree);
    made.requests.emplace_back(static_cast<std::uint32_t>(k % p), address);
    made.home.emplace(address, static_cast<std::uint32_t>(random() % p));
  }
  return made;
}

/// Where records are, and how many requests each stands for: what a page says of an engine.
using SortHeld = std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t>;

struct SortPhase {
  std::uint64_t told = 0;  ///< supersteps before it
  std::uint64_t records = 0;
  std::uint64_t sent = 0;      ///< most of a component
  std::uint64_t received = 0;  ///< likewise
  SortHeld after;
};

std::uint64_t most_of(const std::map<std::uint32_t, std::uint64_t>& counts) {
  std::uint64_t most = 0;
  for (const auto& [component, count] : counts) most = std::max(most, count);
  return most;
}

/// Moves the records phase by phase, one by one. The last entry has the supersteps after the last phase.
std::vector<SortPhase> moved_by_sort(AdaptiveRouting& routing, OneUnit& network, const SortAsked& asked,
                                     std::uint64_t step) {
  SortHeld held;
  for (const auto& request : asked.requests) ++held[request];
  routing.begin(step, asked.requests.size());
  std::vector<SortPhase> phases;
  for (std::uint32_t number = 0; number < 1000; ++number) {
    std::vector<std::uint32_t> source;
    std::vector<std::uint32_t> home;
    std::vector<std::uint32_t> weight;
    std::vector<std::uint64_t> address;
    for (const auto& [place, stands_for] : held) {
      source.push_back(place.first);
      address.push_back(place.second);
      home.push_back(asked.home.at(place.second));
      weight.push_back(stands_for);
    }
    const std::vector<std::uint32_t> arrivals(source.size(), 1);
    const AccessPlan::Moves moves{number, false, step + number, step, source, home, address, address, weight, arrivals};
    if (routing.looks()) routing.look(moves);
    SortPhase& phase = phases.emplace_back();
    phase.told = routing.settle(network).charge;
    if (routing.ended()) return phases;
    std::vector<std::uint32_t> destination(source.size());
    routing.route(moves, destination);
    phase.records = held.size();
    std::map<std::uint32_t, std::uint64_t> sent;
    std::map<std::uint32_t, std::uint64_t> received;
    held.clear();
    for (std::size_t k = 0; k < source.size(); ++k) {
      const bool stays = destination[k] == AccessPlan::stay;
      const std::uint32_t to = stays ? source[k] : destination[k];
      REQUIRE(to < asked.p);
      held[{to, address[k]}] += weight[k];
      if (stays) continue;
      ++sent[source[k]];
      ++received[to];
    }
    phase.sent = most_of(sent);
    phase.received = most_of(received);
    phase.after = held;
  }
  FAIL("the routing does not end");
  return phases;
}

void check_at_home(const SortHeld& held, const SortAsked& asked) {
  CHECK(held.size() == asked.home.size());
  std::uint64_t requests = 0;
  for (const auto& [place, weight] : held) {
    CHECK(place.first == asked.home.at(place.second));
    requests += weight;
  }
  CHECK(requests == asked.requests.size());
}

/// No component has a record whose home comes before that of a record in a component before it.
void check_sorted_by_home(const SortHeld& held, const SortAsked& asked) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> homes;
  for (const auto& [place, weight] : held) homes[place.first].push_back(asked.home.at(place.second));
  std::uint32_t before = 0;
  for (const auto& [component, here] : homes) {
    CHECK(std::ranges::min(here) >= before);
    before = std::ranges::max(here);
  }
}

struct SortOutcome {
  std::vector<std::int64_t> sums;
  std::vector<std::int64_t> seen;
  std::uint64_t charge = 0;

  bool operator==(const SortOutcome&) const = default;
};

/// Processors add to cells of skewed degrees, then read them, then take numbers from them.
SortOutcome outcome_of(std::uint32_t components, const std::string& network, const std::string& access,
                       unsigned threads) {
  Machine machine({.components = components, .network = network, .access = access, .threads = threads, .seed = 5});
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
  return {cells.host(), seen.host(), machine.ledger().charge()};
}

}  // namespace

TEST_CASE("integer sorting numbers records in the order of their keys, and is charged by the formula") {
  std::mt19937_64 random(testing::seed());
  CAPTURE(testing::seed());
  for (const std::uint32_t p : {1U, 2U, 3U, 4U, 12U, 13U, 16U, 37U, 64U, 100U}) {
    for (const std::uint32_t degree : {1U, 2U, 5U, 64U, 100000U}) {
      const auto each = static_cast<std::uint32_t>(1 + random() % 12);
      const std::uint32_t bits = random() % 2 == 0 ? 64 : static_cast<std::uint32_t>(1 + random() % 20);
      const auto digit = static_cast<std::uint32_t>(1 + random() % std::min(bits, 8U));
      CAPTURE(p);
      CAPTURE(degree);
      CAPTURE(each);
      CAPTURE(bits);
      CAPTURE(digit);
      const SortAsked all = sort_asked(p, each, degree, random);
      const auto protocol = access_protocols().make(fmt::format("integer-sort,bits={},digit={}", bits, digit), p);
      const auto routing = protocol->adaptive()->adaptive_routing();
      OneUnit network;
      const std::vector<SortPhase> phases = moved_by_sort(*routing, network, all, random());
      CHECK(network.fits);

      // Digit by digit: what is counted, and equal shares.
      const std::uint64_t digits = quotient_up(bits, digit);
      REQUIRE(phases.size() >= digits + 2);
      std::uint64_t charge = 0;
      for (std::uint64_t d = 0; d < digits; ++d) {
        const std::uint64_t most = d == 0 ? all.requests.size() : phases[d - 1].records;
        CHECK(phases[d].told == counting_time({0, p, 1U << digit, most, quotient_up(most, p)}));
        CHECK(phases[d].received == quotient_up(phases[d].records, p));
        CHECK(phases[d].sent <= quotient_up(most, p));
        charge += phases[d].told + std::max(phases[d].sent, phases[d].received);
      }
      // The key has all bits of the home.
      if (bits >= 8) check_sorted_by_home(phases[digits - 1].after, all);

      // The prefix sum: rounds that move records, and those that move none.
      std::uint64_t rounds = 0;
      for (std::size_t k = digits; k + 2 < phases.size(); ++k) {
        CHECK(phases[k].sent == 1);
        CHECK(phases[k].received == 1);
        rounds += phases[k].told + 1;
      }
      const SortPhase& homeward = phases[phases.size() - 2];
      CHECK(phases.back().told == 0);
      CHECK(rounds + homeward.told == scan_rounds(p));
      if (bits == 64) CHECK(homeward.records == all.home.size());
      charge += scan_rounds(p) + std::max(homeward.sent, homeward.received);
      CHECK(homeward.received >= all.most_at_home());
      check_at_home(homeward.after, all);

      const std::uint64_t v = all.requests.size();
      const std::uint64_t share = quotient_up(v, p);
      const std::uint64_t formula = digits * (share + counting_time({0, p, 1U << digit, v, share})) + scan_rounds(p) +
                                    std::max(share, all.most_at_home());
      if (degree == 1) {
        CHECK(charge == formula);
      } else if (bits == 64) {
        CHECK(charge <= formula);
      }
    }
  }
}

TEST_CASE("integer sorting chooses the digit of least charge") {
  for (const std::uint32_t p : {1U, 8U, 24U, 256U, 4096U}) {
    for (const std::uint64_t v : {std::uint64_t{1}, std::uint64_t{100}, std::uint64_t{5000}, std::uint64_t{131072}}) {
      CAPTURE(p);
      CAPTURE(v);
      const SortDigits chosen = choose_digits({}, p, v);
      std::uint32_t bits = 0;
      while ((std::uint64_t{1} << bits) < v) ++bits;
      CHECK(chosen.bits == std::max(2 * bits, 2U));
      const auto charge = [&](std::uint32_t w) {
        const std::uint64_t share = quotient_up(v, p);
        return quotient_up(chosen.bits, w) * (share + counting_time({0, p, 1U << w, v, share}));
      };
      for (std::uint32_t w = 1; w <= std::min(chosen.bits, 12U); ++w) CHECK(charge(chosen.digit) <= charge(w));
    }
  }
}

TEST_CASE("integer sorting delivers what combining does, the same on any number of threads") {
  for (const std::uint32_t components : {1U, 2U, 15U, 16U, 64U, 100U}) {
    for (const std::string network : {"router", "ideal", "ring", "complete"}) {
      CAPTURE(components);
      CAPTURE(network);
      const std::string access = components % 2 == 0 ? "integer-sort,bits=9,digit=2" : "integer-sort";
      const SortOutcome combined = outcome_of(components, network, "combining", 1);
      const SortOutcome sorted = outcome_of(components, network, access, 1);
      CHECK(sorted.sums == combined.sums);
      CHECK(sorted.seen == combined.seen);
      for (const unsigned threads : {2U, 3U, 8U}) CHECK(outcome_of(components, network, access, threads) == sorted);
    }
  }
}

TEST_CASE("integer sorting refuses what is no option of it") {
  const auto refused = [](const std::string& access, const std::string& allowed) {
    CHECK_THROWS_WITH_AS(access_protocols().make(access, 64U), doctest::Contains(allowed.c_str()), ConfigError);
  };
  refused("integer-sort:3", "with options alone");
  refused("integer-sort,bits=0", "from 1 to 64");
  refused("integer-sort,bits=65", "from 1 to 64");
  refused("integer-sort,digit=17", "from 1 to 16");
  refused("integer-sort,bits=3,digit=4", "at most the key's bits, 3");
  refused("integer-sort,key=3", "bits, digit");
  CHECK(access_protocols().make("integer-sort:digit=6,bits=24", 64U)->name() == "integer-sort,bits=24,digit=6");
}

}  // namespace pram
