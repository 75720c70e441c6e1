#include <algorithm>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../../support/forced.hpp"
#include "../thrown.hpp"

namespace pram {

namespace {

using testing::contains;
using testing::thrown;

constexpr std::uint64_t array_size = 16;

/// Charges that do not depend on the number of a step.
MachineOptions charged_by_hand(unsigned threads = 1) {
  return {.components = 4, .access = "direct", .placement = Placement::direct, .threads = threads};
}

/// A machine whose parts can be run in any order.
struct Parts {
  explicit Parts(const MachineOptions& options)
      : machine(options), a(machine.array<int>(array_size, 0, "a")), b(machine.array<int>(array_size, 0, "b")) {}

  void run(unsigned part) {
    switch (part) {
      case 0: machine.pardo(array_size, [&](Processor self) -> Task<> { co_await a[self.id()]; }); break;
      case 1: machine.pardo(array_size / 2, [&](Processor self) -> Task<> { co_await a[self.id() / 4]; }); break;
      case 2: {
        const auto region = machine.region("writes");
        machine.pardo(array_size, [&](Processor self) -> Task<> { co_await (b[self.id() % 5] = 1); });
        const auto inner = machine.region("adds");
        machine.pardo(array_size, [&](Processor) -> Task<> { co_await b[3].add(1); });
        break;
      }
      case 3:
        machine.pardo(array_size - 3, [&](Processor self) -> Task<> {
          if (self.id() % 3 == 0) {
            co_await a[1].fetch_add(1);
          } else {
            co_await b[self.id()];
          }
          co_await self.idle(self.id() % 2);
        });
        break;
      case 4: {
        const auto region = machine.region("moves");
        machine.transpose(a, 4, 4);
        machine.pardo(3, [](Processor self) -> Task<> { co_await self.idle(); });
        break;
      }
      default:
        machine.pardo(array_size, [&](Processor self) -> Task<> {
          co_await b[self.id() / 2];
          co_await (a[0] = static_cast<int>(self.id()));
        });
    }
  }

