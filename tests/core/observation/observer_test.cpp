#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "../all_workers.hpp"
#include "../thrown.hpp"

namespace pram {

namespace {

using testing::contains;
using testing::thrown;

/// A line of text for each call, with values as their types show them.
class Lines : public Observer {
 public:
  void begin_run(const Run& run) override { say("run {} of {} {}", run.number, run.processors, to_string(run.rule)); }
  void array(const Array& array, std::span<const Word> cells) override {
    std::string values;
    for (const Word word : cells) values += " " + array.type.text(word);
    say("array {} {}:{}", array.name, array.type.name(), values);
  }
  void begin_step(const Step& step) override {
    say("step {} of run {}: {} processors", step.number, step.run, step.processors);
  }
  void local(const Local& one) override {
    say("{} shows {} = {}", one.processor, one.name, one.type.text(one.value));
    last_line = one.where;
  }
  void request(const Request& one) override {
    say("{} {} {}[{}] {} -> {}", one.processor, one.operation, one.array.name, one.index,
        one.action == Action::read ? "-" : one.array.type.text(one.operand),
        one.replied ? one.array.type.text(one.reply) : "-");
    last_line = one.where;
  }
  void message(const Message& one) override {
    const bool back = one.direction == Direction::back;
    say("{} {}.{} {}-{} {}[{}] x{} = {}", back ? "reply" : "message", one.phase, one.number, one.from, one.to,
        one.array.name, one.index, one.weight, one.array.type.text(one.value));
    (back ? replies : messages) += 1;
  }
  void transfer(const Transfer& one) override {
    static constexpr const char* kinds[] = {"put", "get", "send"};
    say("{} {}-{} {}[{}] x{}, {} words", kinds[static_cast<std::size_t>(one.kind)], one.from, one.to, one.subject,
        one.index, one.count, one.words);
    if (one.from_component == one.to_component) return;
    messages += one.kind == Transfer::Kind::get ? 2 : 1;
    words += one.words + (one.kind == Transfer::Kind::get ? 1 : 0);
  }
  void cell(const Cell& one) override {
    say("cell {}[{}]: {} -> {}", one.array.name, one.index, one.array.type.text(one.before),
        one.array.type.text(one.after));
  }
  void end_step(const StepRecord& record) override { say("end {}", record.charge + record.charge_back); }
  void end_superstep(const SuperstepRecord& record) override { say("end {}: {}", record.tag, record.messages); }
  void breach(const ConflictError::Facts& facts) override {
    say("breach: {}, {} and {}", facts.breach, facts.processors[0], facts.processors[1]);
  }

  std::vector<std::string> lines;
  SourceLine last_line;
  std::uint64_t messages = 0;
  std::uint64_t replies = 0;
  std::uint64_t words = 0;

 private:
  template <class... Facts>
  void say(fmt::format_string<Facts...> how, Facts&&... facts) {
    lines.push_back(fmt::format(how, std::forward<Facts>(facts)...));
  }
};

using Text = std::vector<std::string>;

MachineOptions two_components() {
  return {.components = 2, .access = "direct", .placement = Placement::direct, .threads = 1};
}

enum class Colour : std::int8_t { red = -1, green = 1 };

struct Edge {
  std::uint16_t from;
  std::uint16_t to;
};

struct Named {
  std::uint8_t number;
};
std::string to_string(const Named& named) { return "n" + std::to_string(named.number); }

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

TEST_CASE("an observer is told what processors show of themselves, before the requests of the step") {
  Machine machine(two_components());
  const auto cells = machine.array<std::int32_t>(2, 0, "cells");
  Lines told;
  const Observation observation = machine.observe(told);
  std::uint32_t line = 0;
  machine.pardo(2, [&](Processor self) -> Task<> {
    const std::int32_t half = -1 - static_cast<std::int32_t>(self.id());
    self.show("half", half);
    const bool first = self.id() == 0;
    self.show("first", first);
    co_await cells[0];
    line = __LINE__ + 1;
    if (self.id() == 0) self.show("colour", Colour::green);
    self.show("name", Named{7});
    if (self.id() == 0) co_return;  // what it has shown stays: the other goes on
    self.show("part", 0.5F);
    co_await (cells[1] = 4);
    self.show("late", 1);  // no step follows
  });
  Text shown;
  for (const std::string& one : told.lines) {
    if (one.starts_with("step")) shown.push_back(one);
    if (contains(one, " shows ") || contains(one, " read ") || contains(one, " write ")) shown.push_back(one);
  }
  CHECK(shown == Text{"step 1 of run 1: 2 processors", "0 shows half = -1", "0 shows first = 1", "1 shows half = -2",
                      "1 shows first = 0", "0 read cells[0] - -> 0", "1 read cells[0] - -> 0",
                      "step 2 of run 1: 1 processors", "0 shows colour = 1", "0 shows name = n7", "1 shows name = n7",
                      "1 shows part = 0.5", "1 write cells[1] 4 -> -"});
  CHECK(line > 0);
  // The next run has nothing of it.
  told.lines.clear();
  machine.pardo(1, [&](Processor) -> Task<> { co_await cells[0]; });
  CHECK(std::ranges::none_of(told.lines, [](const std::string& one) { return contains(one, " shows "); }));
}

TEST_CASE("what is shown tells its line, and processes and subtasks show, too") {
  Machine machine(two_components());
  const auto cells = machine.array<std::int32_t>(2, 0, "cells");
  Lines told;
  const Observation observation = machine.observe(told);
  const auto look = [&](Processor self) -> Task<std::int32_t> {
    self.show("inside", self.id());
    co_return co_await cells[self.id()];
  };
  std::uint32_t line = 0;
  machine.pardo(1, [&](Processor self) -> Task<> {
    co_await look(self);
    line = __LINE__ + 1;
    self.show("outside", 2);
    co_await self.idle();
  });
  CHECK(std::ranges::count(told.lines, "0 shows inside = 0") == 1);
  CHECK(std::ranges::count(told.lines, "0 shows outside = 2") == 1);
  CHECK(told.last_line.line == line);
  CHECK(contains(told.last_line.file, "observer_test.cpp"));

  told.lines.clear();
  machine.spmd([](bsp::Process self) -> Task<> {
    self.show("round", 1);
    co_await self.sync("first");
    self.show("round", 2);
    co_await self.sync("second");
  });
  Text shown;
  for (const std::string& one : told.lines) {
    if (contains(one, " shows ") || one.starts_with("end")) shown.push_back(one);
  }
  CHECK(shown == Text{"0 shows round = 1", "1 shows round = 1", "end first: 0", "0 shows round = 2",
                      "1 shows round = 2", "end second: 0"});
}

TEST_CASE("what processors show is the same for any number of threads, changes nothing, and is told with a breach") {
  const testing::AllWorkers forced;
  const auto run = [](Machine& machine, bool shows) {
    const auto cells = machine.array<std::uint64_t>(64, 1, "cells");
    machine.pardo(64, [&](Processor self) -> Task<> {
      for (int round = 0; round < 3; ++round) {
        const std::uint64_t value = co_await cells[(self.id() * 7) % 64];
        if (shows) self.show("value", value);
        co_await cells[self.id() / 2].add(value);
      }
    });
    return cells.host();
  };
  Machine plain({.components = 8, .threads = 1});
  const auto expected = run(plain, false);
  Text first;
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    Machine machine({.components = 8, .threads = threads});
    Lines told;
    {
      const Observation observation = machine.observe(told);
      CHECK(run(machine, true) == expected);
    }
    if (first.empty()) first = told.lines;
    CHECK(told.lines == first);
    CHECK(machine.ledger().charge() == plain.ledger().charge());
    CHECK(run(machine, true) == expected);  // observed by nobody
    CHECK(told.lines == first);
  }

