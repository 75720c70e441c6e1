#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <pram/detail/random/hash_family.hpp>
#include <pram/detail/random/seeded_hash.hpp>
#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/perf/patterns/pattern_engine.hpp>
#include <pram/pram.hpp>

#include "pattern_runs.hpp"
#include "support.hpp"

/// physical=extra and physical=last (TR-24-92, Section 5): the phases go by a hash of the address that is drawn anew.
/// nested=no (Section 2): each phase goes by a hash of its own.
using namespace pram;
using namespace pram::perf;
using pram::testing::measured;

namespace {

enum class Physical { no, extra, last };

/// Charges of the phases of one run: 32 requests a component, groups of one degree placed consecutively, every draw
/// from a generator of its own.
std::vector<double> simulated(std::uint32_t p, std::uint32_t degree, const std::vector<std::uint32_t>& basis,
                              Physical physical, std::mt19937_64& random, bool nested = true) {
  std::vector<std::uint32_t> hash(32 * p / degree);
  std::vector<std::uint32_t> owner(hash.size());
  for (std::uint32_t& h : hash) h = static_cast<std::uint32_t>(random() % p);
  for (std::uint32_t& o : owner) o = static_cast<std::uint32_t>(random() % p);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> held;  // group, component
  for (std::uint32_t x = 0; x < 32 * p; ++x) held.emplace_back(x / degree, x % p);
  std::vector<double> charges;
  const auto phase = [&](const auto& destination) {
    std::vector<std::uint32_t> sent(p);
    std::vector<std::uint32_t> received(p);
    for (auto& [group, component] : held) {
      ++sent[component];
      component = destination(group);
      ++received[component];
    }
    charges.push_back(std::max(*std::ranges::max_element(sent), *std::ranges::max_element(received)));
    std::ranges::sort(held);
    held.erase(std::unique(held.begin(), held.end()), held.end());
  };
  std::uint32_t block = p;
  for (std::size_t i = 0; i < basis.size(); ++i) {
    block /= basis[i];
    if (!nested) {
      for (std::uint32_t& h : hash) h = static_cast<std::uint32_t>(random() % p);
    }
    if (physical == Physical::last && i + 1 == basis.size()) {
      phase([&](std::uint32_t group) { return owner[group]; });
    } else {
      phase([&](std::uint32_t group) {
        return hash[group] / block * block + static_cast<std::uint32_t>(random() % block);
      });
    }
  }
  if (physical == Physical::extra) phase([&](std::uint32_t group) { return owner[group]; });
  return charges;
}

/// Charges of the phases with modular spreading where each goes by a function of its own, by sets of what components
/// hold.
std::vector<std::uint64_t> charges_by_sets(const PatternRecords& records, const std::vector<std::uint32_t>& basis,
                                           const std::string& family, std::uint64_t step) {
  const std::uint32_t p = records.components;
  std::set<std::pair<std::uint32_t, std::uint32_t>> held;  // address, component
  for (std::uint32_t k = 0; k < records.count; ++k) held.emplace(records.address[k], records.component[k]);
  std::uint32_t block = 1;
  for (const std::uint32_t b : basis) block *= b;
  std::vector<std::uint64_t> charges;
  for (std::size_t i = 0; i < basis.size(); ++i) {
    block /= basis[i];
    const auto function = pram::detail::draw_hash(Spec(family), i == 0 ? step : seeded_hash(i, step));
    std::vector<std::uint64_t> sent(p);
    std::vector<std::uint64_t> received(p);
    std::set<std::pair<std::uint32_t, std::uint32_t>> arrived;
    for (const auto& [address, component] : held) {
      std::uint32_t to = records.home[address];
      if (i + 1 < basis.size()) {
        const std::uint64_t key = address;
        function->choose({&key, 1}, p, &to);
        const std::uint32_t first = to / block * block;
        to = first + component % std::min(block, p - first);
      }
      ++sent[component];
      ++received[to];
      arrived.emplace(address, to);
    }
    charges.push_back(std::max(*std::ranges::max_element(sent), *std::ranges::max_element(received)));
    held = arrived;
  }
  return charges;
}

/// Do two means of independent runs differ by chance alone?
bool agree(const Statistic& a, const Statistic& b) {
  return std::abs(a.mean() - b.mean()) <= 5 * std::hypot(a.error(), b.error()) + 1e-9;
}

}  // namespace

TEST_CASE("physical destinations on a pattern: a fresh hash a run, as an independent simulation has it") {
  const std::uint64_t runs = testing::size() <= testing::Size::small ? 20 : 80;
  const auto result =
      measured(degree_pattern({4096, std::uint64_t{1} << 17, Requesters::consecutive}, 4096), 4096,
               {"combining:32,16,8", "combining:32,16,8,physical=extra", "combining:32,16,8,physical=last"}, runs);
  std::mt19937_64 random(testing::seed());
  const Physical all[] = {Physical::no, Physical::extra, Physical::last};
  for (std::size_t k = 0; k < 3; ++k) {
    CAPTURE(result.costs[k].access);
    std::vector<Statistic> phases(result.costs[k].phases.size());
    Statistic total;
    for (std::uint64_t run = 0; run < runs; ++run) {
      const std::vector<double> charges = simulated(4096, 4096, {32, 16, 8}, all[k], random);
      REQUIRE(charges.size() == phases.size());
      double sum = 0;
      for (std::size_t i = 0; i < charges.size(); ++i) phases[i].add(charges[i]), sum += charges[i];
      total.add(sum);
    }
    CHECK(agree(result.costs[k].charge, total));
    for (std::size_t i = 0; i < phases.size(); ++i) CHECK(agree(result.costs[k].phases[i].charge, phases[i]));
    // With one hash for all runs the spread would be that of the choices within blocks alone.
    CHECK(result.costs[k].charge.error() > 0.35 * total.error());
  }
  // The extra phase comes on top of what the plain protocol pays.
  const AccessCost& plain = result.costs[0];
  const AccessCost& extra = result.costs[1];
  CHECK(std::abs(extra.charge.mean() - extra.phases.back().charge.mean() - plain.charge.mean()) <=
        5 * std::hypot(plain.charge.error(), extra.charge.error()));
}

