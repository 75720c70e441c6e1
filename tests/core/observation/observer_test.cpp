#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "../../support/forced.hpp"
#include "../thrown.hpp"
#include "observer_lines.hpp"

namespace pram {

namespace {

using testing::Colour;
using testing::contains;
using testing::Lines;
using testing::Named;
using testing::two_components;

using Text = std::vector<std::string>;

struct Edge {
  std::uint16_t from;
  std::uint16_t to;
};

}  // namespace

TEST_CASE("an observer is told of arrays, requests, messages and cells, step by step") {
  Machine machine(two_components());
  const auto cells = machine.array(std::vector<std::int32_t>{-1, 5}, "cells");
  Lines told;
  const Observation observation = machine.observe(told);
  std::uint32_t line = 0;
  machine.pardo(2, [&](Processor self) -> Task<> {
    const auto mine = co_await cells[0];
    line = __LINE__ + 1;
    if (self.id() == 1) co_await cells[1].add(mine);
  });
  const std::vector<StepRecord>& steps = machine.ledger().step_records();
  REQUIRE(steps.size() == 2);
  CHECK(told.lines ==
        Text{"array cells int32: -1 5", "run 1 of 2 arbitrary", "step 1 of run 1: 2 processors",
             "0 read cells[0] - -> -1", "1 read cells[0] - -> -1", "message 0.0 0-0 cells[0] x1 = 0",
             "message 0.1 1-0 cells[0] x1 = 0", "reply 0.0 0-0 cells[0] x1 = -1", "reply 0.1 0-1 cells[0] x1 = -1",
             fmt::format("end {}", steps[0].charge + steps[0].charge_back), "step 2 of run 1: 1 processors",
             "1 add cells[1] -1 -> -", "message 0.0 1-1 cells[1] x1 = -1", "cell cells[1]: 5 -> 4",
             fmt::format("end {}", steps[1].charge)});
  CHECK(contains(told.last_line.file, "observer_test.cpp"));
  CHECK(told.last_line.line == line);
}

TEST_CASE("a run has the name and the line that the program gives it, and a step the regions that are open") {
  class Places : public Observer {
   public:
    void begin_run(const Run& run) override {
      says.push_back(run.name);
      where = run.where;
    }
    void begin_step(const Step& step) override { says.push_back(fmt::format("{}", fmt::join(step.regions, "/"))); }
    Text says;
    SourceLine where;
  };
  Machine machine(two_components());
  const auto cells = machine.array<int>(2, 0, "cells");
  Places told;
  const Observation observation = machine.observe(told);
  const auto body = [&](Processor self) -> Task<> { co_await cells[self.id()]; };
  const std::uint32_t line = __LINE__ + 1;
  machine.pardo(2, body, "hook");
  CHECK(told.where.line == line);
  CHECK(contains(told.where.file, "observer_test.cpp"));
  const auto outer = machine.region("sort");
  auto group = machine.processors(2, "group");
  const std::uint32_t made = __LINE__ - 1;
  {
    const auto inner = machine.region("merge");
    machine.pardo(2, Rule::erew, body, "inside");
    static_cast<void>(group.read(cells, own_cell));
    CHECK(told.where.line == made);
  }
  static_cast<void>(group.read(cells, own_cell));
  machine.spmd([](bsp::Process self) -> Task<> { co_await self.sync(); }, "bsp");
  CHECK(told.says == Text{"hook", "", "inside", "sort/merge", "group", "sort/merge", "sort", "bsp", "sort"});
}

TEST_CASE("an observer is told what host code and collectives have changed when the next run begins") {
  Machine machine(two_components());
  auto kept = machine.array<std::uint8_t>(4, 7, "kept");
  Lines told;
  const Observation observation = machine.observe(told);
  const auto nothing = [](Processor) -> Task<> { co_return; };
  machine.pardo(1, nothing);
  kept.set(2, 9);
  const auto fresh = machine.array<double>(1, 0.5, "fresh");
  auto whole = machine.array<std::uint8_t>(4, 0, "whole");
  machine.pardo(1, nothing);
  machine.all_to_all(kept, whole);
  machine.pardo(1, nothing);
  whole = machine.array<std::uint8_t>(1, 3, "again");
  machine.pardo(1, nothing);
  CHECK(told.lines == Text{"array kept uint8: 7 7 7 7", "run 1 of 1 arbitrary", "cell kept[2]: 7 -> 9",
                           "array fresh float64: 0.5", "array whole uint8: 0 0 0 0", "run 2 of 1 arbitrary",
                           "host reads 4 of kept from 0 on", "cell whole[0]: 0 -> 7", "cell whole[1]: 0 -> 9",
                           "cell whole[2]: 0 -> 7", "cell whole[3]: 0 -> 7", "run 3 of 1 arbitrary",
                           "array again uint8: 3", "run 4 of 1 arbitrary"});
}

TEST_CASE("an observer is told at once what host code reads of arrays that it has had") {
  Machine machine(two_components());
  Lines told;
  std::optional<Observation> observation = machine.observe(told);
  auto cells = machine.array<int>(3, 7, "cells");
  CHECK(cells.get(1) == 7);
  CHECK(told.lines.empty());
  const auto nothing = [](Processor) -> Task<> { co_return; };
  machine.pardo(1, nothing);
  const auto later = machine.array<int>(1, 0, "later");
  CHECK(cells.get(2) == 7);
  CHECK(cells.host().size() == 3);
  CHECK(later.get(0) == 0);
  CHECK_THROWS_AS(cells.get(3), AddressError);
  // Another array has the number of one that has ended.
  cells = machine.array<int>(5, 1, "again");
  CHECK(cells.host().size() == 5);
  CHECK(told.lines == Text{"array cells int32: 7 7 7", "run 1 of 1 arbitrary", "host reads 1 of cells from 2 on",
                           "host reads 3 of cells from 0 on"});
  told.lines.clear();
  observation.reset();
  CHECK(later.get(0) == 0);
  CHECK(told.lines.empty());
}

TEST_CASE("an observation that takes the place of an ended one is told what host code reads") {
  Machine machine(two_components());
  const auto cells = machine.array<int>(2, 0, "cells");
  const auto nothing = [](Processor) -> Task<> { co_return; };
  Lines first;
  std::optional<Observation> observation = machine.observe(first);
  machine.pardo(1, nothing);
  observation.reset();
  Lines second;
  observation = machine.observe(second);
  Machine moved(std::move(machine));
  moved.pardo(1, nothing);
  CHECK(cells.get(0) == 0);
  CHECK(second.lines.back() == "host reads 1 of cells from 0 on");
  { const Machine ended(std::move(moved)); }
  CHECK(cells.get(0) == 0);
  CHECK(second.lines.size() == 3);
  CHECK(first.lines.size() == 2);
}

TEST_CASE("an observer that wants no cells gets all but these") {
  struct WithoutCells : Lines {
    bool wants_cells() const override { return false; }
  };
  const auto told_of = [](auto told) {
    Machine machine(two_components());
    auto cells = machine.array(std::vector<std::int32_t>{-1, 5}, "cells");
    const Observation observation = machine.observe(told);
    for (int run = 0; run < 2; ++run) {
      cells.set(0, 10 * run);
      machine.pardo(2, [&](Processor self) -> Task<> { co_await cells[self.id()].add(1); });
    }
    return std::move(told.lines);
  };
  Text expected = told_of(Lines());
  CHECK(expected.front() == "array cells int32: 0 5");
  expected.front() = "array cells int32:";
  CHECK(std::erase_if(expected, [](const std::string& line) { return line.starts_with("cell "); }) == 5);
  CHECK(told_of(WithoutCells()) == expected);
}

TEST_CASE("values are shown as their types have it") {
  Machine machine(two_components());
  const auto colours = machine.array(std::vector<Colour>{Colour::red, Colour::green}, "colours");
  const auto edges = machine.array(std::vector<Edge>{{1, 0x203}}, "edges");
  const auto named = machine.array(std::vector<Named>{{4}}, "named");
  const auto thirds = machine.array(std::vector<float>{1.0F / 3}, "thirds");
  const auto wide = machine.array(std::vector<std::uint64_t>{~std::uint64_t{0}}, "wide");
  Lines told;
  const Observation observation = machine.observe(told);
  machine.pardo(1, [&](Processor) -> Task<> { co_await (colours[1] = Colour::red); });
  told.lines.erase(told.lines.begin() + 5, told.lines.end() - 2);
  told.lines.pop_back();
  CHECK(told.lines == Text{"array colours int8: -1 1", "array edges bytes4: {1, 515}", "array named bytes1: n4",
                           "array thirds float32: 0.33333334", "array wide uint64: 18446744073709551615",
                           "cell colours[1]: 1 -> -1"});
}

TEST_CASE("of a step that breaks the rule an observer is told the requests and the breach") {
  Machine machine(two_components());
  const auto cells = machine.array<int>(3, 0, "cells");
  Lines told;
  const Observation observation = machine.observe(told);
  CHECK_THROWS_AS(machine.pardo(3, Rule::erew,
                                [&](Processor self) -> Task<> {
                                  co_await (cells[self.id()] = 1);
                                  co_await cells[self.id() / 2];
                                }),
                  ConflictError);
  REQUIRE(told.lines.size() > 5);
  CHECK(Text(told.lines.end() - 5, told.lines.end()) == Text{"step 2 of run 1: 0 processors", "0 read cells[0] - -> -",
                                                             "1 read cells[0] - -> -", "2 read cells[1] - -> -",
                                                             "breach: two processors read one cell, 0 and 1"});
  // The next run goes on from the last step that was complete.
  machine.pardo(1, [&](Processor) -> Task<> { co_await (cells[0] = 2); });
  CHECK(*(told.lines.end() - 2) == "cell cells[0]: 1 -> 2");
}

TEST_CASE("a group of data-parallel processors is one run, and host code between its steps is told of") {
  Machine machine(two_components());
  const auto cells = machine.array<int>(2, 0, "cells");
  Lines told;
  std::optional<Observation> observation(machine.observe(told));
  auto nodes = machine.processors(2, Rule::crew);
  nodes.write(cells, own_cell, [](auto i) { return static_cast<int>(i) + 1; });
  cells.set(0, 8);
  const auto read = nodes.read(cells, 0);
  CHECK(read[1] == 8);
  nodes.idle();
  Text kept;
  for (const std::string& line : told.lines) {
    if (!line.starts_with("message") && !line.starts_with("reply") && !line.starts_with("end")) kept.push_back(line);
  }
  CHECK(kept == Text{"array cells int32: 0 0", "run 1 of 2 CREW", "step 1 of run 1: 2 processors",
                     "0 write cells[0] 1 -> -", "1 write cells[1] 2 -> -", "cell cells[0]: 0 -> 1",
                     "cell cells[1]: 0 -> 2", "cell cells[0]: 1 -> 8", "step 2 of run 1: 2 processors",
                     "0 read cells[0] - -> 8", "1 read cells[0] - -> 8", "step 3 of run 1: 2 processors"});
  // To the next observer the group is new.
  observation.reset();
  Lines other;
  const Observation second = machine.observe(other);
  nodes.idle();
  CHECK(other.lines == Text{"array cells int32: 8 2", "run 2 of 2 CREW", "step 4 of run 2: 2 processors", "end 0"});
}

TEST_CASE("of BSP processes an observer is told puts, gets, messages and requests for shared arrays") {
  const testing::ForcedWorkers forced;
  Text first;
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    Machine machine({.components = 4, .threads = threads});
    const auto sums = machine.array<int>(1, 0, "sums");
    Lines told;
    const Observation observation = machine.observe(told);
    machine.spmd(6, [&](bsp::Process self) -> Task<> {
      auto cells = self.coarray<std::uint64_t>(8, 0, "cells");
      const std::vector<std::uint64_t> values(3, self.id());
      cells((self.id() + 1) % 6).put(1, values);
      const auto one = cells(0)[0].get();
      self.queue<int>("numbers").send(3, 1);
      self.update(sums[0], Sum{}, 2);
      co_await self.sync("all");
      CHECK(one.value() == 0);
      co_await self.sync("none");
    });
    CHECK(sums.get(0) == 12);
    std::uint64_t counted = 0;
    std::uint64_t words = 0;
    std::uint64_t shared = 0;
    for (const SuperstepRecord& record : machine.ledger().superstep_records()) {
      counted += record.messages;
      words += record.words;
      for (const PhaseRecord& phase : record.shared.phases) shared += phase.messages;
    }
    CHECK(told.messages == counted + shared);
    CHECK(told.words == words);
    const auto has = [&](const std::string& line) { return std::ranges::find(told.lines, line) != told.lines.end(); };
    CHECK(has("run 1 of 6 arbitrary"));
    CHECK(has("put 0-1 cells[1] x3, 3 words"));
    CHECK(has("get 5-0 cells[0] x1, 1 words"));
    CHECK(has("send 2-3 numbers[0] x1, 1 words"));
    CHECK(has("4 add sums[0] 2 -> -"));
    CHECK(has("cell sums[0]: 0 -> 12"));
    CHECK(told.lines.back() == "host reads 1 of sums from 0 on");
    told.lines.pop_back();
    CHECK(told.lines.back() == "end none: 0");
    if (first.empty()) first = told.lines;
    CHECK(first == told.lines);
  }
}

TEST_CASE("access protocol sorting shows requests and cells, and routines in place of messages") {
  Machine machine({.components = 4, .network = "hypercube", .access = "sorting"});
  const auto cells = machine.array<int>(4, 1, "cells");
  Lines told;
  const Observation observation = machine.observe(told);
  machine.pardo(4, [&](Processor self) -> Task<> { co_await cells[self.id() / 2].add(1); });
  CHECK(told.messages == 0);
  CHECK(machine.ledger().phases_have_names());
  CHECK(*(told.lines.end() - 2) == "cell cells[1]: 1 -> 3");
}

}  // namespace pram