  Machine strict({.components = 2, .rule = Rule::erew, .threads = 1});
  const auto cells = strict.array<int>(1, 0, "cells");
  Lines told;
  const Observation observation = strict.observe(told);
  CHECK_THROWS_AS(strict.pardo(2,
                               [&](Processor self) -> Task<> {
                                 self.show("me", self.id());
                                 co_await cells[0];
                               }),
                  ConflictError);
  CHECK(std::ranges::count(told.lines, "1 shows me = 1") == 1);
  CHECK(told.lines.back().starts_with("breach"));
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
                           "cell whole[0]: 0 -> 7", "cell whole[1]: 0 -> 9", "cell whole[2]: 0 -> 7",
                           "cell whole[3]: 0 -> 7", "run 3 of 1 arbitrary", "array again uint8: 3",
                           "run 4 of 1 arbitrary"});
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
  const testing::AllWorkers forced;
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

TEST_CASE("a machine has one observer at a time, which host code sets between runs") {
  Machine machine(two_components());
  Lines told;
  std::optional<Observation> observation(machine.observe(told));
  CHECK(contains(thrown<Error>([&] { (void)machine.observe(told); }).what(), "is observed already"));
  observation.reset();
  observation.emplace(machine.observe(told));
  observation.reset();
  machine.pardo(1, [&](Processor self) -> Task<> {
    CHECK(contains(thrown<Error>([&] { (void)machine.observe(told); }).what(), "by host code"));
    co_await self.idle();
  });
  CHECK(told.lines.empty());
}

TEST_CASE("an observation may outlive its machine, and end inside a run") {
  Lines told;
  auto machine = std::make_unique<Machine>(two_components());
  Observation observation = machine->observe(told);
  machine.reset();
  Machine other(two_components());
  observation = other.observe(told);
  other.pardo(1, [&](Processor self) -> Task<> {
    co_await self.idle();
    { const Observation ended = std::move(observation); }
    co_await self.idle();
  });
  CHECK(told.lines == Text{"run 1 of 1 arbitrary", "step 1 of run 1: 1 processors", "end 0"});
}

TEST_CASE("what an observer throws ends the run, and the step that it was told of stays") {
  struct Throwing : Observer {
    void request(const Request& one) override {
      if (one.index == 1) throw std::runtime_error("enough");
    }
  };
  Machine machine(two_components());
  const auto cells = machine.array<int>(4, 0, "cells");
  Throwing told;
  const auto program = [&](Processor) -> Task<> {
    for (int i = 0; i < 4; ++i) co_await (cells[i] = 1);
  };
  {
    const Observation observation = machine.observe(told);
    CHECK_THROWS_WITH(machine.pardo(1, program), "enough");
  }
  CHECK(cells.host() == std::vector<int>{1, 1, 0, 0});
  CHECK(machine.ledger().steps() == 2);
  machine.pardo(1, program);
  CHECK(cells.host() == std::vector<int>{1, 1, 1, 1});
}

TEST_CASE("the copies that an observation keeps count against the memory limit") {
  Machine machine({.components = 2, .threads = 1, .memory_limit = 24 << 20});
  const auto cells = machine.array<std::uint64_t>(1 << 20, 0, "cells");
  Lines told;
  const Observation observation = machine.observe(told);
  CHECK_THROWS_AS(machine.pardo(1, [&](Processor) -> Task<> { co_await cells[0]; }), LimitError);
}

}  // namespace pram
