#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../support/forced.hpp"

namespace pram {

namespace {

constexpr std::uint64_t size = 64;

MachineOptions options_of(const std::string& access, unsigned threads) {
  return {.components = 8, .network = "router", .access = access, .threads = threads};
}

std::vector<std::string> ways_of(const Ledger& ledger) {
  std::vector<std::string> ways;
  for (const StepRecord& step : ledger.step_records()) ways.emplace_back(to_string(step.served_by));
  return ways;
}

/// How five steps are served: a read, requests of two lines, a sum whose order matters, a step of nobody's, and a
/// write.
std::vector<std::string> ways_of_processors(const std::string& access, unsigned threads) {
  Machine machine(options_of(access, threads));
  auto a = machine.array<int>(size, 0, "a");
  auto f = machine.array<double>(size, 0, "f");
  machine.pardo(size, [&](Processor self) -> Task<> {
    co_await a[self.id() / 2];
    if (self.id() % 2 == 0) {
      co_await a[self.id()];
    } else {
      co_await (a[self.id()] = 1);
    }
    co_await f[0].add(0.5);
    co_await self.idle();
    co_await (a[self.id()] = 2);
  });
  return ways_of(machine.ledger());
}

}  // namespace

TEST_CASE("the ledger tells by which way each step was served, the same for any number of host threads") {
  using Ways = std::vector<std::string>;
  const testing::ForcedWorkers all_workers;
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    CAPTURE(threads);
    CHECK(ways_of_processors("direct", threads) == Ways{"in place", "chunks", "in order", "nothing", "in place"});
    const Ways combined = ways_of_processors("combining:4,2", threads);
    REQUIRE(combined.size() == 5);
    CHECK(combined[0] == "counted");
    CHECK(combined[1] == "records");
    CHECK(combined[3] == "nothing");
  }
}

}  // namespace pram
