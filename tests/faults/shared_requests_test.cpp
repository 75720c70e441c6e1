#include <algorithm>
#include <cstdint>
#include <exception>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../support.hpp"
#include "../support/forced.hpp"
#include "failing_allocations.hpp"

// Memory may run out anywhere while BSP processes ask for arrays in shared memory: the arrays must then be those of the
// last sync, and so must be what the ledger says of requests.
namespace pram {

namespace {

using testing::FailingAllocations;

constexpr std::uint64_t asking = 40;  // processes
constexpr std::uint64_t cells_each = 5;
constexpr std::uint64_t syncs = 3;

class SharedTrial {
 public:
  SharedTrial(const char* network, const char* access, unsigned threads)
      : machine_({.components = 16, .network = network, .access = access, .threads = threads}),
        cells_(machine_.array<std::uint64_t>(asking * cells_each, 0)),
        sums_(machine_.array<std::uint64_t>(3, 0)) {}

  void run() {
    machine_.spmd(asking, [&](bsp::Process self) -> Task<> {
      for (std::uint64_t round = 1; round <= syncs; ++round) {
        std::vector<bsp::Future<std::uint64_t>> reads;
        for (std::uint64_t k = 0; k < cells_each; ++k) {
          reads.push_back(self.read(cells_, (self.id() * cells_each + k * 7) % cells_.size()));
          self.write(cells_, self.id() * cells_each + k, round);
          self.update(sums_[k % 2], Sum{}, 1);
        }
        const auto ticket = self.fetch(sums_[2], Sum{}, 1);
        co_await self.sync();
        for (const auto& read : reads) CHECK(read.value() == round - 1);
        CHECK(ticket.value() / asking == round - 1);
      }
    });
  }

  /// Arrays and ledger as after a whole number of syncs.
  void check_sound() {
    const Ledger& ledger = machine_.ledger();
    const std::uint64_t done = ledger.supersteps();
    REQUIRE(done <= syncs);
    CHECK(cells_.host() == std::vector<std::uint64_t>(asking * cells_each, done));
    CHECK(sums_.host() == std::vector<std::uint64_t>{done * asking * 3, done * asking * 2, done * asking});
    CHECK(ledger.requests().total() == done * asking * (3 * cells_each + 1));
    CHECK(ledger.superstep_records().size() == done);
    CHECK(ledger.lines().size() == (done == 0 ? 0 : 4));
    std::uint64_t charge = 0;
    for (const LineTotal& line : ledger.lines()) charge += line.charge;
    CHECK(charge == ledger.charge() + ledger.charge_back());
  }

  bool complete() const { return machine_.ledger().supersteps() == syncs; }

  void check_health() {
    cells_.fill(0);
    sums_.fill(0);
    const std::uint64_t before = machine_.ledger().supersteps();
    run();
    CHECK(machine_.ledger().supersteps() == before + syncs);
    CHECK(cells_.host() == std::vector<std::uint64_t>(asking * cells_each, syncs));
  }

 private:
  Machine machine_;
  Array<std::uint64_t> cells_;
  Array<std::uint64_t> sums_;
};

}  // namespace

TEST_CASE(
    "whichever allocation fails in a superstep, shared arrays are those of the last sync, and the machine goes on") {
  const testing::ForcedWorkers all_workers;
  const std::vector<std::pair<const char*, const char*>> machines = {
      {"router", "direct"}, {"router", "combining:4,4"}, {"torus:4x4", "adaptive"}, {"hypercube", "sorting"}};
  std::mt19937_64 random(testing::seed());
  for (const auto& [network, access] : machines) {
    for (const unsigned threads : {1U, 2U}) {
      CAPTURE(network);
      CAPTURE(access);
      CAPTURE(threads);
      std::uint64_t all = 0;
      {
        SharedTrial trial(network, access, threads);
        const FailingAllocations counting(~std::uint64_t{0} - 1, FailingAllocations::Mode::once);
        trial.run();
        all = FailingAllocations::asked();
      }
      REQUIRE(all > 20);
      std::vector<std::uint64_t> numbers(all);
      std::iota(numbers.begin(), numbers.end(), std::uint64_t{1});
      std::ranges::shuffle(numbers, random);
      const std::uint64_t most = testing::size() == testing::Size::large    ? all
                                 : testing::size() == testing::Size::medium ? 60
                                                                            : 15;
      numbers.resize(std::min(all, most));
      for (const std::uint64_t number : numbers) {
        for (const auto mode : {FailingAllocations::Mode::once, FailingAllocations::Mode::for_good}) {
          CAPTURE(number);
          SharedTrial trial(network, access, threads);
          bool failed = false;
          {
            const FailingAllocations failing(number, mode);
            try {
              trial.run();
            } catch (const std::exception&) {
              failed = true;
            }
          }
          if (!failed) CHECK(trial.complete());
          trial.check_sound();
          trial.check_health();
        }
      }
    }
  }
}

}  // namespace pram
