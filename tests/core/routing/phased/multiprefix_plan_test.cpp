#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../../support.hpp"
#include "../../../support/forced.hpp"
#include "../../thrown.hpp"

/// Multiprefix on arrays with plans of their own: the order of processors, whatever path the requests take.
namespace pram::multiprefix_plan {

namespace {

constexpr std::uint32_t p = 32;

std::uint64_t mix(std::uint64_t x) {  // splitmix64
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

/// Some phases to one of few components each, by source and address, or a stay; then home.
class RandomPlan : public AccessPlan {
 public:
  RandomPlan(std::uint64_t seed, std::uint32_t phases, std::uint32_t stops)
      : seed_(seed), phases_(phases), stops_(stops) {}
  std::uint32_t phases() const override { return phases_; }
  void route(const Moves& moves, std::span<std::uint32_t> destination) const override {
    for (std::size_t k = 0; k < destination.size(); ++k) {
      const std::uint64_t drawn = mix(seed_ ^ mix(moves.phase ^ mix(moves.source[k])));
      destination[k] = static_cast<std::uint32_t>(drawn % stops_ * (p / stops_));
      if (drawn >> 60 == 0) destination[k] = stay;
      if (moves.phase + 1 == phases_) destination[k] = moves.home[k];
    }
  }

 private:
  std::uint64_t seed_;
  std::uint32_t phases_;
  std::uint32_t stops_;
};

}  // namespace

TEST_CASE("multiprefix keeps the order of processors under any plan of an array's own") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  const testing::ForcedWorkers all_workers;
  for (const char* const access : {"direct", "combining:8,4", "combining:4,4,2,spread=modular", "adaptive",
                                   "combining:4,8,timing=asynchronous", "integer-sort", "tree"}) {
    CAPTURE(access);
    for (int trial = 0; trial < 6; ++trial) {
      const auto n = 1 + random() % 200;
      const auto way = std::make_shared<RandomPlan>(random(), 1 + random() % 4, std::uint32_t{1} << random() % 4);
      std::vector<std::uint64_t> cell(n);
      std::vector<std::int64_t> operand(n);
      for (std::uint64_t i = 0; i < n; ++i) {
        cell[i] = random() % 7;  // of the planned array 0 to 3, of the other 4 and 5; 6: no request
        operand[i] = static_cast<std::int64_t>(random() % 100);
      }
      std::vector<std::int64_t> left(6, 1000);
      std::vector<std::int64_t> expected(n, -1);
      for (std::uint64_t i = 0; i < n; ++i) {
        if (cell[i] == 6) continue;
        expected[i] = left[cell[i]];
        left[cell[i]] += operand[i];
      }
      for (const unsigned threads : {1U, 2U, 3U, 8U}) {
        CAPTURE(threads);
        Machine machine({.components = p, .access = access, .threads = threads});
        auto planned = machine.array<std::int64_t>(4, 1000, "planned");
        const auto others = machine.array<std::int64_t>(2, 1000, "others");
        planned.send_by(way);
        std::vector<std::int64_t> seen(n, -1);
        machine.pardo(n, [&](Processor self) -> Task<> {
          const std::uint64_t i = self.id();
          if (cell[i] < 4) {
            seen[i] = co_await planned[cell[i]].multiprefix_add(operand[i]);
          } else if (cell[i] < 6) {
            seen[i] = co_await others[cell[i] - 4].multiprefix_add(operand[i]);
          }
        });
        CHECK(seen == expected);
        std::vector<std::int64_t> all = planned.host();
        for (const std::int64_t value : others.host()) all.push_back(value);
        CHECK(all == left);
      }
    }
  }
}

TEST_CASE("multiprefix merges all the way up where contiguous sources meet") {
  Machine machine({.components = p, .access = "direct"});
  auto cells = machine.array<int>(1, 0, "cells");
  cells.send_by(plan([](Hop hop) { return hop.source / 8 * 8; }, [](Hop hop) { return hop.home; }));
  machine.pardo(p, [&](Processor) -> Task<> { co_await cells[0].multiprefix_add(1); });
  const StepRecord& step = machine.ledger().step_records()[0];
  REQUIRE(step.phases.size() == 2);
  CHECK(step.phases[0].messages == 32);
  CHECK(step.phases[1].messages == 4);
  CHECK(cells.get(0) == 32);
}

}  // namespace pram::multiprefix_plan
