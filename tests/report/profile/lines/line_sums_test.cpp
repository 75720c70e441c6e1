#include "profile/lines/line_sums.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include <pram/pram.hpp>

using namespace pram;
using namespace pram::report;

namespace {

/// Reads on one line, of whatever array.
Task<int> read_on_a_line(const Array<int>& cells, std::uint64_t i) { co_return co_await cells[i]; }

/// The lines of this file, the only one.
FileLines lines_of_this_file(const Ledger& ledger) {
  const auto files = lines_by_file(ledger);
  REQUIRE(files.size() == 1);
  CHECK(files.begin()->first == FileName("lines/line_sums_test.cpp", __FILE__));
  return files.begin()->second;
}

}  // namespace

TEST_CASE("sums of lines: requests of one line add up, and the charges of all lines are the run's") {
  Machine machine({.components = 4, .network = "router:g=2,l=10", .access = "direct"});
  const auto next = machine.array<int>(8, 0, "next");
  const auto rank = machine.array<int>(8, 0, "rank");
  const std::uint32_t first = __LINE__ + 2;
  machine.pardo(8, [&](Processor self) -> Task<> {
    co_await next[self.id()];
    co_await (self.id() % 2 == 0 ? next : rank)[0].add(1);
  });
  machine.spmd(4, [](bsp::Process self) -> Task<> {
    auto in = self.coarray<long>(1, 0, "in");
    in((self.id() + 1) % 4)[0] = 1;
    co_await self.sync();
  });
  const FileLines lines = lines_of_this_file(machine.ledger());
  REQUIRE(lines.size() == 3);
  CHECK(lines.at(first).what == "read next");
  CHECK(lines.at(first).largest_degree == 1);
  CHECK(lines.at(first + 1).what == "add next, add rank");
  CHECK(lines.at(first + 1).requests == 8);
  CHECK(lines.at(first + 1).largest_degree == 4);
  CHECK(lines.at(first + 5).what == "put in");
  CHECK(lines.at(first + 5).requests == 4);
  double charge = 0;
  for (const auto& [number, line] : lines) charge += line.charge;
  CHECK(charge == static_cast<double>(machine.ledger().total_charge()));
  CHECK(lines_by_file(Machine({.components = 4}).ledger()).empty());
}

TEST_CASE("sums of lines: what a line does is said once, also where one name begins another") {
  for (const std::string first : {"nextnext", "next", "next of all"}) {
    Machine machine({.components = 4});
    const auto longer = machine.array<int>(4, 0, first);
    const auto cells = machine.array<int>(4, 0, "next");
    machine.pardo(4, [&](Processor self) -> Task<> {
      for (int round = 0; round < 2; ++round) co_await read_on_a_line(longer, self.id());
      co_await read_on_a_line(cells, self.id());
    });
    const LineSum line = lines_of_this_file(machine.ledger()).begin()->second;
    CHECK(line.what == (first == "next" ? "read next" : "read " + first + ", read next"));
    CHECK(line.requests == 12);
  }
}
