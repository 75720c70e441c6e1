#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../../support/forced.hpp"
#include "../../support/thread_ranks.hpp"

/// winner=first of combining: of several writes the first to arrive stands (TR-24-92, Section 5).
namespace pram {

namespace {

/// A write that every processor makes: its cell, and what it writes.
struct ArrivingWrite {
  std::uint32_t cell;
  std::uint64_t value;
};

struct ArrivalOutcome {
  std::vector<std::uint64_t> cells;
  std::vector<StepRecord> steps;

  std::uint64_t messages() const {
    std::uint64_t all = 0;
    for (const PhaseRecord& phase : steps.front().phases) all += phase.messages;
    return all;
  }
};

constexpr std::uint64_t untouched = ~std::uint64_t{0};

/// Has n processors write once.
ArrivalOutcome written(MachineOptions options, std::uint64_t cells, const std::vector<ArrivingWrite>& writes) {
  options.ledger_steps = 10;
  Machine machine(options);
  const auto array = machine.array<std::uint64_t>(cells, untouched, "cells");
  machine.pardo(writes.size(),
                [&](Processor self) -> Task<> { co_await (array[writes[self.id()].cell] = writes[self.id()].value); });
  return {array.host(), machine.ledger().step_records()};
}

/// The machine of a page: components that send one message and take one in a unit, in queues, and tables in which the
/// first of each cell is looked up.
struct Page {
  std::vector<std::uint32_t> basis;
  std::uint32_t components = 0;
  std::uint32_t cells = 0;  ///< a multiple of the components, in equal blocks on them

  struct Message {
    std::uint32_t phase;
    std::uint32_t to;
    ArrivingWrite write;
  };

  std::vector<std::uint64_t> memory;
  std::uint64_t time = 0;

  /// k* of the paper: the sender within the block that the cell's owner lies in.
  Message message(std::uint32_t phase, std::uint32_t from, const ArrivingWrite& write) const {
    std::uint32_t block = components;
    for (std::uint32_t i = 0; i <= phase; ++i) block /= basis[i];
    const std::uint32_t home = write.cell / (cells / components);
    return {phase, home / block * block + from % block, write};
  }