TEST_CASE("physical destinations of a program: the hash comes from the machine's seed") {
  const std::uint64_t runs = testing::size() <= testing::Size::small ? 40 : 200;
  constexpr std::uint32_t p = 64;
  std::mt19937_64 random(testing::seed());
  for (const auto& [physical, option] : {std::pair{Physical::extra, "extra"}, std::pair{Physical::last, "last"}}) {
    for (const std::uint32_t degree : {64U, 8U, 1U}) {
      CAPTURE(option);
      CAPTURE(degree);
      Statistic charge;
      Statistic reference;
      for (std::uint64_t run = 0; run < runs; ++run) {
        const std::vector<double> charges = simulated(p, degree, {8, 8}, physical, random);
        double sum = 0;
        for (const double one : charges) sum += one;
        reference.add(sum);
        Machine machine({.components = p,
                         .access = std::string("combining:8,8,physical=") + option,
                         .threads = 1,
                         .seed = testing::seed() + run});
        const auto cells = machine.array<int>(32 * p / degree, 0);
        machine.pardo(
            32 * p, [&](Processor self) -> Task<> { co_await cells[(self.id() % 32 * p + self.id() / 32) / degree]; });
        charge.add(static_cast<double>(machine.ledger().charge()));
      }
      CHECK(agree(charge, reference));
    }
  }
}

TEST_CASE("a hash for each phase, drawn from a family: charges are those of sets, also where blocks are cut off") {
  const std::pair<std::uint32_t, std::vector<std::uint32_t>> machines[] = {
      {64, {8, 8}}, {64, {4, 4, 4}}, {61, {8, 8}}, {100, {4, 3, 9}}, {1000, {32, 8, 4}}};
  std::uint64_t seed = testing::seed();
  for (const auto& [p, basis] : machines) {
    for (const char* const family : {"xxh3", "multiply-shift", "k-wise:2", "tabulation"}) {
      for (const std::uint64_t degree : {1U, 4U, 32U}) {
        CAPTURE(p);
        CAPTURE(family);
        CAPTURE(degree);
        CAPTURE(++seed);
        SourceMerge merge;
        const PatternRecords& records = merge(degree_pattern({p, 32 * p}, degree).make(seed), seed);
        std::string name = "combining:";
        for (const std::uint32_t b : basis) name += std::to_string(b) + ",";
        const auto protocol = access_protocols().make(name + "spread=modular,nested=no,hash=" + family, p);
        const auto network = networks().make("router", p);
        PatternEngine engine;
        std::vector<std::uint64_t> charges;
        for (const PatternPhase& phase : engine.run(*protocol, *network, records, seed))
          charges.push_back(phase.charge);
        CHECK(charges == charges_by_sets(records, basis, family, seeded_hash(~std::uint64_t{0}, seed)));
      }
    }
  }
}

TEST_CASE("nested or not, combining costs the same at all degrees of Table 2") {
  const bool small = testing::size() <= testing::Size::small;
  const std::uint32_t p = small ? 256 : 4096;
  const std::vector<std::uint32_t> basis = small ? std::vector<std::uint32_t>{8, 8, 4} : std::vector{32U, 16U, 8U};
  const std::string access = small ? "combining:8,8,4" : "combining:32,16,8";
  constexpr std::uint64_t runs = 40;
  std::mt19937_64 random(testing::seed());
  for (const std::uint32_t degree : {1U, 4U, 32U, 256U, 4096U}) {
    CAPTURE(degree);
    const auto result = measured(degree_pattern({p, 32 * p, Requesters::consecutive}, degree), p,
                                 {access, access + ",nested=no"}, runs);
    const AccessCost& nested = result.costs[0];
    const AccessCost& apart = result.costs[1];
    CHECK(std::abs(nested.charge.mean() - apart.charge.mean()) <
          3 * std::hypot(nested.charge.error(), apart.charge.error()));
    if (degree > p) continue;  // more requests than components: several of a component for one address
    std::vector<Statistic> phases(basis.size());
    for (std::uint64_t run = 0; run < runs; ++run) {
      const std::vector<double> charges = simulated(p, degree, basis, Physical::no, random, false);
      for (std::size_t i = 0; i < phases.size(); ++i) phases[i].add(charges[i]);
    }
    for (std::size_t i = 0; i < phases.size(); ++i) CHECK(agree(apart.phases[i].charge, phases[i]));
  }
}
