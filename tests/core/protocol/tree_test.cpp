#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../../support/forced.hpp"

/// Access by combining trees against trees that are drawn by hand.
namespace pram::combining_trees {

namespace {

/// The nodes of each level, from the one that components send to.
std::vector<std::uint64_t> level_sizes(std::uint64_t k, std::uint64_t p) {
  std::vector<std::uint64_t> sizes;
  std::uint64_t below = p;
  do {
    const std::uint64_t nodes = below / k + (below % k == 0 ? 0 : 1);
    sizes.push_back(nodes);
    below = nodes;
  } while (below > 1);
  return sizes;
}

/// A cell's tree: the components that its nodes lie on, level by level. They are dealt from the cell's home on, root
/// first.
std::vector<std::vector<std::uint32_t>> drawn_tree(std::uint64_t k, std::uint64_t p, std::uint64_t home) {
  std::vector<std::vector<std::uint32_t>> levels;
  std::uint64_t next = home;
  const std::vector<std::uint64_t> sizes = level_sizes(k, p);
  for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
    levels.emplace(levels.begin());
    for (std::uint64_t j = 0; j < *size; ++j) levels.front().push_back(static_cast<std::uint32_t>(next++ % p));
  }
  return levels;
}

struct Loads {
  std::uint64_t messages = 0;
  std::uint64_t sent = 0;
  std::uint64_t received = 0;

  friend bool operator==(const Loads&, const Loads&) = default;
};

/// Counts the messages of one phase.
class Counter {
 public:
  void message(std::uint32_t from, std::uint32_t to) {
    ++loads_.messages;
    loads_.sent = std::max(loads_.sent, ++sent_[from]);
    loads_.received = std::max(loads_.received, ++received_[to]);
  }
  const Loads& loads() const { return loads_; }

 private:
  std::map<std::uint32_t, std::uint64_t> sent_;
  std::map<std::uint32_t, std::uint64_t> received_;
  Loads loads_;
};

/// A component asks for a cell: of the hot array, or of another.
struct TreeRequest {
  bool hot = true;
  std::uint32_t cell = 0;  ///< at home on the component of its number

  friend auto operator<=>(const TreeRequest&, const TreeRequest&) = default;
};

/// The phases of a step by hand: what each component asks for goes up the trees, or straight home.
std::vector<Loads> loads_by_hand(std::uint64_t k, std::uint64_t p, const std::vector<std::set<TreeRequest>>& asked) {
  std::vector<Counter> phases;
  std::map<std::uint32_t, std::set<std::uint32_t>> holders;  // per hot cell: nodes that hold a record
  for (std::uint32_t component = 0; component < p; ++component) {
    for (const TreeRequest& one : asked[component]) {
      if (phases.empty()) phases.emplace_back();
      if (one.hot) holders[one.cell].insert(component);
      if (!one.hot) phases.front().message(component, one.cell);
    }
  }
  for (const auto& [cell, first] : holders) {
    const auto levels = drawn_tree(k, p, cell);
    phases.resize(levels.size());
    std::set<std::uint32_t> held = first;
    for (std::size_t level = 0; level < levels.size(); ++level) {
      std::set<std::uint32_t> next;
      for (const std::uint32_t j : held) {
        const auto to = static_cast<std::uint32_t>(j / k);
        phases[level].message(level == 0 ? j : levels[level - 1][j], levels[level][to]);
        next.insert(to);
      }
      held = next;
    }
  }
  std::vector<Loads> loads;
  for (const Counter& phase : phases) loads.push_back(phase.loads());
  return loads;
}

std::vector<Loads> loads_of(const StepRecord& step) {
  std::vector<Loads> loads;
  for (const PhaseRecord& phase : step.phases)
    loads.push_back({phase.messages, phase.largest_sent, phase.largest_received});
  return loads;
}

std::string tree(std::uint64_t k) { return fmt::format("tree:{}", k); }

}  // namespace

TEST_CASE("one hot cell costs k a level of the tree, forward and back") {
  struct Known {
    std::uint32_t k;
    std::uint64_t levels;
    std::uint64_t charge;
  };
  for (const Known& known : {Known{2, 12, 24}, Known{3, 8, 23}, Known{4, 6, 24}, Known{8, 4, 32}, Known{16, 3, 48},
                             Known{64, 2, 128}, Known{4096, 1, 4096}, Known{5000, 1, 4096}}) {
    CAPTURE(known.k);
    Machine machine({.components = 4096, .access = tree(known.k)});
    auto cells = machine.array<std::int64_t>(3, 7, "cells");
    cells.hot();
    machine.pardo(4096, [&](Processor) -> Task<> { co_await cells[1]; });
    machine.pardo(4096, [&](Processor) -> Task<> { co_await cells[1].fetch_add(1); });
    machine.pardo(4096, [&](Processor) -> Task<> { co_await cells[1].multiprefix_add(1); });
    machine.pardo(4096, [&](Processor) -> Task<> { co_await cells[1].add(1); });
    for (const StepRecord& step : machine.ledger().step_records()) {
      CHECK(step.phases.size() == known.levels);
      CHECK(step.charge == known.charge);
      CHECK(step.charge_back == (step.requests.updates > 0 ? 0 : known.charge));
    }
    CHECK(cells.get(1) == 7 + 3 * 4096);
  }
}