  void run(const std::vector<ArrivingWrite>& writes) {
    memory.assign(cells, untouched);
    std::vector<std::deque<Message>> out(components);
    std::vector<std::deque<Message>> in(components);
    std::vector<std::optional<Message>> taken(components);
    // [phase, component, cell]; what a component asks itself stands in phase 0.
    std::map<std::pair<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>, bool> known;
    const std::size_t share = writes.size() / components;
    for (std::size_t k = 0; k < writes.size(); ++k) {
      const auto from = static_cast<std::uint32_t>(k / share);
      if (std::exchange(known[{{0, from}, writes[k].cell}], true)) continue;
      out[from].push_back(message(0, from, writes[k]));
    }
    std::uint64_t under_way = known.size();
    for (std::uint64_t now = 0; under_way > 0; ++now) {
      for (std::uint32_t c = 0; c < components; ++c) {
        if (!taken[c]) continue;
        const Message one = *std::exchange(taken[c], std::nullopt);
        --under_way;
        time = now;
        if (std::exchange(known[{{one.phase + 1, c}, one.write.cell}], true)) continue;
        if (one.phase + 1 == basis.size()) {
          memory[one.write.cell] = one.write.value;
        } else {
          out[c].push_back(message(one.phase + 1, c, one.write));
          ++under_way;
        }
      }
      for (std::deque<Message>& queue : out) {
        if (queue.empty()) continue;
        in[queue.front().to].push_back(queue.front());
        queue.pop_front();
      }
      for (std::uint32_t c = 0; c < components; ++c) {
        if (in[c].empty()) continue;
        taken[c] = in[c].front();
        in[c].pop_front();
      }
    }
  }
};

std::vector<ArrivingWrite> random_writes(std::uint64_t n, std::uint64_t cells, std::uint64_t hot,
                                         std::mt19937_64& random) {
  std::vector<ArrivingWrite> writes;
  for (std::uint64_t k = 0; k < n; ++k)
    writes.push_back({static_cast<std::uint32_t>(random() % (random() % 2 == 0 ? hot : cells)), k});
  return writes;
}

}  // namespace

TEST_CASE("the first write to arrive stands, and the step takes as long, as a machine of a page has it") {
  std::mt19937_64 random(testing::seed());
  const testing::ForcedWorkers forced;
  struct Case {
    std::vector<std::uint32_t> basis;
    const char* access;
  };
  const Case cases[] = {{{64}, "combining:64"},
                        {{8, 8}, "combining:8,8"},
                        {{4, 4, 4}, "combining:4,4,4"},
                        {{16, 2, 2}, "combining:16,2,2"}};
  for (const Case& one : cases) {
    for (const std::uint64_t share : {1U, 5U, 32U}) {
      CAPTURE(testing::seed());
      CAPTURE(one.access);
      CAPTURE(share);
      const std::uint32_t cells = 64 * (1 + static_cast<std::uint32_t>(random() % 40));
      const std::vector<ArrivingWrite> writes = random_writes(64 * share, cells, 1 + random() % 9, random);
      Page page{.basis = one.basis, .components = 64, .cells = cells, .memory = {}};
      page.run(writes);
      for (const unsigned threads : {1U, 2U, 3U, 8U}) {
        CAPTURE(threads);
        const ArrivalOutcome outcome =
            written({.components = 64,
                     .access = std::string(one.access) + ",spread=modular,timing=asynchronous,winner=first",
                     .rule = Rule::arbitrary,
                     .placement = Placement::direct,
                     .threads = threads,
                     .seed = random()},
                    cells, writes);
        CHECK(outcome.cells == page.memory);
        CHECK(outcome.steps.front().charge == page.time);
      }
    }
  }
}

TEST_CASE("writes of which the first wins send no corrections: they gain where drawn winners cost") {
  std::mt19937_64 random(testing::seed());
  const auto charges = [&](const std::string& access, const std::vector<ArrivingWrite>& writes, std::uint32_t cells,
                           std::uint64_t seed) {
    const ArrivalOutcome waiting =
        written({.components = 256, .access = access, .threads = 2, .seed = seed}, cells, writes);
    const ArrivalOutcome drawn = written(
        {.components = 256, .access = access + ",timing=asynchronous", .threads = 2, .seed = seed}, cells, writes);
    const ArrivalOutcome first =
        written({.components = 256, .access = access + ",timing=asynchronous,winner=first", .threads = 2, .seed = seed},
                cells, writes);
    // One message for each record, as with barriers.
    CHECK(first.messages() == waiting.messages());
    CHECK(first.messages() <= drawn.messages());
    CHECK(drawn.cells == waiting.cells);
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
      const std::uint64_t value = first.cells[cell];
      CHECK((value == untouched) == (waiting.cells[cell] == untouched));
      if (value != untouched) CHECK(writes.at(value).cell == cell);
    }
    return std::pair(first.steps.front().charge, std::pair(waiting.steps.front().charge, drawn.steps.front().charge));
  };
  for (const char* const basis : {"combining:16,16", "combining:4,4,4,4", "combining:256"}) {
    for (const char* const spread : {"", ",spread=modular", ",spread=ordered"}) {
      CAPTURE(testing::seed());
      CAPTURE(basis);
      CAPTURE(spread);
      // One cell that all write.
      std::vector<ArrivingWrite> hot;
      for (std::uint64_t k = 0; k < 256; ++k) hot.push_back({0, k});
      const auto [first, others] = charges(std::string(basis) + spread, hot, 1, random());
      CHECK(first <= others.first);
      CHECK(first <= others.second);
      charges(std::string(basis) + spread, random_writes(3000, 500, 7, random), 500, random());
    }
  }
}

