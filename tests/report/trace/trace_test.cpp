#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <pram/pram.hpp>
#include <pram/report/trace.hpp>

#include "../../core/thrown.hpp"
#include "../../support.hpp"
#include "../../support/forced.hpp"

namespace pram::report {

namespace {

using nlohmann::json;
using testing::contains;
using testing::thrown;

constexpr std::uint64_t n = 24;

/// Pointer jumping in which concurrent reads, a hot cell and idle processors occur.
struct Jumping {
  explicit Jumping(Machine& machine)
      : next(machine.array(links(), "next")),
        rank(machine.array<std::int64_t>(n, 1, "rank")),
        done(machine.array<std::uint8_t>(1, 0, "done")) {}

  static std::vector<std::uint32_t> links() {
    std::mt19937_64 random(testing::seed());
    std::vector<std::uint32_t> made(n);
    for (std::uint32_t i = 0; i < n; ++i) made[i] = i == 0 ? 0 : static_cast<std::uint32_t>(random() % i);
    return made;
  }

  void run(Machine& machine) const {
    machine.pardo(n, [this](Processor self) -> Task<> {
      for (int round = 0; round < 4; ++round) {
        const auto ahead = co_await next[self.id()];
        co_await (rank[self.id()] = co_await rank[self.id()] + co_await rank[ahead]);
        co_await (next[self.id()] = co_await next[ahead]);
        if (self.id() % 2 == 0) {
          co_await done[0].fetch_add(1);
        } else {
          co_await self.idle();
        }
      }
    });
  }

