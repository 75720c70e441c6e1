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

#include <pram/pram.hpp>

#include "../../support.hpp"

/// Lines that share a step are charged by contention: by what each brings to the components that receive most.
namespace pram {

namespace {

/// One request of each processor: some read a cell of `read`, the others add to one of `added`.
struct TwoLines {
  std::uint32_t components = 16;
  std::vector<bool> reads;
  std::vector<std::uint32_t> cell;  ///< of as many as there are components

  std::uint64_t processors() const { return reads.size(); }
};

struct Charges {
  std::uint64_t read = 0;
  std::uint64_t added = 0;
  std::uint64_t forward = 0;
  std::uint64_t back = 0;
  bool operator==(const Charges&) const = default;
};

/// With direct placement cell c lies on component c.
Charges charges_of(const TwoLines& program, const std::string& access, unsigned threads) {
  Machine machine(
      {.components = program.components, .access = access, .placement = Placement::direct, .threads = threads});
  const auto read = machine.array<int>(program.components, 0, "read");
  const auto added = machine.array<int>(program.components, 0, "added");
  machine.pardo(program.processors(), [&](Processor self) -> Task<> {
    const std::uint32_t cell = program.cell[self.id()];
    if (program.reads[self.id()]) {
      co_await read[cell];
    } else {
      co_await added[cell].add(1);
    }
  });
  Charges made;
  for (const LineTotal& line : machine.ledger().lines()) (line.array == "read" ? made.read : made.added) += line.charge;
  made.forward = machine.ledger().charge();
  made.back = machine.ledger().charge_back();
  return made;
}

using Destination = std::function<std::uint32_t(std::uint32_t source, std::uint32_t home)>;

/// What the reading line has to pay: messages moved by hand.
double expected_read(const TwoLines& program, const std::vector<Destination>& phases, const Charges& charges) {
  std::set<std::tuple<std::uint32_t, bool, std::uint32_t>> held;  // component, reads, cell
  for (std::uint64_t i = 0; i < program.processors(); ++i) {
    held.emplace(static_cast<std::uint32_t>(i * program.components / program.processors()), program.reads[i],
                 program.cell[i]);
  }
  double expected = 0;
  std::uint64_t forward = 0;
  for (const Destination& destination : phases) {
    std::map<std::uint32_t, std::uint32_t> sent;
    std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> received;  // of reads, of all
    std::set<std::tuple<std::uint32_t, bool, std::uint32_t>> next;
    for (const auto& [component, reads, cell] : held) {
      const std::uint32_t to = destination(component, cell);
      ++sent[component];
      received[to].first += reads ? 1 : 0;
      ++received[to].second;
      next.emplace(to, reads, cell);
    }
    std::uint32_t q = 0;
    std::uint32_t r = 0;
    for (const auto& [component, count] : sent) q = std::max(q, count);
    for (const auto& [component, counts] : received) r = std::max(r, counts.second);
    double of_reads = 0;
    double of_all = 0;
    for (const auto& [component, counts] : received) {
      if (q <= r && counts.second < r) continue;
      of_reads += counts.first;
      of_all += counts.second;
    }
    expected += std::max(q, r) * of_reads / of_all;
    forward += std::max(q, r);
    held = std::move(next);
  }
  CHECK(forward == charges.forward);
  return expected + static_cast<double>(charges.back);  // additions await no reply
}

void check(const TwoLines& program, const std::string& access, const std::vector<Destination>& phases) {
  const Charges charges = charges_of(program, access, 1);
  CHECK(charges.read + charges.added == charges.forward + charges.back);
  CHECK(std::abs(static_cast<double>(charges.read) - expected_read(program, phases, charges)) < 1 + 1e-6);
  for (const unsigned threads : {2U, 3U, 8U}) CHECK(charges_of(program, access, threads) == charges);
}

const Destination to_home = [](std::uint32_t, std::uint32_t cell) { return cell; };
const Destination modular = [](std::uint32_t source, std::uint32_t cell) { return cell / 4 * 4 + source % 4; };

}  // namespace

TEST_CASE("a cold line beside a hot one pays for its own messages at the hot component alone") {
  // Every component has a processor that reads cell 0 and one that reads a cell of its own.
  Machine machine({.components = 64, .access = "direct", .placement = Placement::direct});
  const auto hot = machine.array<int>(64, 0, "hot");
  const auto cold = machine.array<int>(64, 0, "cold");
  machine.pardo(128, [&](Processor self) -> Task<> {
    if (self.id() % 2 == 0) {
      co_await hot[0];
    } else {
      co_await cold[self.id() / 2];
    }
  });
  REQUIRE(machine.ledger().charge() == 65);
  REQUIRE(machine.ledger().charge_back() == 65);
  REQUIRE(machine.ledger().lines().size() == 2);
  for (const LineTotal& line : machine.ledger().lines()) CHECK(line.charge == (line.array == "hot" ? 128 : 2));
}

TEST_CASE("two lines of one step share its charge by their messages at the busiest components") {
  std::mt19937_64 random(testing::seed());
  for (const std::uint64_t n : {2U, 16U, 100U, 1000U, 9000U}) {
    for (const bool apart : {false, true}) {
      for (const std::uint32_t hot_percent : {0U, 10U, 100U}) {
        CAPTURE(n);
        CAPTURE(apart);
        CAPTURE(hot_percent);
        TwoLines program;
        for (std::uint64_t i = 0; i < n; ++i) {
          // Apart: lines of their own for the first processors and for the last, so that no chunk mixes them.
          program.reads.push_back(apart ? i < n / 3 : random() % 3 == 0);
          const bool hot = program.reads.back() && random() % 100 < hot_percent;
          program.cell.push_back(hot ? 5 : static_cast<std::uint32_t>(random() % program.components));
        }
        check(program, "direct", {to_home});
        check(program, "combining:4,4,spread=modular", {modular, to_home});
      }
    }
  }
}

TEST_CASE("where a component sends more than any receives, lines share by all their messages") {
  // Component 0 has all the requests: 12 reads and 4 additions, each to a component of its own.
  Machine machine({.components = 16, .access = "direct", .placement = Placement::direct});
  const auto read = machine.array<int>(16, 0, "read");
  const auto added = machine.array<int>(16, 0, "added");
  machine.pardo(256, [&](Processor self) -> Task<> {
    const auto i = self.id();
    if (i < 12) {
      co_await read[i];
    } else if (i < 16) {
      co_await added[i].add(1);
    } else {
      co_await self.idle();
    }
  });
  REQUIRE(machine.ledger().charge() == 16);
  REQUIRE(machine.ledger().charge_back() == 12);
  for (const LineTotal& line : machine.ledger().lines()) CHECK(line.charge == (line.array == "read" ? 12 + 12 : 4));
}

TEST_CASE("units that cannot be shared go to each line in turn") {
  Machine machine({.components = 2, .access = "direct", .placement = Placement::direct});
  const auto a = machine.array<int>(2, 0, "a");
  const auto b = machine.array<int>(2, 0, "b");
  machine.pardo(2, [&](Processor self) -> Task<> {
    for (int step = 0; step < 1000; ++step) {
      if (self.id() == 0) {
        co_await (a[0] = step);
      } else {
        co_await (b[1] = step);
      }
    }
  });
  REQUIRE(machine.ledger().charge() == 1000);
  REQUIRE(machine.ledger().charge_back() == 0);
  for (const LineTotal& line : machine.ledger().lines()) CHECK(line.charge == 500);
}

}  // namespace pram