TEST_CASE("steps that wait, and rules that settle who wins, have the winners that they have without winner=first") {
  std::mt19937_64 random(testing::seed());
  const std::vector<ArrivingWrite> writes = random_writes(2000, 300, 5, random);
  const auto run = [&](const std::string& options, Rule rule, bool waits) {
    Machine machine({.components = 64, .access = "combining:8,8" + options, .rule = rule, .threads = 2});
    const auto cells = machine.array<std::uint64_t>(300, untouched, "cells");
    const auto count = machine.array<std::uint64_t>(1, 0, "count");
    machine.pardo(writes.size(), [&](Processor self) -> Task<> {
      if (waits && self.id() == 7) {
        co_await count[0].add(1);
      } else {
        co_await (cells[writes[self.id()].cell] = writes[self.id()].value);
      }
    });
    return std::pair(cells.host(), machine.ledger().charge());
  };
  const std::string timed = ",timing=asynchronous";
  for (const Rule rule : {Rule::priority, Rule::tolerant, Rule::collision, Rule::minimum, Rule::sum}) {
    CAPTURE(to_string(rule));
    CHECK(run(timed + ",winner=first", rule, false) == run(timed, rule, false));
  }
  CHECK(run(timed + ",winner=first", Rule::arbitrary, true) == run("", Rule::arbitrary, true));
  CHECK(run(timed + ",winner=first", Rule::arbitrary, false).first != run("", Rule::arbitrary, false).first);
}

TEST_CASE("an observer sees messages with the writes that are first where they merge") {
  struct Seen {
    std::uint64_t number, merged, index, value;
  };
  struct Watcher final : Observer {
    std::vector<std::vector<Seen>> phases = std::vector<std::vector<Seen>>(2);
    void message(const Message& one) override {
      phases.at(one.phase).push_back({one.number, one.merged, one.index, one.value});
    }
  };
  std::mt19937_64 random(testing::seed());
  const std::vector<ArrivingWrite> writes = random_writes(900, 200, 4, random);
  Machine machine({.components = 64, .access = "combining:8,8,timing=asynchronous,winner=first", .threads = 1});
  const auto cells = machine.array<std::uint64_t>(200, untouched, "cells");
  Watcher watcher;
  {
    const Observation observation = machine.observe(watcher);
    machine.pardo(writes.size(), [&](Processor self) -> Task<> {
      co_await (cells[writes[self.id()].cell] = writes[self.id()].value);
    });
  }
  REQUIRE(watcher.phases[0].size() > watcher.phases[1].size());
  for (const Seen& later : watcher.phases[1]) {
    CHECK(std::ranges::any_of(watcher.phases[0], [&](const Seen& one) {
      return one.merged == later.number && one.index == later.index && one.value == later.value;
    }));
  }
  for (std::uint64_t cell = 0; cell < 200; ++cell) {
    if (cells.get(cell) == untouched) continue;
    CHECK(std::ranges::any_of(watcher.phases[1],
                              [&](const Seen& one) { return one.index == cell && one.value == cells.get(cell); }));
  }
}

TEST_CASE("the first to arrive are the same on several ranks") {
  std::mt19937_64 random(testing::seed());
  const std::vector<ArrivingWrite> writes = random_writes(3000, 400, 6, random);
  const auto run = [&] {
    return written(
        {.components = 60, .access = "combining:15,4,timing=asynchronous,winner=first", .threads = 2, .seed = 3}, 400,
        writes);
  };
  const ArrivalOutcome alone = run();
  for (const std::uint32_t ranks : {2U, 3U, 5U}) {
    for (const ArrivalOutcome& one : testing::on_ranks(ranks, run)) {
      CHECK(one.cells == alone.cells);
      CHECK(one.steps.front().charge == alone.steps.front().charge);
    }
  }
}

TEST_CASE("winner=first is refused without asynchronous timing") {
  for (const char* const access :
       {"combining:8,8,winner=first", "combining:8,8,timing=synchronous,winner=first", "combining:8,8,winner=last"}) {
    CAPTURE(access);
    CHECK_THROWS_AS(Machine({.components = 64, .access = access}), ConfigError);
  }
  const Machine machine({.components = 64, .access = "combining:8,8,winner=drawn,timing=asynchronous"});
  CHECK(machine.options().access == "combining:8,8,timing=asynchronous");
}

}  // namespace pram