  Array<std::uint32_t> next;
  Array<std::int64_t> rank;
  Array<std::uint8_t> done;
};

/// The values of the trace's arrays behind its last step.
std::vector<std::vector<json>> replayed(const json& trace) {
  std::vector<std::vector<json>> values;
  for (const json& array : trace["arrays"]) values.push_back(array["initial"].get<std::vector<json>>());
  for (const json& step : trace["steps"]) {
    for (const char* const changes : {"host", "diffs"}) {
      if (!step.contains(changes)) continue;
      for (const json& change : step[changes]) {
        json& value = values[change[0].get<std::size_t>()][change[1].get<std::size_t>()];
        CHECK(value == change[2]);
        value = change[3];
      }
    }
  }
  return values;
}

const json& array_of(const json& trace, const std::string& name, std::size_t& number) {
  for (number = 0; trace["arrays"][number]["name"] != name;) ++number;
  return trace["arrays"][number];
}

}  // namespace

TEST_CASE("a trace's changes lead to the arrays, and its counts are those of the ledger") {
  for (const char* const access : {"direct", "combining:4,4", "adaptive"}) {
    CAPTURE(access);
    Machine machine({.components = 16, .access = access});
    const Jumping program(machine);
    TraceRecorder recorder(machine);
    program.run(machine);
    program.rank.set(3, -7);
    program.run(machine);
    const json trace = json::parse(trace_json(recorder));
    CHECK(trace["format"] == "pram-trace");
    const auto values = replayed(trace);
    std::size_t at = 0;
    CHECK(array_of(trace, "next", at)["type"] == "uint32");
    CHECK(json(values[at]) == json(program.next.host()));
    array_of(trace, "rank", at);
    CHECK(json(values[at]) == json(program.rank.host()));
    array_of(trace, "done", at);
    CHECK(json(values[at]) == json(program.done.host()));
    const std::vector<StepRecord>& records = machine.ledger().step_records();
    REQUIRE(trace["steps"].size() == records.size());
    for (std::size_t k = 0; k < records.size(); ++k) {
      const json& step = trace["steps"][k];
      CHECK(step["step"] == records[k].step);
      CHECK(step["requests"].size() == records[k].requests.total());
      CHECK(step["charge"] == records[k].charge);
      CHECK(step["charge_back"] == records[k].charge_back);
      REQUIRE(step["phases"].size() == records[k].phases.size());
      for (std::size_t p = 0; p < records[k].phases.size(); ++p) {
        const json& phase = step["phases"][p];
        CHECK(phase["count"] == records[k].phases[p].messages);
        std::uint64_t listed = 0;
        for (const json& message : phase["messages"]) listed += message.size() == 9 ? 1 : 0;
        if (!phase["messages"].empty()) CHECK(listed == records[k].phases[p].messages);
      }
    }
  }
}

TEST_CASE("a trace has what processors show, where runs begin, and the regions of steps") {
  Machine machine({.components = 4});
  const auto cells = machine.array<std::uint64_t>(4, 0, "cells");
  const auto run = [&](const std::string& name) {
    machine.pardo(
        4,
        [&](Processor self) -> Task<> {
          for (std::uint64_t i = 0; i < 3; ++i) {
            if (self.id() < 2) self.show("i", i << 60);
            self.show("half", 0.5 * static_cast<double>(i));
            co_await (cells[self.id()] = i);
          }
        },
        name);
  };
  TraceRecorder recorder(machine);
  run("first");
  const auto outer = machine.region("outer");
  {
    const auto inner = machine.region("inner");
    run("");
  }
  const json trace = json::parse(trace_json(recorder));
  CHECK(trace["locals"] == json({"i", "half"}));
  CHECK(trace["regions"] == json({"outer", "inner"}));
  REQUIRE(trace["runs"].size() == 2);
  CHECK(trace["runs"][0]["name"] == "first");
  CHECK(trace["runs"][1]["name"] == "");
  // Both runs begin at one line, which is none that asks.
  CHECK(trace["runs"][0]["line"] == trace["runs"][1]["line"]);
  CHECK(trace["runs"][0]["line"] != trace["steps"][0]["requests"][0][1]);
  REQUIRE(trace["steps"].size() == 6);
  for (std::size_t k = 0; k < 6; ++k) {
    const json& step = trace["steps"][k];
    CHECK(step.contains("regions") == (k >= 3));
    if (k >= 3) CHECK(step["regions"] == json({0, 1}));
    const std::uint64_t i = k % 3;
    json expected = json::array();
    for (int p = 0; p < 4; ++p) {
      // A double does not have 2^61 and what lies beyond 2^53 at large.
      const std::string big = std::to_string(i << 60);
      if (p < 2) expected.push_back({p, 0, i == 0 ? json(0) : json(big)});
      expected.push_back({p, 1, 0.5 * static_cast<double>(i)});
    }
    CHECK(step["shown"] == expected);
  }
}

TEST_CASE("a window begins with what processors have shown before it in its run") {
  Machine machine({.components = 4});
  const auto cells = machine.array<std::uint64_t>(4, 0, "cells");
  TraceRecorder recorder(machine, {.first = 5, .count = 1});
  for (int round = 0; round < 2; ++round) {
    machine.pardo(2, [&](Processor self) -> Task<> {
      self.show("once", 10 * round + static_cast<int>(self.id()));
      co_await cells[self.id()];
      self.show("twice", 1);
      self.show("twice", 2);
      co_await cells[self.id()];
      self.show("now", true);
      co_await cells[self.id()];
    });
  }
  const json trace = json::parse(trace_json(recorder));
  REQUIRE(trace["steps"].size() == 1);
  REQUIRE(trace["locals"] == json({"once", "twice", "now"}));
  // Step 5 is the second of the second run: what was shown in the first run is forgotten.
  CHECK(trace["steps"][0]["shown"] == json({{0, 0, 10}, {1, 0, 11}, {0, 1, 1}, {0, 1, 2}, {1, 1, 1}, {1, 1, 2}}));
}

TEST_CASE("traces and their pages have the same bytes for any number of threads") {
  const testing::ForcedWorkers forced;
  std::string first;
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    Machine machine({.components = 16, .threads = threads});
    const Jumping program(machine);
    TraceRecorder recorder(machine);
    program.run(machine);
    const std::string page = trace_page(recorder, {.title = "jumping"});
    if (first.empty()) first = page;
    CHECK(first == page);
    CHECK(contains(page, trace_json(recorder, {.title = "jumping"})));
    CHECK(contains(trace_text(recorder), "24 processors read next"));
  }
}

TEST_CASE("a window of a run begins with what the arrays hold there") {
  Machine machine({.components = 4});
  const auto cells = machine.array<int>(2, 0, "cells");
  TraceRecorder recorder(machine, {.first = 3, .count = 2});
  machine.pardo(1, [&](Processor) -> Task<> {
    for (int i = 1; i < 8; ++i) co_await (cells[0] = i);
  });
  const json trace = json::parse(trace_json(recorder));
  REQUIRE(trace["steps"].size() == 2);
  CHECK(trace["steps"][0]["step"] == 3);
  CHECK(trace["arrays"][0]["initial"] == json({2, 0}));
  CHECK(replayed(trace)[0] == std::vector<json>{4, 0});
  CHECK(cells.get(0) == 7);
}

