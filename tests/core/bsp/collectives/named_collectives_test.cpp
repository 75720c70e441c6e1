#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../../support.hpp"
#include "../../../support/forced.hpp"
#include "../thread_counts.hpp"
#include "collective_call.hpp"
#include "collective_run.hpp"

/// Collectives by the algorithms of `pram collective`.
namespace pram {

namespace {

using bsp::Algorithm;
using testing::Affine;
using testing::All;
using testing::Call;
using testing::values_after;

constexpr Algorithm named_broadcasts[] = {Algorithm::automatic, Algorithm::binomial, Algorithm::doubling,
                                          Algorithm::bine,      Algorithm::ring,     Algorithm::circulant};
constexpr Algorithm named_reduces[] = {Algorithm::automatic, Algorithm::binomial, Algorithm::bine, Algorithm::ring,
                                       Algorithm::circulant};
constexpr Algorithm named_all_reduces[] = {Algorithm::automatic,    Algorithm::doubling, Algorithm::ring,
                                           Algorithm::rabenseifner, Algorithm::swing,    Algorithm::circulant};
constexpr Algorithm named_scans[] = {Algorithm::automatic, Algorithm::doubling, Algorithm::chain,
                                     Algorithm::two_sweeps};

/// What the manual says of them.
bool asks_for_power_of_two(Algorithm algorithm) {
  return algorithm == Algorithm::bine || algorithm == Algorithm::swing;
}
bool combines_in_any_order(Algorithm algorithm) {
  return algorithm == Algorithm::bine || algorithm == Algorithm::ring || algorithm == Algorithm::swing ||
         algorithm == Algorithm::circulant;
}

/// All five collectives by all of their algorithms, on values of one type.
/// @param op  as the collectives get it
/// @param combine  as the loop that is the oracle applies it
template <class T, class Operator, class Oracle>
void check_named(Call call, const std::function<T()>& value, Operator op, T identity, const Oracle& combine,
                 bool commutes, std::span<const unsigned> threads) {
  All<T> given(call.processes);
  for (auto& own : given) {
    for (std::uint64_t k = 0; k < call.values; ++k) own.push_back(value());
  }
  All<T> before(call.processes + 1U, std::vector<T>(call.values, identity));
  for (std::size_t p = 0; p < call.processes; ++p) {
    for (std::size_t k = 0; k < call.values; ++k)
      before[p + 1][k] = p == 0 ? given[0][k] : combine(before[p][k], given[p][k]);
  }
  const std::vector<T> all = before.back();
  All<T> reduced = given;
  reduced[call.root] = all;
  const All<T> upto(before.begin() + 1, before.end());
  before.pop_back();

  const auto each = [&](const char* collective_name, std::span<const Algorithm> tried, bool keeps_all, auto formula,
                        const All<T>& wanted, const auto& collective) {
    for (const Algorithm algorithm : tried) {
      if (asks_for_power_of_two(algorithm) && !std::has_single_bit(call.processes)) continue;
      if (!keeps_all && !commutes && combines_in_any_order(algorithm)) continue;
      call.options.algorithm = algorithm;
      std::optional<bsp::CollectiveCost> cost;
      // Formulas of `auto` count on an operator that commutes.
      if (call.processes == call.components && (algorithm != Algorithm::automatic || keeps_all || commutes))
        cost = formula(call.processes, call.values, sizeof(T), testing::parameters_of_call(call), algorithm);
      CAPTURE(call.processes);
      CAPTURE(call.values);
      CAPTURE(call.root);
      CAPTURE(std::string(collective_name));
      CAPTURE(to_string(algorithm));
      CHECK(values_after(call, given, cost, collective, threads) == wanted);
    }
  };
  each("broadcast", named_broadcasts, true, bsp::broadcast_cost, All<T>(call.processes, given[call.root]),
       [&](bsp::Process self, std::vector<T>& own) { return bsp::broadcast(self, own, call.root, call.options); });
  each("reduce", named_reduces, false, bsp::reduce_cost, reduced,
       [&](bsp::Process self, std::vector<T>& own) { return bsp::reduce(self, own, op, call.root, call.options); });
  each("all-reduce", named_all_reduces, false, bsp::all_reduce_cost, All<T>(call.processes, all),
       [&](bsp::Process self, std::vector<T>& own) { return bsp::all_reduce(self, own, op, call.options); });
  each("scan", named_scans, true, bsp::scan_cost, upto,
       [&](bsp::Process self, std::vector<T>& own) { return bsp::scan(self, own, op, call.options); });
  each("exclusive scan", named_scans, true, bsp::exclusive_scan_cost, before,
       [&](bsp::Process self, std::vector<T>& own) {
         return bsp::exclusive_scan(self, own, op, identity, call.options);
       });
}

/// Values of several types, by operators that commute and by one that does not.
void check_types(const Call& call, std::mt19937_64& draw, std::span<const unsigned> threads) {
  check_named<Affine>(
      call,
      [&] {
        return Affine{draw() % 1000 | 1, draw() % 1000};
      },
      testing::then, Affine{1, 0}, testing::then, false, threads);
  check_named<std::uint64_t>(
      call, [&] { return draw(); }, Sum{}, std::uint64_t{0}, std::plus<>(), true, threads);
  check_named<std::uint16_t>(
      call, [&] { return static_cast<std::uint16_t>(draw()); },
      bsp::commutative([](std::uint16_t a, std::uint16_t b) { return static_cast<std::uint16_t>(a + b); }),
      std::uint16_t{0}, [](std::uint16_t a, std::uint16_t b) { return static_cast<std::uint16_t>(a + b); }, true,
      threads);
}

}  // namespace

TEST_CASE("named collectives give what a loop gives, at the cost of their formulas, for many numbers of processes") {
  const testing::ForcedWorkers all_workers;
  std::mt19937_64 draw(testing::seed());
  std::vector<std::uint32_t> numbers = {64};
  for (std::uint32_t p = 1; p <= 20; ++p) numbers.push_back(p);
  for (const std::uint32_t p : numbers) {
    const std::uint64_t sizes[] = {0, 1, p - 1U, p, p + 1U, 3 * p + 2U, 10 * p};
    for (const std::uint64_t values : testing::drawn(sizes, 2)) {
      Call call;
      call.processes = call.components = p;
      call.values = values;
      call.root = draw() % p;
      call.gap = 1 + draw() % 5;
      call.latency = draw() % 2 == 0 ? draw() % 10 : draw() % 300;
      check_types(call, draw, std::span(testing::thread_counts).first(1));
    }
  }
}

TEST_CASE("named collectives do the same for all threads, and where components have several processes or none") {
  const testing::ForcedWorkers all_workers;
  std::mt19937_64 draw(testing::seed());
  for (int round = testing::random_cases(25); round > 0; --round) {
    const Call call = testing::random_call(draw, draw() % 4 != 0);
    check_types(call, draw, testing::thread_counts);
  }
}

TEST_CASE("auto takes the cheapest of all algorithms that fit, and best keeps to three of them") {
  std::mt19937_64 draw(testing::seed());
  const auto cheapest = [&](auto formula, std::span<const Algorithm> named, std::uint64_t p) {
    const std::uint64_t m = draw() % (draw() % 2 == 0 ? 10 : 100'000);
    const bsp::Parameters machine = {static_cast<double>(draw() % 10), static_cast<double>(draw() % 1000)};
    double least = formula(p, m, 8, machine, Algorithm::best).charge(machine);
    for (const Algorithm algorithm : named.subspan(1)) {
      if (asks_for_power_of_two(algorithm) && !std::has_single_bit(p)) continue;
      least = std::min(least, formula(p, m, 8, machine, algorithm).charge(machine));
    }
    CHECK(formula(p, m, 8, machine, "auto").charge(machine) == least);
    CHECK(formula(p, m, 8, machine, Algorithm::best).algorithm <= Algorithm::tree);
  };
  for (int round = testing::random_cases(300); round > 0; --round) {
    const std::uint64_t p = draw() % 2 == 0 ? 1 + draw() % 5000 : std::uint64_t{1} << draw() % 12;
    cheapest(bsp::broadcast_cost, named_broadcasts, p);
    cheapest(bsp::reduce_cost, named_reduces, p);
    cheapest(bsp::all_reduce_cost, named_all_reduces, p);
    cheapest(bsp::scan_cost, named_scans, p);
    cheapest(bsp::exclusive_scan_cost, named_scans, p);
  }
  // Long messages in packets cost half of two phases; exchanges half of two trees.
  const bsp::Parameters router = {1, 100};
  CHECK(bsp::broadcast_cost(64, 100'000, 8, router, "auto").algorithm == Algorithm::circulant);
  CHECK(bsp::broadcast_cost(64, 100'000, 8, router, "auto").charge(router) <
        0.6 * bsp::broadcast_cost(64, 100'000, 8, router).charge(router));
  CHECK(bsp::all_reduce_cost(64, 1, 8, {1, 2}, "auto").algorithm == Algorithm::doubling);
  CHECK(bsp::all_reduce_cost(64, 1, 8, {1, 1'000'000}, "auto").algorithm == Algorithm::one_phase);
}

TEST_CASE("the number of packets is about the best one, and 1024 at most") {
  std::mt19937_64 draw(testing::seed());
  for (int round = testing::random_cases(300); round > 0; --round) {
    const std::uint64_t p = 2 + draw() % 200;
    const std::uint64_t m = 1 + draw() % 20'000;
    const bsp::Parameters machine = {static_cast<double>(1 + draw() % 5), static_cast<double>(1 + draw() % 1000)};
    const auto cost = bsp::broadcast_cost(p, m, 8, machine, "circulant");
    const auto rounds = static_cast<double>(std::bit_width(p - 1));
    double least = 1e300;
    for (std::uint64_t n = 1; n <= std::min<std::uint64_t>(m, 1024); ++n) {
      const auto longest = static_cast<double>((m + n - 1) / n);
      least = std::min(least, (static_cast<double>(n) - 1 + rounds) * (longest * machine.g + machine.l));
    }
    CAPTURE(p);
    CAPTURE(m);
    CHECK(cost.packets <= 1024);
    CHECK(cost.supersteps == cost.packets - 1 + static_cast<std::uint64_t>(rounds));
    CHECK(cost.charge(machine) <= 1.1 * least);
  }
  CHECK(bsp::broadcast_cost(100, 1'000'000, 8, {1, 0}, "circulant").packets <= 1024);
}

TEST_CASE("blocks of any sizes by named algorithms are those that come straight") {
  const testing::ForcedWorkers all_workers;
  std::mt19937_64 draw(testing::seed());
  using Block = std::vector<std::uint16_t>;
  for (int round = testing::random_cases(60); round > 0; --round) {
    const Call call = testing::random_call(draw, true);
    const std::uint64_t p = call.processes;
    All<Block> blocks(p, std::vector<Block>(p));
    for (auto& own : blocks) {
      for (auto& block : own) {
        block.resize(draw() % 3 == 0 ? 0 : draw() % 20);
        for (auto& one : block) one = static_cast<std::uint16_t>(draw());
      }
    }
    for (const unsigned threads : testing::thread_counts) {
      Machine machine = machine_of(call, threads);
      machine.spmd([&](bsp::Process self) -> Task<> {
        const auto& mine = blocks[self.id()];
        const auto on_root = co_await bsp::gather(self, mine[0], call.root, {.algorithm = "binomial"});
        CHECK(on_root.count() == (self.id() == call.root ? p : 0));
        for (std::size_t from = 0; from < on_root.count(); ++from)
          CHECK(std::ranges::equal(on_root[from], blocks[from][0]));
        for (const char* const algorithm : {"ring", "circulant", "doubling"}) {
          if (std::string(algorithm) == "doubling" && !std::has_single_bit(p)) continue;
          const bsp::CollectiveOptions by = {.algorithm = algorithm};
          const auto on_all = co_await bsp::all_gather(self, mine[0], by);
          REQUIRE(on_all.count() == p);
          for (std::size_t from = 0; from < p; ++from) CHECK(std::ranges::equal(on_all[from], blocks[from][0]));
        }
        Block given;
        std::vector<std::uint64_t> counts;
        for (const Block& block : mine) {
          given.insert(given.end(), block.begin(), block.end());
          counts.push_back(block.size());
        }
        const auto got = co_await bsp::all_to_all(self, given, counts, {.algorithm = "bruck"});
        REQUIRE(got.count() == p);
        for (std::size_t from = 0; from < p; ++from) CHECK(std::ranges::equal(got[from], blocks[from][self.id()]));
      });
    }
  }
}

TEST_CASE("blocks of one size by named algorithms cost what their formulas say") {
  struct Costs {
    bsp::CollectiveCost (*formula)(std::uint64_t, std::uint64_t, std::uint64_t, const bsp::Parameters&,
                                   bsp::AlgorithmChoice);
    Algorithm algorithm;
  };
  const bsp::Parameters machine_parameters = {2, 7};
  for (const std::uint32_t p : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 11U, 16U, 20U, 64U}) {
    for (const Costs& one :
         {Costs{bsp::gather_cost, Algorithm::best}, Costs{bsp::gather_cost, Algorithm::binomial},
          Costs{bsp::all_gather_cost, Algorithm::automatic}, Costs{bsp::all_gather_cost, Algorithm::ring},
          Costs{bsp::all_gather_cost, Algorithm::circulant}, Costs{bsp::all_gather_cost, Algorithm::doubling},
          Costs{bsp::all_to_all_cost, Algorithm::one_phase}, Costs{bsp::all_to_all_cost, Algorithm::bruck}}) {
      if (one.algorithm == Algorithm::doubling && !std::has_single_bit(p)) continue;
      constexpr std::uint64_t m = 3;
      Machine machine({.components = p, .network = "router:g=2,l=7"});
      machine.spmd([&](bsp::Process self) -> Task<> {
        const bsp::CollectiveOptions by = {.algorithm = one.algorithm};
        const std::vector<std::uint64_t> values(m, self.id());
        if (one.formula == bsp::gather_cost) {
          const auto had = co_await bsp::gather(self, values, p - 1, by);
          if (self.id() == p - 1) CHECK(had[p / 2][1] == p / 2);
        } else if (one.formula == bsp::all_gather_cost) {
          const auto had = co_await bsp::all_gather(self, values, by);
          CHECK(had[p / 2][2] == p / 2);
        } else {
          const auto had = co_await bsp::all_to_all(self, std::vector<std::uint64_t>(m * p, self.id()), by);
          CHECK(had[p / 2][0] == p / 2);
        }
        co_await self.sync("after");
      });
      CAPTURE(p);
      CAPTURE(to_string(one.algorithm));
      Call call;
      call.gap = 2;
      call.latency = 7;
      testing::check_collective_cost(machine, call, one.formula(p, m, 8, machine_parameters, one.algorithm));
    }
  }
}

}  // namespace pram