TEST_CASE("requests for hot cells go up trees drawn by hand, all others straight home") {
  std::mt19937_64 random(testing::seed());
  CAPTURE(testing::seed());
  for (int trial = 0; trial < 60; ++trial) {
    const auto p = static_cast<std::uint32_t>(1 + random() % 90);
    const auto k = static_cast<std::uint32_t>(2 + random() % (random() % 2 == 0 ? 4 : 100));
    const auto each = static_cast<std::uint32_t>(1 + random() % 6);
    const auto few = static_cast<std::uint32_t>(1 + random() % p);
    CAPTURE(p);
    CAPTURE(k);
    CAPTURE(each);
    CAPTURE(few);
    std::vector<std::set<TreeRequest>> asked(p);
    std::vector<TreeRequest> by_processor;
    std::vector<std::uint8_t> idle;
    for (std::uint32_t i = 0; i < p * each; ++i) {
      by_processor.push_back({random() % 3 > 0, static_cast<std::uint32_t>(random() % few)});
      idle.push_back(random() % 4 == 0 ? 1 : 0);
      if (idle.back() == 0) asked[i / each].insert(by_processor.back());
    }
    const std::vector<Loads> expected = loads_by_hand(k, p, asked);
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      CAPTURE(threads);
      const testing::ForcedWorkers forced(threads > 1);
      Machine machine({.components = p, .access = tree(k), .placement = Placement::direct, .threads = threads});
      auto hot = machine.array<std::int64_t>(p, 0, "hot");
      const auto other = machine.array<std::int64_t>(p, 0, "other");
      hot.hot();
      machine.pardo(p * each, [&](Processor self) -> Task<> {
        const TreeRequest& mine = by_processor[self.id()];
        if (idle[self.id()] != 0) {
          co_await self.idle();
        } else if (mine.hot) {
          co_await hot[mine.cell].fetch_add(1);
        } else {
          co_await other[mine.cell].fetch_add(1);
        }
      });
      const StepRecord& step = machine.ledger().step_records().front();
      CHECK(loads_of(step) == expected);
      std::uint64_t charge = 0;
      for (const Loads& phase : expected) charge += std::max(phase.sent, phase.received);
      CHECK(step.charge == charge);
      CHECK(step.charge_back == charge);
    }
  }
}

TEST_CASE("G hot cells at once cost at most k G a level") {
  for (const std::uint32_t p : {16U, 60U, 256U, 1000U}) {
    for (const std::uint32_t k : {2U, 3U, 8U}) {
      for (const std::uint32_t cells : {1U, 2U, 5U, 16U}) {
        Machine machine({.components = p, .access = tree(k)});
        auto hot = machine.array<std::uint64_t>(cells, 0, "hot");
        hot.hot();
        machine.pardo(p * cells, [&](Processor self) -> Task<> { co_await hot[self.id() % cells]; });
        const StepRecord& step = machine.ledger().step_records().front();
        REQUIRE(step.phases.size() == level_sizes(k, p).size());
        for (const PhaseRecord& phase : step.phases) CHECK(phase.charge <= std::uint64_t{k} * cells);
        CHECK(step.phases.front().charge >= cells);
      }
    }
  }
}

TEST_CASE("an array declared hot may get a plan of its own, and none again") {
  Machine machine({.components = 64, .access = "tree:4"});
  auto cells = machine.array<int>(1, 0, "cells");
  const auto phases = [&] {
    machine.pardo(64, [&](Processor) -> Task<> { co_await cells[0]; });
    return machine.ledger().step_records().back().phases.size();
  };
  CHECK(phases() == 1);
  cells.hot();
  CHECK(phases() == 3);
  cells.send_by(plan([](Hop hop) { return hop.source / 8 * 8; }, [](Hop hop) { return hop.home; }));
  CHECK(phases() == 2);
  cells.hot();
  CHECK(phases() == 3);
  cells.send_by(nullptr);
  CHECK(phases() == 1);
  CHECK_THROWS_WITH_AS(machine.pardo(1,
                                     [&](Processor self) -> Task<> {
                                       cells.hot();
                                       co_await self.idle();
                                     }),
                       doctest::Contains("declared hot between pardos"), Error);
}

TEST_CASE("access tree refuses what is no degree") {
  for (const char* const access : {"tree:1", "tree:0", "tree:x", "tree:4,5", "tree:-2", "tree:2.5", "tree:4294967296",
                                   "tree,degree=4", "tree:99999999999999999999"}) {
    CAPTURE(access);
    CHECK_THROWS_WITH_AS(access_protocols().make(access, 64U),
                         doctest::Contains("tree, or tree:k with one whole number k of at least 2"), ConfigError);
  }
  CHECK(access_protocols().make("tree", 64U)->name() == "tree:4");
  CHECK(access_protocols().make("TREE:3", 64U)->name() == "tree:3");
}

}  // namespace pram::combining_trees