TEST_CASE("a run that breaks the rule has a trace that ends at the breach, with both processors") {
  Machine machine({.components = 4, .rule = Rule::erew});
  const auto cells = machine.array<int>(4, 0, "cells");
  TraceRecorder recorder(machine);
  const auto error = thrown<ConflictError>([&] {
    machine.pardo(4, [&](Processor self) -> Task<> {
      co_await (cells[self.id()] = 1);
      co_await cells[self.id() == 3 ? 1 : self.id()];
    });
  });
  const json trace = json::parse(trace_json(recorder));
  REQUIRE(trace["steps"].size() == 2);
  CHECK(trace["steps"][1]["broken"] == true);
  CHECK(trace["steps"][1]["requests"].size() == 4);
  CHECK(trace["steps"][1]["diffs"].empty());
  CHECK(trace["breach"]["processors"] == json({1, 3}));
  CHECK(trace["breach"]["index"] == 1);
  const auto line = trace["breach"]["lines"][0].get<std::size_t>();
  CHECK(trace["lines"][line][1] == error.facts.lines[0].line);
  CHECK(contains(trace_page(recorder), "EREW forbids this: two processors read one cell: processor 1"));
}

TEST_CASE("values that a number of JSON does not have are text") {
  Machine machine({.components = 2});
  const auto wide = machine.array(std::vector<std::uint64_t>{(std::uint64_t{1} << 53) + 1, 5}, "wide");
  const auto real =
      machine.array(std::vector<double>{0.1, std::numeric_limits<double>::infinity(), std::nan("")}, "real");
  TraceRecorder recorder(machine);
  machine.pardo(1, [&](Processor) -> Task<> {
    co_await wide[0];
    co_await real[0];
  });
  const json trace = json::parse(trace_json(recorder));
  CHECK(trace["arrays"][0]["initial"] == json({"9007199254740993", 5}));
  CHECK(trace["arrays"][1]["initial"] == json({0.1, "inf", "nan"}));
}

TEST_CASE("arrays that the program names have pointers, and no others") {
  Machine machine({.components = 4});
  TraceRecorder recorder(machine);
  Jumping(machine).run(machine);
  TraceOptions options;
  for (const json& array : json::parse(trace_json(recorder, options))["arrays"])
    CHECK_FALSE(array.contains("pointers"));
  options.pointers = {"next", "none"};
  for (const json& array : json::parse(trace_json(recorder, options))["arrays"])
    CHECK(array.value("pointers", false) == (array["name"] == "next"));
}

TEST_CASE("the page of a trace without steps has no player's script") {
  Machine machine({.components = 4});
  TraceRecorder recorder(machine);
  const std::string empty = trace_page(recorder, {});
  CHECK(contains(empty, "Arrow keys go"));
  CHECK_FALSE(contains(empty, "drawArcs"));
  Jumping(machine).run(machine);
  CHECK(contains(trace_page(recorder, {}), "drawArcs"));
}

TEST_CASE("hostile names stay names") {
  Machine machine({.components = 2});
  const auto cells = machine.array<int>(1, 0, "</script><img onerror=x>");
  TraceRecorder recorder(machine);
  machine.pardo(1, [&](Processor) -> Task<> { co_await (cells[0] = 1); });
  CHECK(trace_json(recorder).find('<') == std::string::npos);
  const std::string page = trace_page(recorder, {.title = "<b>\"</b>"});
  CHECK_FALSE(contains(page, "<img"));
  CHECK_FALSE(contains(page, "<b>"));
}

TEST_CASE("supersteps have what processes send each other") {
  Machine machine({.components = 4});
  TraceRecorder recorder(machine);
  machine.spmd(4, [&](bsp::Process self) -> Task<> {
    auto cells = self.coarray<int>(4, 0, "cells");
    for (const auto other : self.others()) cells(other)[self.id()] = 1;
    co_await self.sync("spread");
  });
  const json trace = json::parse(trace_json(recorder));
  REQUIRE(trace["steps"].size() == 1);
  const json& step = trace["steps"][0];
  CHECK(step["superstep"] == "spread");
  CHECK(step["transfers"].size() == machine.ledger().superstep_records()[0].messages);
  CHECK(step["text"] == "Superstep 1 \"spread\": 12 puts.");
}

