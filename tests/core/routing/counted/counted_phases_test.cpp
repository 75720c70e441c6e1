#include <pram/detail/routing/counted_phases.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/pram.hpp>

#include "../../../support.hpp"

// Phases that are counted without moving records, beside sets of (address, component) that move.
namespace pram {

namespace {

using detail::CountedPhases;

struct AskedAddresses {
  std::uint32_t components = 0;
  std::vector<std::uint32_t> address;
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> home;

  CountedPhases::Records records() const { return {address, source, home}; }
  /// Those of addresses from `first` on, before `last`.
  CountedPhases::Records records(std::uint32_t first, std::uint32_t last) const {
    const auto from = std::ranges::lower_bound(address, first) - address.begin();
    const auto to = std::ranges::lower_bound(address, last) - address.begin();
    return {{address.begin() + from, address.begin() + to}, {source.begin() + from, source.begin() + to}, home};
  }
};

/// Addresses that these numbers of components ask for.
AskedAddresses asked_by(std::uint32_t components, const std::vector<std::uint32_t>& degrees, std::mt19937_64& random) {
  AskedAddresses made;
  made.components = components;
  std::vector<std::uint32_t> all(components);
  for (std::uint32_t c = 0; c < components; ++c) all[c] = c;
  for (const std::uint32_t degree : degrees) {
    std::shuffle(all.begin(), all.end(), random);
    made.address.insert(made.address.end(), degree, static_cast<std::uint32_t>(made.home.size()));
    made.source.insert(made.source.end(), all.begin(), all.begin() + degree);
    made.home.push_back(static_cast<std::uint32_t>(random() % components));
  }
  return made;
}

struct PhaseLoads {
  std::vector<std::uint32_t> sent;
  std::vector<std::uint32_t> received;
  bool operator==(const PhaseLoads&) const = default;
};

std::vector<PhaseLoads> moved_loads(const AccessPlan& plan, const AskedAddresses& from, std::uint64_t seed) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> held;
  for (std::size_t k = 0; k < from.address.size(); ++k) held.emplace(from.address[k], from.source[k]);
  std::vector<PhaseLoads> all;
  for (std::uint32_t phase = 0; phase < plan.phases(); ++phase) {
    PhaseLoads& loads = all.emplace_back(
        PhaseLoads{std::vector<std::uint32_t>(from.components), std::vector<std::uint32_t>(from.components)});
    std::set<std::pair<std::uint32_t, std::uint32_t>> next;
    for (const auto& [number, source] : held) {
      const std::uint64_t address = number;
      const std::uint64_t token = address ^ (std::uint64_t{source} * 0x9E3779B97F4A7C15U);
      std::uint32_t to = 0;
      AccessPlan::Moves moves;
      moves.phase = phase;
      moves.draw = seeded_hash(phase, seed);
      moves.step = seeded_hash(~std::uint64_t{0}, seed);
      moves.source = {&source, 1};
      moves.home = {&from.home[number], 1};
      moves.address = {&address, 1};
      moves.token = {&token, 1};
      plan.route(moves, {&to, 1});
      ++loads.sent[source];
      ++loads.received[to];
      next.emplace(number, to);
    }
    held = std::move(next);
  }
  return all;
}

void add_loads(const CountedPhases& counted, std::vector<PhaseLoads>& all) {
  for (std::uint32_t phase = 0; phase < all.size(); ++phase) counted.add(phase, all[phase].sent, all[phase].received);
}

std::vector<PhaseLoads> no_loads(std::size_t phases, std::uint32_t components) {
  return {phases, PhaseLoads{std::vector<std::uint32_t>(components), std::vector<std::uint32_t>(components)}};
}

/// Sends records home in two phases, or breaks the contract.
class BrokenHops : public PlannedProtocol {
 public:
  enum class Way { none, away, outside, stay };

  static constexpr std::uint64_t broken = 40;  // the address

  explicit BrokenHops(Way way) : way_(way) {}
  std::string name() const override { return "broken"; }
  std::uint32_t phases() const override { return 2; }
  bool routes_alone() const override { return true; }
  void route(const Moves& moves, std::span<std::uint32_t> destination) const override {
    for (std::size_t k = 0; k < destination.size(); ++k) {
      destination[k] = moves.home[k];
      if (way_ == Way::away && moves.phase == 1 && moves.address[k] == broken) destination[k] ^= 1;
      if (way_ == Way::outside && moves.phase == 0 && moves.address[k] == broken) destination[k] = 64;
      if (way_ == Way::stay && moves.address[k] == broken) destination[k] = stay;
    }
  }

