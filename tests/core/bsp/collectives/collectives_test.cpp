#include <algorithm>
#include <array>
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
#include "../../thrown.hpp"
#include "../thread_counts.hpp"
#include "collective_call.hpp"
#include "collective_run.hpp"

namespace pram {

namespace {

using bsp::Algorithm;
using testing::Affine;
using testing::algorithms;
using testing::All;
using testing::Call;
using testing::values_after;

/// All five collectives on values of one type.
template <class T, class Operator, class Oracle>
void check_all(const Call& call, const std::function<T()>& value, Operator op, T identity, const Oracle& combine) {
  All<T> given(call.processes);
  for (auto& own : given) {
    for (std::uint64_t k = 0; k < call.values; ++k) own.push_back(value());
  }
  const bool exact = call.processes == call.components;
  const bsp::Parameters parameters = testing::parameters_of_call(call);
  const auto cost = [&](auto formula) {
    return exact ? std::optional(formula(call.processes, call.values, sizeof(T), parameters, call.options.algorithm))
                 : std::nullopt;
  };
  // Prefixes the plain way.
  All<T> before(call.processes + 1U, std::vector<T>(call.values, identity));
  for (std::size_t p = 0; p < call.processes; ++p) {
    for (std::size_t k = 0; k < call.values; ++k)
      before[p + 1][k] = p == 0 ? given[0][k] : combine(before[p][k], given[p][k]);
  }
  const std::vector<T>& all = before.back();

  CHECK(values_after(call, given, cost(bsp::broadcast_cost), [&](bsp::Process self, std::vector<T>& own) {
          return bsp::broadcast(self, own, call.root, call.options);
        }) == All<T>(call.processes, given[call.root]));

  All<T> reduced = given;
  reduced[call.root] = all;
  CHECK(values_after(call, given, cost(bsp::reduce_cost), [&](bsp::Process self, std::vector<T>& own) {
          return bsp::reduce(self, own, op, call.root, call.options);
        }) == reduced);

  CHECK(values_after(call, given, cost(bsp::all_reduce_cost), [&](bsp::Process self, std::vector<T>& own) {
          return bsp::all_reduce(self, own, op, call.options);
        }) == All<T>(call.processes, all));

  CHECK(values_after(call, given, cost(bsp::scan_cost), [&](bsp::Process self, std::vector<T>& own) {
          return bsp::scan(self, own, op, call.options);
        }) == All<T>(before.begin() + 1, before.end()));

  CHECK(values_after(call, given, cost(bsp::exclusive_scan_cost), [&](bsp::Process self, std::vector<T>& own) {
          return bsp::exclusive_scan(self, own, op, identity, call.options);
        }) == All<T>(before.begin(), before.end() - 1));
}

}  // namespace

TEST_CASE("collectives give what a loop gives, at the cost of their formulas, for any operator and all threads") {
  const testing::ForcedWorkers all_workers;
  std::mt19937_64 draw(testing::seed());
  for (int round = testing::random_cases(150); round > 0; --round) {
    const Call call = testing::random_call(draw, draw() % 4 != 0);
    check_all<Affine>(
        call,
        [&] {
          return Affine{draw() % 1000 | 1, draw() % 1000};
        },
        testing::then, Affine{1, 0}, testing::then);
    check_all<std::uint64_t>(
        call, [&] { return draw(); }, Sum{}, std::uint64_t{0}, std::plus<std::uint64_t>());
    check_all<std::int8_t>(
        call, [&] { return static_cast<std::int8_t>(draw()); }, Minimum{}, std::int8_t{127},
        [](std::int8_t a, std::int8_t b) { return std::min(a, b); });
    check_all<std::uint16_t>(
        call, [&] { return static_cast<std::uint16_t>(draw()); }, Sum{}, std::uint16_t{0},
        [](std::uint16_t a, std::uint16_t b) { return static_cast<std::uint16_t>(a + b); });
  }
}

TEST_CASE("collectives of one value, and of what lies in a coarray, an array, a span") {
  const std::vector<std::uint64_t> factorials = {1, 2, 6, 24, 120, 720, 5040};
  for (const Algorithm algorithm : algorithms) {
    const bsp::CollectiveOptions by = {.algorithm = algorithm};
    Machine machine({.components = 7});
    machine.spmd([&](bsp::Process self) -> Task<> {
      const std::uint64_t id = self.id();
      const std::uint64_t fourth = co_await bsp::broadcast(self, 10 * id, 4, by);
      CHECK(fourth == 40);
      const std::uint64_t sum = co_await bsp::reduce(self, id, Sum{}, 2, by);
      CHECK(sum == (id == 2 ? 21 : id));
      const double most = co_await bsp::all_reduce(self, static_cast<double>(id), Maximum{}, by);
      CHECK(most == 6.0);
      const std::uint64_t factorial = co_await bsp::scan(self, id + 1, Product{}, by);
      CHECK(factorial == factorials[id]);
      const std::uint64_t below = co_await bsp::exclusive_scan(self, id, Sum{}, std::uint64_t{0}, by);
      CHECK(below == (id == 0 ? 0 : id * (id - 1) / 2));
      const Affine all = co_await bsp::all_reduce(self, Affine{id + 1, id}, testing::then, by);
      CHECK(all.a == 5040);
      auto cells = self.coarray<std::uint32_t>(3, static_cast<std::uint32_t>(id));
      co_await bsp::broadcast(self, cells, 5, by);
      CHECK(cells[2] == 5);
      std::array<std::uint64_t, 2> pair;
      pair.fill(id);
      co_await bsp::all_reduce(self, pair, Sum{}, by);
      CHECK(pair[0] == 21);
      CHECK(pair[1] == 21);
      std::vector<std::uint64_t> row(3, 2);
      co_await bsp::scan(self, std::span(row).subspan(1), std::plus<>(), by);
      CHECK(row[0] == 2);
      CHECK(row[1] == 2 * (id + 1));
      CHECK(row[2] == 2 * (id + 1));
    });
  }
}

TEST_CASE("what was asked for before a collective takes effect with its first superstep, and lines are the caller's") {
  Machine machine({.components = 4});
  machine.spmd([&](bsp::Process self) -> Task<> {
    auto cells = self.coarray<int>(1);
    cells((self.id() + 1) % 4)[0] = static_cast<int>(self.id());
    const auto before = cells(0)[0].get();
    const std::uint64_t five = co_await bsp::broadcast(self, 5 + self.id(), 0, {.algorithm = Algorithm::one_phase});
    CHECK(five == 5);
    CHECK(cells[0] == static_cast<int>(self.id() + 3) % 4);
    CHECK(before.value() == 0);
  });
  bool found = false;
  for (const TransferTotal& line : machine.ledger().transfers()) {
    if (line.subject != "collectives") continue;
    found = true;
    CHECK(testing::contains(line.where.file, "collectives_test.cpp"));
    CHECK(line.words == 3);
  }
  CHECK(found);
}

}  // namespace pram
