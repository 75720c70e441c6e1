#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>
#include <pram/report/detail/run/cell_reads.hpp>
#include "lint_checks.hpp"
#include "support.hpp"

namespace pram::report {

using testing::check_quiet;
using testing::check_said;
using testing::small_run;
using testing::summary_of;

namespace {

constexpr std::uint64_t script_cells = 24;
constexpr std::uint64_t processors = 8;

/// What a processor does with a cell in a step, or the host between two.
enum class Act : std::uint8_t { read, write, add, fetch_add };

struct Wish {
  Act act;
  std::uint64_t cell;
};

/// Steps of random requests, one for each processor, and what host code reads behind each.
struct Script {
  std::vector<std::vector<Wish>> steps;
  std::vector<std::vector<std::uint64_t>> host;  ///< cells that get() reads; `script_cells` means all by host()

  explicit Script(std::mt19937_64& random) {
    const auto below = [&random](std::uint64_t n) { return random() % n; };
    const std::uint64_t many = 1 + below(5);
    for (std::uint64_t step = 0; step < many; ++step) {
      steps.emplace_back();
      host.emplace_back();
      for (std::uint64_t p = 0; p < processors; ++p)
        steps.back().push_back({static_cast<Act>(below(4)), below(script_cells)});
      for (std::uint64_t reads = below(3); reads > 0; --reads) host.back().push_back(below(script_cells));
      if (below(6) == 0) host.back().push_back(script_cells);
    }
  }

  /// The cells written, and whether each was read afterwards, worked out from the script alone. A read in the step of a
  /// write counts where its processor is the higher one: observers are told of requests in that order.
  std::map<std::uint64_t, bool> written() const {
    std::map<std::uint64_t, bool> read_of;
    for (std::size_t step = 0; step < steps.size(); ++step) {
      for (const Wish& wish : steps[step]) {
        const bool known = read_of.contains(wish.cell);
        if (wish.act == Act::read && known) read_of[wish.cell] = true;
        if (wish.act != Act::read) read_of[wish.cell] = (known && read_of[wish.cell]) || wish.act == Act::fetch_add;
      }
      for (const std::uint64_t cell : host[step]) {
        for (auto& [written, read] : read_of) read = read || cell == script_cells || cell == written;
      }
    }
    return read_of;
  }