 private:
  Way way_;
};

}  // namespace

TEST_CASE("counted phases carry what moving records carry") {
  std::mt19937_64 random(testing::seed());
  CAPTURE(testing::seed());
  const auto degrees_of = [&](std::size_t addresses, std::uint32_t most) {
    std::vector<std::uint32_t> degrees(addresses);
    for (std::uint32_t& degree : degrees)
      degree = random() % 3 == 0 ? 1 + static_cast<std::uint32_t>(random() % most) : 1;
    return degrees;
  };
  const std::vector<std::pair<AskedAddresses, std::vector<std::string>>> cases = {
      {asked_by(1, {1, 1, 1}, random), {"direct", "combining"}},
      {asked_by(64, {64}, random), {"direct", "combining:8,8"}},
      {asked_by(64, std::vector<std::uint32_t>(3000, 1), random), {"combining:8,8", "combining:4,4,4,spread=modular"}},
      {asked_by(64, std::vector<std::uint32_t>(100, 64), random), {"direct", "combining:8,8", "combining:2,32"}},
      {asked_by(60, degrees_of(2000, 60), random), {"direct", "combining:8,8", "combining:3,4,5,spread=ordered"}},
      // Addresses that fill several blocks of 1024 records, or end with one.
      {asked_by(7000, {1, 7000, 1, 1024, 1024, 1, 1023, 1, 1025, 3000, 2, 6000, 1}, random),
       {"direct", "combining:100,70", "combining:7,10,100,physical=extra"}},
      {asked_by(7000, degrees_of(300, 200), random), {"combining:100,70", "combining:7,10,100,physical=last"}}};
  CountedPhases counted;  // one for all, as engines have it
  for (const auto& [records, protocols] : cases) {
    for (const std::string& access : protocols) {
      CAPTURE(records.components);
      CAPTURE(records.address.size());
      CAPTURE(access);
      const auto protocol = access_protocols().make(access, records.components);
      const AccessPlan& plan = *protocol->routing_plan();
      const std::uint64_t seed = random();
      const std::vector<PhaseLoads> expected = moved_loads(plan, records, seed);
      std::vector<PhaseLoads> found = no_loads(plan.phases(), records.components);
      REQUIRE(counted.count(plan, records.components, seed, records.records()));
      add_loads(counted, found);
      CHECK(found == expected);

      // Addresses dealt to two.
      const auto half = static_cast<std::uint32_t>(random() % (records.home.size() + 1));
      found = no_loads(plan.phases(), records.components);
      CountedPhases other;
      REQUIRE(counted.count(plan, records.components, seed, records.records(0, half)));
      REQUIRE(other.count(plan, records.components, seed, records.records(half, ~0U)));
      add_loads(counted, found);
      add_loads(other, found);
      CHECK(found == expected);
    }
  }
}

TEST_CASE("counted phases find a plan that breaks its contract") {
  std::mt19937_64 random(testing::seed());
  CAPTURE(testing::seed());
  for (const std::uint32_t degree : {1U, 2U, 64U}) {
    const AskedAddresses records = asked_by(64, std::vector<std::uint32_t>(100, degree), random);
    const BrokenHops whole(BrokenHops::Way::none);
    const std::vector<PhaseLoads> expected = moved_loads(whole, records, 1);
    CountedPhases counted;
    for (const BrokenHops::Way way : {BrokenHops::Way::away, BrokenHops::Way::outside, BrokenHops::Way::stay}) {
      CHECK_FALSE(counted.count(BrokenHops(way), 64, 1, records.records()));
      // Which leaves nothing for the next plan.
      std::vector<PhaseLoads> found = no_loads(2, 64);
      REQUIRE(counted.count(whole, 64, 1, records.records()));
      add_loads(counted, found);
      CHECK(found == expected);
    }
  }
}

TEST_CASE("counted phases take the place of moving for protocols and networks that look at no message") {
  const auto fits = [](const std::string& access, const std::string& network) {
    return CountedPhases::fits(*access_protocols().make(access, 64U), *networks().make(network, 64U));
  };
  CHECK(fits("direct", "router"));
  CHECK(fits("tree", "router"));
  CHECK(fits("combining:8,8,sweeps=separate", "ideal"));
  CHECK_FALSE(fits("combining:8,8", "torus:8x8"));
  CHECK_FALSE(fits("combining:8,8,timing=asynchronous", "router"));
  CHECK_FALSE(fits("adaptive", "router"));
  CHECK_FALSE(fits("sorting", "hypercube"));
}

}  // namespace pram
