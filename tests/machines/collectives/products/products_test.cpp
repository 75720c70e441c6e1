#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/machines/detail/schedule.hpp>

#include "collectives/products/mixed.hpp"
#include "product_case.hpp"
#include "support.hpp"

namespace pram {

namespace {

using testing::equal_factors;
using testing::Ports;
using testing::product_case;
using testing::ProductCase;
using testing::steps_checked;

using Factors = std::vector<std::pair<std::string, std::uint32_t>>;

std::uint64_t steps_of_a2(const ProductCase& network) {
  return steps_checked(*total_exchange_a2(network.factors), *network.graph, Ports::one);
}

std::uint64_t steps_of_a3(const std::string& kind, std::uint32_t size, std::uint32_t doublings) {
  const ProductCase network = equal_factors(kind, size, std::size_t{1} << doublings, Ports::all);
  return steps_checked(*total_exchange_a3(network.factors[0], doublings), *network.graph, Ports::all);
}

std::uint64_t bound_of_all_ports(const std::string& kind, std::uint32_t size, std::size_t dimensions) {
  return equal_factors(kind, size, dimensions, Ports::all).bounds.all_ports();
}

std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

}  // namespace

TEST_CASE("total exchange: A2 meets the average status on products of Cayley graphs") {
  const std::uint64_t cubes[] = {1, 4, 12, 32, 80, 192, 448};
  for (std::size_t d = 1; d <= 7; ++d) {
    const ProductCase cube = equal_factors("path", 2, d, Ports::one);
    CHECK(steps_of_a2(cube) == cubes[d - 1]);
    CHECK(cube.bounds.optimal(cubes[d - 1], Ports::one));
    CHECK(cubes[d - 1] == d * power(2, d - 1));
  }
  const std::pair<Factors, std::uint64_t> reference[] = {
      {{{"ring", 3}, {"ring", 3}}, 12},
      {{{"ring", 4}, {"ring", 3}}, 20},
      {{{"ring", 4}, {"ring", 4}}, 32},
      {{{"ring", 5}, {"ring", 5}}, 60},
      {{{"ring", 8}, {"ring", 8}}, 256},
      {{{"ring", 10}, {"ring", 10}}, 500},
      {{{"ring", 3}, {"ring", 3}, {"ring", 3}}, 54},
      {{{"ring", 4}, {"ring", 4}, {"ring", 4}}, 192},
      {{{"ring", 3}, {"ring", 4}, {"ring", 5}}, 172},
      {{{"complete", 3}, {"complete", 4}}, 17},
      {{{"complete", 4}, {"complete", 4}, {"complete", 4}}, 144},
      {{{"complete", 2}, {"complete", 3}, {"complete", 5}}, 59},
      {{{"ring", 4}, {"complete", 5}, {"path", 2}}, 92},
  };
  for (const auto& [factors, steps] : reference) {
    const ProductCase network = product_case(factors, Ports::one);
    CAPTURE(network.graph->name());
    CHECK(steps_of_a2(network) == steps);
    CHECK(network.bounds.total_status == steps * network.graph->nodes());
    CHECK(network.bounds.optimal(steps, Ports::one));
  }
}

TEST_CASE("total exchange: A2 on meshes is above the average status") {
  const auto check = [](const Factors& factors, bool plain, std::uint64_t steps, double average) {
    const ProductCase network = product_case(factors, Ports::one, plain);
    CHECK(steps_of_a2(network) == steps);
    CHECK(std::abs(network.bounds.average_status() - average) < 1e-9);
    CHECK_FALSE(network.bounds.optimal(steps, Ports::one));
  };
  check({{"path", 3}, {"path", 3}}, true, 24, 16);
  check({{"path", 4}, {"path", 4}}, true, 64, 40);
  check({{"path", 3}, {"path", 5}}, true, 56, 112.0 / 3);
  check({{"path", 4}, {"path", 4}}, false, 56, 40);
}

TEST_CASE("total exchange: status of products by Theorem 1 and Corollary 1") {
  const Factors factors = {{"path", 4}, {"ring", 5}, {"complete", 3}};
  const ProductCase network = product_case(factors, Ports::one);
  std::vector<std::unique_ptr<Topology>> parts;
  for (const auto& [kind, size] : factors) parts.push_back(make_topology(kind + ":" + std::to_string(size)));
  for (std::uint32_t v = 0; v < 60; ++v) {
    const std::uint32_t digits[] = {v / 15, v / 3 % 5, v % 3};
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += 60 / factors[k].second * status(*parts[k], digits[k]);
    CHECK(status(*network.graph, v) == sum);
  }
  CHECK(network.bounds.total_status == total_exchange_bounds(*network.graph).total_status);
  // The best cut of a product found by looking at the whole is no better than Theorem 5's.
  CHECK(total_exchange_bounds(*network.graph).all_ports() <= network.bounds.all_ports());
}

TEST_CASE("total exchange: A1 delivers and takes the steps of its formula") {
  for (const Factors& factors : {Factors{{"ring", 3}, {"ring", 4}}, Factors{{"ring", 5}, {"path", 4}},
                                 Factors{{"path", 2}, {"path", 2}}, Factors{{"complete", 4}, {"ring", 6}}}) {
    const ProductCase network = product_case(factors, Ports::one);
    const std::shared_ptr<const Topology> second =
        make_topology(factors[1].first + ":" + std::to_string(factors[1].second));
    const TotalExchangePtr a1 = total_exchange_a1(network.factors[0], second);
    const std::uint64_t n1 = factors[0].second, n2 = factors[1].second;
    const std::uint64_t formula =
        n2 * (n2 - 1) * (n1 - 1) + total_exchange_bounds(*second).total_status + n2 * network.factors[0]->steps();
    CHECK(steps_checked(*a1, *network.graph, Ports::one) == formula);
    CHECK(formula >= total_exchange_a2(network.factors)->steps());
  }
}

TEST_CASE("total exchange: A3 takes the steps of the reference") {
  const std::uint32_t mesh[][2] = {{2, 2}, {3, 6}, {4, 16}, {5, 30}, {6, 54}, {8, 128}, {9, 180}, {10, 250}};
  for (const auto& [n, steps] : mesh) {
    CHECK(steps_of_a3("path", n, 1) == steps);
    CHECK(bound_of_all_ports("path", n, 2) == steps);
  }
  const std::uint32_t torus[][2] = {{3, 3}, {4, 8}, {5, 15}, {7, 42}, {8, 64}, {9, 90}, {12, 216}};
  for (const auto& [n, steps] : torus) {
    CHECK(steps_of_a3("ring", n, 1) == steps);
    CHECK(bound_of_all_ports("ring", n, 2) == steps);
  }
  CHECK(steps_of_a3("ring", 6, 1) == 30);
  CHECK(bound_of_all_ports("ring", 6, 2) == 27);
  CHECK(steps_of_a3("ring", 10, 1) == 130);
  CHECK(bound_of_all_ports("ring", 10, 2) == 125);
  for (const std::uint32_t n : {2u, 3u, 4u, 8u, 16u}) {
    CHECK(steps_of_a3("complete", n, 1) == n);
    CHECK(bound_of_all_ports("complete", n, 2) == n);
  }
  const std::tuple<const char*, std::uint32_t, std::uint64_t> four[] = {
      {"path", 2, 8}, {"path", 3, 54}, {"path", 4, 256}, {"ring", 3, 27}, {"ring", 4, 128}, {"complete", 3, 27}};
  for (const auto& [kind, n, steps] : four) {
    CHECK(steps_of_a3(kind, n, 2) == steps);
    CHECK(bound_of_all_ports(kind, n, 4) == steps);
  }
  CHECK(steps_of_a3("path", 2, 3) == 128);
  CHECK(bound_of_all_ports("path", 2, 8) == 128);
}

TEST_CASE("total exchange: A3 keeps its four promises") {
  for (const auto& [kind, n] : Factors{{"ring", 5}, {"path", 4}, {"complete", 3}, {"path", 2}}) {
    const TotalExchangePtr half = testing::factor_schedule(kind, n, Ports::all, false);
    const TotalExchangePtr a3 = total_exchange_a3(half);
    const std::uint64_t length = half->steps();
    std::set<std::pair<std::uint32_t, std::uint32_t>> left_once;  // (P2): origin and target
    std::set<std::pair<std::uint32_t, std::uint32_t>> brought;    // by the round of TE_B before
    for (std::uint64_t round = 0; round < n; ++round) {
      std::map<std::uint32_t, std::multiset<std::uint32_t>> received;  // (P1): at a node, rows
      std::set<std::pair<std::uint32_t, std::uint32_t>> now;
      for (std::uint64_t step = round * length; step < (round + 1) * length; ++step) {
        std::vector<ExchangeMove> moves;
        a3->step(step, moves);
        for (const ExchangeMove& move : moves) {
          const bool in_b = move.from / n == move.to / n;
          CHECK((in_b || move.from % n == move.to % n));  // (P4): each process has the links of one dimension
          const std::pair message(move.origin, move.target);
          if (in_b && move.from == move.origin) CHECK(left_once.insert(message).second);
          if (in_b && move.to % n == move.target % n) {
            received[move.to].insert(move.target / n);
            now.insert(message);
          }
          // (P3): what TE_A moves is its own in the first round, then what came in the round before.
          if (!in_b && round == 0) CHECK(move.origin % n == move.from % n);
          if (!in_b && round > 0) CHECK(brought.count(message) == 1);
        }
      }
      for (std::uint32_t node = 0; node < n * n; ++node) {
        std::multiset<std::uint32_t> rows;
        for (std::uint32_t row = 0; row < n; ++row) {
          if (round + 1 < n && row != node / n) rows.insert(row);
          if (round + 1 == n && row > 0) rows.insert(node / n);  // the last round delivers
        }
        CHECK(received[node] == rows);
      }
      brought = now;
    }
    CHECK(left_once.size() == std::size_t{n} * n * n * (n - 1));
  }
}

TEST_CASE("total exchange: the first round of A3 is the paper's example") {
  const TotalExchangePtr a3 = total_exchange_a3(total_exchange_on_complete(3, Ports::all));
  std::vector<ExchangeMove> moves;
  a3->step(0, moves);
  const auto node = [](std::uint32_t v, std::uint32_t u) { return (v - 1) * 3 + u - 1; };
  const auto sends = [&](std::uint32_t from, std::uint32_t to, std::uint32_t target) {
    return std::ranges::count(moves, ExchangeMove{from, to, from, target}) == 1;
  };
  CHECK(sends(node(1, 1), node(1, 2), node(2, 2)));
  CHECK(sends(node(1, 1), node(1, 3), node(3, 3)));
  CHECK(sends(node(1, 2), node(1, 3), node(2, 3)));
  CHECK(sends(node(1, 2), node(1, 1), node(3, 1)));
  CHECK(sends(node(1, 3), node(1, 1), node(2, 1)));
  CHECK(sends(node(1, 3), node(1, 2), node(3, 2)));
}

TEST_CASE("total exchange: all ports and any number of equal dimensions as fast as A3") {
  const auto check = [](const char* kind, std::uint32_t n, std::size_t dimensions) {
    const ProductCase network = equal_factors(kind, n, dimensions, Ports::all);
    CAPTURE(network.graph->name());
    const std::uint64_t steps = power(n, dimensions - 1) * network.factors[0]->steps();
    CHECK(mixed_matchings_exist(dimensions_of(network.factors)));
    CHECK(steps_checked(*total_exchange_mixed(network.factors), *network.graph, Ports::all) == steps);
    const bool rounded = std::string(kind) == "ring" && n % 4 == 2;
    CHECK(network.bounds.optimal(steps, Ports::all) == (!rounded || n == 2 || dimensions == 1));
  };
  for (const char* kind : {"path", "ring", "complete"}) {
    for (std::size_t d = 1; d <= 8; ++d) check(kind, 2, d);
    for (std::size_t d = 1; d <= 5; ++d) check(kind, 3, d);
    for (std::size_t d = 1; d <= 3; ++d) check(kind, 4, d);
    for (std::uint32_t n = 5; n <= 7; ++n) check(kind, n, 2);
    check(kind, 5, 3);
  }
}

TEST_CASE("total exchange: all ports and mixed dimensions take what the slowest needs") {
  std::mt19937_64 random(testing::seed());
  const std::uint32_t tries = testing::size() <= testing::Size::small ? 15 : 120;
  for (std::uint32_t k = 0; k < tries; ++k) {
    const char* const kinds[] = {"path", "ring", "complete"};
    Factors factors;
    std::uint64_t nodes = 1;
    for (const std::size_t dimensions = 2 + random() % 3; factors.size() < dimensions;) {
      const auto size = static_cast<std::uint32_t>(1 + random() % 7);
      factors.push_back({kinds[random() % 3], size});
      nodes *= size;
    }
    if (nodes > 200) continue;
    const ProductCase network = product_case(factors, Ports::all);
    CAPTURE(network.graph->name());
    std::uint64_t least = 0;
    for (const TotalExchangePtr& factor : network.factors)
      least = std::max(least, nodes / factor->nodes() * factor->steps());
    const std::uint64_t steps = steps_checked(*total_exchange_mixed(network.factors), *network.graph, Ports::all);
    CHECK(steps >= network.bounds.all_ports());
    CHECK(steps == least);
    const ProductCase one = product_case(factors, Ports::one);
    CHECK(steps_of_a2(one) >= one.bounds.one_port());
  }
}

TEST_CASE("total exchange: matchings are found for every small product") {
  // Where counting proves nothing they are searched for; none of these needs a step more than its slowest dimension.
  std::vector<MixedDimension> kinds;
  for (std::uint32_t n = 2; n <= 8; ++n) {
    for (const std::uint64_t steps : {1u, n * n / 4, n * n / 8, (n * n + 7) / 8}) {
      if (steps > 0) kinds.push_back({n, steps});
    }
  }
  std::uint32_t unproven = 0;
  const auto sweep = [&](const auto& self, const std::vector<MixedDimension>& factors, std::size_t from) -> void {
    std::uint64_t nodes = 1;
    for (const MixedDimension& factor : factors) nodes *= factor.nodes;
    if (nodes > 300) return;
    if (factors.size() > 1) {
      unproven += mixed_matchings_exist(factors) ? 0 : 1;
      CHECK(MixedAssignment(factors).steps() == least_mixed_steps(factors));
    }
    if (factors.size() == 3) return;
    for (std::size_t k = from; k < kinds.size(); ++k) {
      std::vector<MixedDimension> more = factors;
      more.push_back(kinds[k]);
      self(self, more, k);
    }
  };
  sweep(sweep, {}, 0);
  CHECK(unproven > 0);
}

TEST_CASE("total exchange: blocks of several words and blocks of unequal length") {
  const ProductCase torus = product_case({{"ring", 3}, {"ring", 4}}, Ports::one);
  CHECK(steps_checked(*total_exchange_a2(torus.factors), *torus.graph, Ports::one, 5) == 20);
  for (const std::uint64_t words : {0u, 1u, 100u, 143u, 145u, 1000u}) {
    const CollectiveTask task{.operation = Collective::all_to_all, .words = words};
    const CollectiveData in = collective_input(task, 12);
    CollectiveData out;
    const TotalExchangeRun run =
        execute_total_exchange(*total_exchange_a2(torus.factors), *torus.graph, Ports::one, task, in, out);
    CHECK(out == collective_expected(task, in));
    CHECK(run.words <= 20 * ((words + 143) / 144));
  }
}

TEST_CASE("total exchange: data that is not the task's is refused, and products that are too large") {
  const ProductCase torus = product_case({{"ring", 3}, {"ring", 4}}, Ports::one);
  const TotalExchangePtr schedule = total_exchange_a2(torus.factors);
  const CollectiveTask task{.operation = Collective::all_to_all, .words = 144};
  CollectiveData in = collective_input(task, 12);
  CollectiveData out;
  const auto refuses = [&](const char* what) {
    CHECK_THROWS_WITH_AS(execute_total_exchange(*schedule, *torus.graph, Ports::one, task, in, out),
                         doctest::Contains(what), ConfigError);
  };
  in[11].resize(11);
  refuses("11 words of node 11");
  in[11].resize(13);
  refuses("13 words of node 11");
  in.pop_back();
  refuses("of 11 nodes");

  const TotalExchangePtr large = total_exchange_on_path(1U << 16, Ports::all);
  CHECK(total_exchange_a3(total_exchange_on_path((1U << 16) - 1, Ports::all))->nodes() == 0xFFFE0001);
  CHECK_THROWS_AS(total_exchange_a3(large), LimitError);
  CHECK_THROWS_AS(total_exchange_a2({large, large}), LimitError);
  CHECK_THROWS_AS(total_exchange_mixed({large, large}), LimitError);
  const std::shared_ptr<const Topology> four = make_topology("ring:4");
  CHECK_THROWS_AS(total_exchange_a1(total_exchange_on_path(1U << 30, Ports::one), four), LimitError);
  CHECK_THROWS_AS(total_exchange_on_path(0, Ports::one), ConfigError);
  CHECK_THROWS_AS(total_exchange_on_ring(0, Ports::all), ConfigError);
  CHECK_THROWS_AS(total_exchange_on_complete(0, Ports::one), ConfigError);
}

namespace {

/// Another schedule's moves, some of them changed.
class Changed final : public TotalExchange {
 public:
  Changed(TotalExchangePtr right, std::function<void(std::uint64_t, std::vector<ExchangeMove>&)> change)
      : right_(std::move(right)), change_(std::move(change)) {}
  std::uint32_t nodes() const override { return right_->nodes(); }
  std::uint64_t steps() const override { return right_->steps(); }
  void step(std::uint64_t number, std::vector<ExchangeMove>& moves) const override {
    right_->step(number, moves);
    change_(number, moves);
  }