struct PlaceAndWeight {
  double weight;
  std::int32_t place;
  float share;
};

TEST_CASE("supersteps have the values that travel, as their types show them") {
  Machine machine({.components = 4});
  TraceRecorder recorder(machine);
  machine.spmd(4, [&](bsp::Process self) -> Task<> {
    auto reals = self.coarray<double>(40, 0.25, "reals");
    auto places = self.coarray<PlaceAndWeight>(2, {1.5, -3, 0.5F}, "places");
    auto wide = self.coarray<std::uint64_t>(1, (std::uint64_t{1} << 53) + 1, "wide");
    const auto numbers = self.queue<std::int16_t>("numbers");
    if (self.id() == 0) {
      reals(1)[2] = -7.5;
      reals(1).put(3, std::vector<double>(20, 0.5));
      places(2)[1] = {2.25, 4, 0.125F};
      numbers.send(3, -2);
      numbers.send(3, 5, std::vector<std::int16_t>{1, -1});
    }
    const auto all = reals(1).get(0, 3);
    const auto place = places(2)[1].get();
    const auto large = wide(0)[0].get();
    co_await self.sync("all");
    CHECK(all.values()[2] == 0.25);
    CHECK(place.value().place == -3);
    CHECK(large.value() > 0);
  });
  const json trace = json::parse(trace_json(recorder));
  const json& transfers = trace["steps"][0]["transfers"];
  const auto values_of = [&](const char* kind, const char* subject, std::uint64_t count) {
    for (const json& one : transfers) {
      if (one[0] == kind && one[3] == subject && one[5] == count && one[1] == 0) return one[8];
    }
    return json();
  };
  CHECK(values_of("put", "reals", 1) == json({-7.5}));
  CHECK(values_of("put", "reals", 20) == json(std::vector<double>(16, 0.5)));  // the first of them
  CHECK(values_of("put", "places", 1) == json({"{2.25, 4, 0.125}"}));
  CHECK(values_of("send", "numbers", 1) == json({-2}));
  CHECK(values_of("send", "numbers", 2) == json({1, -1}));
  CHECK(values_of("get", "reals", 3) == json({0.25, 0.25, 0.25}));  // before the puts
  CHECK(values_of("get", "places", 1) == json({"{1.5, -3, 0.5}"}));
  CHECK(values_of("get", "wide", 1) == json({"9007199254740993"}));
}

TEST_CASE("what a trace cannot show is refused with what to ask for instead") {
  const auto refused = [](std::uint64_t processors, std::uint64_t cells, int steps, bool idles) {
    Machine machine({.components = 1, .access = "direct"});
    const auto array = machine.array<int>(cells, 0, "cells");
    TraceRecorder recorder(machine);
    const auto error = thrown<LimitError>([&] {
      machine.pardo(processors, [&](Processor self) -> Task<> {
        for (int step = 0; step < steps; ++step) {
          if (idles) {
            co_await self.idle();
          } else {
            co_await array[0];
          }
        }
      });
    });
    for (const char* const word : {"--from", "--steps", "--n"}) CHECK(contains(error.what(), word));
    CHECK(json::parse(trace_json(recorder)).contains("steps"));  // what was recorded is whole
    return error.limit;
  };
  CHECK(refused(1025, 1, 1, false) == "processors of a trace");
  CHECK(refused(1, 4097, 1, false) == "cells of a trace");
  CHECK(refused(1, 1, 2001, true) == "steps of a trace");
  {
    Machine machine({.components = 1});
    const auto named = machine.array<int>(1, 0, std::string(most_trace_bytes, 'x'));
    TraceRecorder recorder(machine);
    machine.pardo(1, [&](Processor) -> Task<> { co_await named[0]; });
    CHECK(thrown<LimitError>([&] { (void)trace_json(recorder); }).limit == "bytes of a trace");
  }
  if (testing::size() == testing::Size::tiny) return;
  CHECK(refused(1000, 1, 201, false) == "requests of a trace");
}

}  // namespace pram::report