  Machine machine;
  Array<int> a, b;
};

void print(std::ostream& out, const RequestCounts& counts) {
  out << ' ' << counts.reads << ' ' << counts.writes << ' ' << counts.updates << ' ' << counts.fetches;
}

/// All that subtracts, lines of text in an order of their own; steps are counted from `before` on.
std::string text(const Ledger& ledger, std::uint64_t before = 0) {
  std::vector<std::string> rows;
  std::ostringstream out;
  const auto row = [&] {
    rows.push_back(out.str());
    out.str("");
  };
  out << "steps " << ledger.steps() << " work " << ledger.work() << " processors " << ledger.processors() << " charge "
      << ledger.charge() << ' ' << ledger.charge_back() << ' ' << ledger.collective_charge() << " degrees "
      << ledger.largest_read_degree() << ' ' << ledger.largest_write_degree() << " distinct "
      << ledger.distinct_charge() << " mixed " << ledger.mixed_steps() << " unrecorded "
      << ledger.steps_without_record() << " sums " << ledger.step_total().contention << ' '
      << ledger.step_total().relation << ' ' << ledger.step_total().exchanges << " requests";
  print(out, ledger.requests());
  for (const std::string& model : ledger.models()) out << ' ' << model;
  row();
  for (std::size_t k = 0; k < ledger.phases().size(); ++k) {
    const PhaseTotal& one = ledger.phases()[k];
    out << "phase " << k << ' ' << one.steps << ' ' << one.messages << ' ' << one.combined << ' ' << one.largest_sent
        << ' ' << one.largest_received << ' ' << one.charge << ' ' << one.charge_back;
    row();
  }
  for (const LineTotal& one : ledger.lines()) {
    out << "line " << to_string(one.where) << ' ' << one.array << ' ' << one.operation << ' ' << one.requests << ' '
        << one.distinct << ' ' << one.steps << ' ' << one.charge;
    row();
  }
  for (const CollectiveTotal& one : ledger.collectives()) {
    out << "exchange " << to_string(one.where) << ' ' << one.array << ' ' << one.operation << ' ' << one.algorithm
        << ' ' << one.times << ' ' << one.words << ' ' << one.steps << ' ' << one.charge << ' '
        << one.lower_bound.value_or(-1);
    row();
  }
  for (const RegionTotal& one : ledger.regions()) {
    out << "region " << one.name << ' ' << one.depth << ' ' << one.times << ' ' << one.steps << ' ' << one.work << ' '
        << one.charge << ' ' << one.charge_back << ' ' << one.collective_charge << ' ' << one.distinct_charge;
    print(out, one.requests);
    row();
  }
  for (const MixedLines& one : ledger.mixed_lines()) {
    out << "mixed " << one.steps;
    for (const SourceLine& line : one.lines) out << ' ' << to_string(line);
    row();
  }
  for (const CellTotal& one : ledger.cells()) {
    out << "cell " << one.array << ' ' << one.index << ' ' << one.steps;
    row();
  }
  for (const StepRecord& one : ledger.step_records()) {
    out << "step " << one.step - before << ' ' << one.processors << ' ' << one.distinct << ' '
        << one.largest_read_degree << ' ' << one.largest_write_degree << ' ' << one.charge << ' ' << one.charge_back
        << ' ' << one.phases.size();
    print(out, one.requests);
    if (one.requests.total() > 0) out << ' ' << to_string(ledger.lines().at(one.line).where);
    row();
  }
  std::ranges::sort(rows);
  std::string all;
  for (const std::string& each : rows) all += each + '\n';
  return all;
}

}  // namespace

TEST_CASE("what was done in between is what a machine's ledger says that did nothing else") {
  std::mt19937_64 random(testing::seed());
  const testing::ForcedWorkers all_workers;
  for (int round = 0; round < 60; ++round) {
    const unsigned threads = round % 4 == 3 ? 8 : static_cast<unsigned>(round % 4) + 1;
    Parts both(charged_by_hand(threads));
    Parts alone(charged_by_hand());
    for (auto k = random() % 6; k > 0; --k) both.run(static_cast<unsigned>(random() % 6));
    const Ledger before = both.machine.ledger();
    for (auto k = random() % 6; k > 0; --k) {
      const auto part = static_cast<unsigned>(random() % 6);
      both.run(part);
      alone.run(part);
    }
    const Ledger between = both.machine.ledger() - before;
    CHECK(text(between, before.steps()) == text(alone.machine.ledger()));
    // Largest values of lines are bounds, and none above the step's own.
    for (const LineTotal& line : between.lines()) {
      const auto& lines = alone.machine.ledger().lines();
      const auto same = std::ranges::find_if(lines, [&](const LineTotal& one) {
        return one.where == line.where && one.array == line.array && one.operation == line.operation;
      });
      REQUIRE(same != lines.end());
      CHECK(line.largest_degree >= same->largest_degree);
      CHECK(line.largest_degree <= std::max(between.largest_read_degree(), between.largest_write_degree()));
    }
  }
}

TEST_CASE("ledgers subtract in any order of steps, from nothing and from themselves") {
  Parts parts({.components = 4, .access = "combining:2,2", .placement = Placement::direct});
  std::vector<Ledger> copies;
  for (unsigned part = 0; part < 12; ++part) {
    copies.push_back(parts.machine.ledger());
    parts.run(part * 5 % 6);
  }
  const Ledger& last = parts.machine.ledger();
  CHECK(text(last - Ledger()) == text(last));
  const Ledger nothing = last - last;
  CHECK(nothing.steps() == 0);
  CHECK(nothing.lines().empty());
  CHECK(nothing.phases().empty());
  CHECK(nothing.cells().empty());
  CHECK(nothing.regions().empty());
  CHECK(nothing.collectives().empty());
  CHECK(nothing.mixed_lines().empty());
  CHECK(nothing.step_records().empty());
  CHECK(nothing.performance_factor() == 0);
  CHECK(nothing.models().front() == "EREW");
  for (std::size_t a = 0; a < copies.size(); ++a) {
    for (std::size_t b = a; b < copies.size(); ++b) {
      const Ledger chained = (last - copies[a]) - (copies[b] - copies[a]);
      CHECK(text(chained) == text(last - copies[b]));
      CHECK((last - copies[b]).charge() + (copies[b] - copies[a]).charge() == (last - copies[a]).charge());
    }
  }
}

TEST_CASE("without a record for every step totals are exact all the same, and largest values are bounds") {
  for (const LedgerDetail detail : {LedgerDetail::totals, LedgerDetail::steps}) {
    MachineOptions options = charged_by_hand();
    options.ledger = detail;
    options.ledger_steps = 2;
    Parts parts(options);
    parts.run(0);
    parts.run(3);
    const Ledger before = parts.machine.ledger();
    parts.run(1);
    parts.run(1);
    const Ledger between = parts.machine.ledger() - before;
    CHECK(between.steps() == 2);
    CHECK(between.work() == array_size);
    CHECK(between.requests().reads == array_size);
    CHECK(between.requests().total() == array_size);
    // Two processors a component read one cell together, and both cells are at the first component: it gets four
    // records in each step.
    CHECK(between.charge() == 2 * 4);
    CHECK(between.charge_back() == 2 * 4);
    CHECK(between.models() == std::vector<std::string>{"CREW", "CRCW common", "CRCW"});
    CHECK(between.processors() == array_size);  // 8 in truth
    CHECK(between.largest_read_degree() == 4);
    CHECK(between.step_records().empty());
    CHECK(between.steps_without_record() == 2);
    CHECK(between.distinct_charge() == doctest::Approx(8 / between.performance_factor()));
    CHECK(between.lines().size() == 1);
    CHECK(between.lines()[0].largest_degree == 4);
  }
}

TEST_CASE("a region that stays open is split between the copies") {
  Parts parts(charged_by_hand());
  const auto outer = parts.machine.region("outer");
  parts.run(0);
  const Ledger before = parts.machine.ledger();
  parts.run(2);
  const Ledger between = parts.machine.ledger() - before;
  REQUIRE(between.regions().size() == 3);
  CHECK(between.regions()[0].name == "outer");
  CHECK(between.regions()[0].times == 0);
  CHECK(between.regions()[0].steps == 2);
  CHECK(between.regions()[1].name == "writes");
  CHECK(between.regions()[1].times == 1);
  CHECK(between.regions()[2].name == "adds");
  CHECK(between.regions()[2].steps == 1);
  const Ledger empty = parts.machine.ledger();
  { const auto inner = parts.machine.region("inner"); }
  const Ledger opened = parts.machine.ledger() - empty;
  REQUIRE(opened.regions().size() == 2);  // the one around it stays, for its sake
  CHECK(opened.regions()[0].name == "outer");
  CHECK(opened.regions()[1].name == "inner");
  CHECK(opened.regions()[1].depth == 1);
}

TEST_CASE("ledgers of another machine, or in the wrong order, do not subtract") {
  Parts one(charged_by_hand());
  Parts other(charged_by_hand());
  one.run(0);
  one.run(0);
  const Ledger early = one.machine.ledger();
  one.run(1);
  other.run(1);
  other.run(1);
  other.run(1);
  CHECK(contains(thrown<Error>([&] { (void)(early - one.machine.ledger()); }).what(), "2 steps minus 3"));
  CHECK(contains(thrown<Error>([&] { (void)(one.machine.ledger() - other.machine.ledger()); }).what(),
                 "ledgers of two machines do not subtract: copy machine.ledger() before the part"));
}

TEST_CASE("ledgers of two machines do not subtract, though their numbers would allow it") {
  Parts one(charged_by_hand());
  Parts other(charged_by_hand());
  const Ledger of_none;
  other.run(0);
  const Ledger early = other.machine.ledger();
  one.run(0);
  one.run(0);
  CHECK(contains(thrown<Error>([&] { (void)(one.machine.ledger() - early); }).what(), "ledgers of two machines"));
  const Ledger copy = one.machine.ledger();
  CHECK(contains(thrown<Error>([&] { (void)(copy - early); }).what(), "ledgers of two machines"));
  const Ledger difference = copy - of_none;
  CHECK(contains(thrown<Error>([&] { (void)(difference - early); }).what(), "ledgers of two machines"));
  CHECK(difference.steps() == 2);
  // A machine that has moved is the same one.
  Machine moved(std::move(one.machine));
  CHECK((moved.ledger() - copy).steps() == 0);
}

}  // namespace pram