 private:
  TotalExchangePtr right_;
  std::function<void(std::uint64_t, std::vector<ExchangeMove>&)> change_;
};

}  // namespace

TEST_CASE("total exchange: the executor refuses what is no exchange") {
  const auto ring = make_topology("ring:6");
  using Breach = ScheduleError::Breach;
  const auto breach = [&](Ports ports, std::function<void(std::uint64_t, std::vector<ExchangeMove>&)> change) {
    try {
      check_total_exchange(Changed(total_exchange_on_ring(6, ports), std::move(change)), *ring, ports);
    } catch (const ScheduleError& error) {
      CHECK(std::string(error.what()).size() > 10);
      return error.facts.breach;
    }
    FAIL("no ScheduleError");
    return Breach::no_such_link;
  };
  const auto first = [](auto change) {
    return [=](std::uint64_t number, std::vector<ExchangeMove>& moves) {
      if (number == 0) change(moves);
    };
  };
  CHECK(breach(Ports::one, first([](auto& moves) { moves[0].to = 2; })) == Breach::no_such_link);
  CHECK(breach(Ports::one, first([](auto& moves) { moves[0].to = 5; })) == Breach::two_receives);
  CHECK(breach(Ports::one, first([](auto& moves) { moves.push_back(moves[0]); })) == Breach::two_sends);
  CHECK(breach(Ports::all, first([](auto& moves) { moves.push_back(moves[0]); })) == Breach::two_sends);
  CHECK(breach(Ports::one, first([](auto& moves) { moves[0].origin = 3; })) == Breach::not_held);
  CHECK(breach(Ports::one, first([](auto& moves) { moves[0].target = 17; })) == Breach::not_held);
  // Lost, sent twice over two links, and further than one link.
  CHECK(breach(Ports::one, first([](auto& moves) { moves.pop_back(); })) == Breach::not_held);
  CHECK(breach(Ports::all, [](std::uint64_t, auto& moves) {
          moves.clear();
          moves.push_back({0, 1, 0, 2});
          moves.push_back({0, 5, 0, 2});
        }) == Breach::not_held);
  CHECK(breach(Ports::all, [](std::uint64_t, auto& moves) {
          moves.clear();
          moves.push_back({0, 1, 0, 2});
          moves.push_back({1, 2, 0, 2});
        }) == Breach::not_held);
  CHECK_THROWS_AS(check_total_exchange(*total_exchange_on_ring(5, Ports::one), *ring, Ports::one), ConfigError);
  const auto large = make_topology("hypercube:14");
  CHECK_THROWS_AS(check_total_exchange(*total_exchange_on_complete(1 << 14, Ports::all), *large, Ports::all),
                  LimitError);
}

}  // namespace pram