  /// Has a machine do it on an array of this name.
  void run(Machine& machine, const std::string& name) const {
    const auto array = machine.array<std::int64_t>(script_cells, 0, name);
    for (std::size_t step = 0; step < steps.size(); ++step) {
      const std::vector<Wish>& wishes = steps[step];
      machine.pardo(processors, [&](Processor self) -> Task<> {
        const Wish wish = wishes[self.id()];
        // One operation updates a cell in a step; a pardo for each keeps processors in order.
        for (std::uint64_t turn = 0; turn < processors; ++turn) {
          if (turn != self.id()) {
            co_await self.idle();
          } else if (wish.act == Act::read) {
            co_await array[wish.cell];
          } else if (wish.act == Act::write) {
            co_await (array[wish.cell] = 3);
          } else if (wish.act == Act::add) {
            co_await array[wish.cell].add(1);
          } else {
            co_await array[wish.cell].fetch_add(1);
          }
        }
      });
      for (const std::uint64_t cell : host[step]) {
        if (cell == script_cells) {
          CHECK(array.host().size() == script_cells);
        } else {
          static_cast<void>(array.get(cell));
        }
      }
    }
  }
};

}  // namespace

TEST_CASE("lint unread-cells: cells that are written and not read are those of random scripts") {
  std::mt19937_64 random(testing::seed());
  for (int round = 0; round < 60; ++round) {
    CellReads reads;
    Machine machine({.components = 4, .access = round % 2 == 0 ? "direct" : "combining:2,2"});
    const Observation observation = machine.observe(reads);
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> expected;
    for (const std::string name : {"a", "b", "a"}) {
      const Script script(random);
      script.run(machine, name);
      for (const auto& [cell, read] : script.written()) {
        ++expected[name].first;
        expected[name].second += read ? 0 : 1;
      }
    }
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> found;
    for (const WrittenCells& one : reads.found()) found[one.array] = {one.written, one.unread};
    CHECK(found == expected);
  }
}

TEST_CASE("lint unread-cells: data-parallel steps, processes and collectives write and read as processors do") {
  CellReads reads;
  Machine machine({.components = 4, .placement = Placement::direct});
  const Observation observation = machine.observe(reads);
  const auto parallel = machine.array<int>(4, 0, "parallel");
  const auto shared = machine.array<int>(4, 0, "shared");
  const auto moved = machine.array<int>(4, 0, "moved");
  const auto idle = machine.array<int>(4, 0, "idle");
  const Processors group = machine.processors(4);
  const auto values = group.registers<int>(1);
  group.write(parallel, own_cell, values);
  group.write(moved, own_cell, values);
  machine.spmd([&](bsp::Process self) -> Task<> {
    self.write(shared, self.id(), 1);
    co_await self.sync();
  });
  machine.all_to_all(moved, idle);
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> found;
  for (const WrittenCells& one : reads.found()) found[one.array] = {one.written, one.unread};
  using Found = decltype(found);
  CHECK(found == Found{{"parallel", {4, 4}}, {"shared", {4, 4}}, {"moved", {4, 0}}});
  static_cast<void>(group.read(parallel, own_cell));
  CHECK(shared.get(2) == 1);
  found.clear();
  for (const WrittenCells& one : reads.found()) found[one.array] = {one.written, one.unread};
  CHECK(found == Found{{"parallel", {4, 0}}, {"shared", {4, 3}}, {"moved", {4, 0}}});
}

TEST_CASE("lint unread-cells: a tenth of the written cells is said, with the arrays that have most") {
  const Machine machine = small_run();
  RunSummary run = summary_of(machine);
  check_quiet(run, "unread-cells");
  run.written_cells = {{"small", 100, 0}, {"a", 5000, 599}, {"b\n", 500, 1}, {"c", 400, 400}, {"d", 4000, 1}};
  const Lint lint = check_said(run, "unread-cells");
  CHECK(
      lint.text ==
      "10.0% of the cells that processors wrote were never read, neither by processors nor by host code: 599 of 5,000 "
      "in a, 400 of 400 in c, 1 of 500 in b\\n and 1 array more");
  CHECK(lint.share == 1001.0 / 10000);
  run.written_cells.back().unread = 0;
  CHECK(check_said(run, "unread-cells").share == 0.1);
  run.written_cells[1].unread = 598;
  check_quiet(run, "unread-cells");
}

TEST_CASE("lint unread-cells: a program is observed where lints are wanted and the run is short and wrote") {
  const Machine machine = small_run();
  RunSummary run = summary_of(machine);
  CHECK(lints_want_cell_reads(run));
  run.interrupted = true;
  CHECK_FALSE(lints_want_cell_reads(run));
  run.interrupted = false;
  run.lints.emplace();
  CHECK_FALSE(lints_want_cell_reads(run));
  CHECK_FALSE(lints_want_cell_reads(summary_of(small_run({.components = 64}, 0))));
  const auto wanted = [&](std::uint64_t reads, std::uint64_t writes, std::uint64_t work, std::uint64_t steps) {
    LedgerData large;
    large.steps = steps;
    large.work = work;
    large.requests.reads = reads;
    large.requests.writes = writes;
    const Ledger ledger(large);
    return lints_want_cell_reads({.program = "large", .machine = machine.options(), .ledger = ledger});
  };
  const std::uint64_t most = std::uint64_t{1} << 19;
  CHECK(wanted(most - 1, 1, 1 << 24, (1 << 28) / 64));
  CHECK_FALSE(wanted(most, 1, 1, 1));
  CHECK_FALSE(wanted(most, 0, 1, 1));
  CHECK_FALSE(wanted(1, 1, (1 << 24) + 1, 1));
  CHECK_FALSE(wanted(1, 1, 1, (1 << 28) / 64 + 1));
}

}  // namespace pram::report
