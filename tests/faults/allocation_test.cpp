#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../support.hpp"
#include "../support/forced.hpp"
#include "failing_allocations.hpp"

// Memory may run out anywhere. Each trial fails one allocation, or all from one on, somewhere in a piece of work; then
// the machine must stand as after its last completed step, and its next pardos must be right.
namespace pram {

namespace {

using testing::FailingAllocations;

constexpr std::uint64_t processors = 96;
constexpr std::uint64_t sums = 5;
constexpr std::uint64_t work_steps = 6;

struct Configuration {
  std::string network;
  std::string access;
  bool own_plan = false;   ///< of the array of sums
  bool exchanges = false;  ///< after the pardo; placement direct
};

const std::vector<Configuration>& configurations() {
  static const std::vector<Configuration> all = {
      {"router", "direct"},
      {"router", "combining"},
      {"router", "combining:4,4,sweeps=separate"},
      {"router", "combining:4,4,timing=asynchronous"},
      {"router", "adaptive"},
      {"router", "integer-sort"},
      {"router", "tree"},
      {"hypercube", "sorting"},
      {"router", "copies"},
      {"rcn-full:4,1", "sorting"},
      {"rcn-full:4,1", "direct"},
      {"omega,combining=pairwise", "direct"},
      {"torus:4x4", "direct"},
      {"torus:4x4,switching=wormhole", "adaptive"},
      {"hypercube", "combining"},
      {"path", "direct"},
      {"router", "direct", true},
      {"torus:4x4", "direct", false, true},
      {"router", "direct", false, true},
  };
  return all;
}

std::uint64_t source_of(std::uint64_t id) { return (id * 7 + 3) % processors; }

/// What the trials' work does to shared memory, step by step, worked out by hand.
struct Memory {
  std::vector<std::int64_t> values = std::vector<std::int64_t>(processors);
  std::vector<std::int64_t> totals = std::vector<std::int64_t>(sums, 0);
  std::vector<std::int64_t> results = std::vector<std::int64_t>(processors, -1);

  Memory() { std::iota(values.begin(), values.end(), std::int64_t{100}); }

  /// After so many steps of work.
  static Memory after(std::uint64_t steps) {
    Memory memory;
    std::vector<std::int64_t> prefix(processors);
    for (std::uint64_t id = 0; id < processors && steps >= 2; ++id)
      memory.totals[id % sums] += memory.values[source_of(id)];
    for (std::uint64_t id = 0; id < processors && steps >= 3; ++id) {
      prefix[id] = memory.totals[0];
      memory.totals[0] += 1;
    }
    for (std::uint64_t id = 0; id < processors && steps >= 4; ++id)
      memory.results[id] = memory.values[source_of(id)] + prefix[id];
    const std::vector<std::int64_t> before = memory.results;
    for (std::uint64_t id = 0; id < processors && steps >= 6; ++id) memory.values[id] = before[(id + 1) % processors];
    return memory;
  }

  friend bool operator==(const Memory&, const Memory&) = default;
};

Task<std::int64_t> neighbour(const Array<std::int64_t>& cells, std::uint64_t i) { co_return co_await cells[i]; }

class Trial {
 public:
  Trial(const Configuration& configuration, unsigned threads)
      : exchanges_(configuration.exchanges),
        machine_({.components = 16,
                  .network = configuration.network,
                  .access = configuration.access,
                  .placement = configuration.exchanges ? Placement::direct : Placement::hashed,
                  .threads = threads}),
        values_(machine_.array<std::int64_t>(processors)),
        totals_(machine_.array<std::int64_t>(sums)),
        results_(machine_.array<std::int64_t>(processors)),
        copies_(machine_.array<std::int64_t>(processors)) {
    totals_.hot();
    if (configuration.own_plan)
      totals_.send_by(plan([](Hop hop) { return hop.source / 4 * 4; }, [](Hop hop) { return hop.home; }));
    put({});
  }

  void put(const Memory& memory) {
    values_.assign(memory.values);
    totals_.assign(memory.totals);
    results_.assign(memory.results);
    copies_.fill(0);
  }

  Memory memory() const {
    Memory memory;
    memory.values = values_.host();
    memory.totals = totals_.host();
    memory.results = results_.host();
    return memory;
  }

  void pardo() {
    machine_.pardo(processors, [this](Processor self) -> Task<> {
      const std::int64_t value = co_await values_[source_of(self.id())];
      co_await totals_[self.id() % sums].add(value);
      const std::int64_t prefix = co_await totals_[0].multiprefix_add(1);
      co_await (results_[self.id()] = value + prefix);
      const std::int64_t other = co_await neighbour(results_, (self.id() + 1) % processors);
      co_await (values_[self.id()] = other);
    });
  }

  /// All that may run out of memory.
  void work() {
    const Region region = machine_.region("work");
    const auto scratch = machine_.array<int>(50, 1, "scratch");
    pardo();
    if (exchanges_) machine_.all_to_all(results_, copies_);
  }

  Machine& machine() { return machine_; }

  /// The machine stands as after a whole number of steps, and its ledger says which.
  void check_sound() {
    const Ledger& ledger = machine_.ledger();
    REQUIRE(ledger.steps() <= work_steps);
    CHECK(memory() == Memory::after(ledger.steps()));
    CHECK(ledger.requests().total() == ledger.steps() * processors);
    CHECK(ledger.work() == ledger.steps() * processors);
    CHECK(ledger.step_records().size() == ledger.steps());
    std::uint64_t requests = 0;
    std::uint64_t charge = 0;
    for (const LineTotal& line : ledger.lines()) {
      CHECK(line.requests == processors);
      CHECK(line.steps == 1);
      requests += line.requests;
      charge += line.charge;
    }
    CHECK(requests == ledger.requests().total());
    CHECK(charge == ledger.charge() + ledger.charge_back());
    CHECK(ledger.lines().size() == ledger.steps());
    charge = 0;
    for (const StepRecord& record : ledger.step_records()) charge += record.charge + record.charge_back;
    CHECK(charge == ledger.charge() + ledger.charge_back());
    for (const RegionTotal& region : ledger.regions()) CHECK(region.steps == ledger.steps());
    CHECK(ledger.mixed_steps() == 0);
    if (!exchanges_) return;
    CHECK(copies_.host() == (ledger.collectives().empty() ? std::vector<std::int64_t>(processors, 0) : exchanged()));
  }

  /// The same work, and other work, come out right.
  void check_health() {
    put({});
    const Ledger before = machine_.ledger();
    pardo();
    CHECK(memory() == Memory::after(work_steps));
    const Ledger made = machine_.ledger() - before;
    CHECK(made.steps() == work_steps);
    CHECK(made.requests().total() == work_steps * processors);

    const auto sum = machine_.array<std::uint64_t>(1, 0);
    machine_.pardo(3 * processors, [&](Processor self) -> Task<> { co_await sum[0].add(self.id()); });
    CHECK(sum.get(0) == 3 * processors * (3 * processors - 1) / 2);
    if (!exchanges_) return;
    machine_.all_to_all(results_, copies_);
    CHECK(copies_.host() == exchanged());
  }

 private:
  /// Word j of the block of component i goes to component j of 16, as word i; blocks of 6 words give pieces of ceil.
  std::vector<std::int64_t> exchanged() const {
    const std::vector<std::int64_t> words = results_.host();
    constexpr std::uint64_t block = processors / 16;
    std::vector<std::int64_t> moved;
    for (std::uint64_t target = 0; target < 16; ++target) {
      for (std::uint64_t source = 0; source < 16; ++source) {
        for (std::uint64_t k = 0; k < block; ++k) {
          if (k * 16 / block == target) moved.push_back(words[source * block + k]);
        }
      }
    }
    return moved;
  }

  bool exchanges_;
  Machine machine_;
  Array<std::int64_t> values_;
  Array<std::int64_t> totals_;
  Array<std::int64_t> results_;
  Array<std::int64_t> copies_;
};

/// Runs the work with that allocation failing. @returns true if there was such an allocation
bool fail_at(const Configuration& configuration, unsigned threads, std::uint64_t number,
             FailingAllocations::Mode mode) {
  Trial trial(configuration, threads);
  bool failed = false;
  bool reached = false;
  {
    const FailingAllocations failing(number, mode);
    try {
      trial.work();
    } catch (const std::exception&) {
      failed = true;
    }
    reached = FailingAllocations::asked() >= number;
  }
  // Some failures are made up for on the way, and then all is done.
  if (!failed) CHECK(trial.machine().ledger().steps() == work_steps);
  trial.check_sound();
  trial.check_health();
  return reached;
}

std::uint64_t allocations_of(const Configuration& configuration, unsigned threads) {
  Trial trial(configuration, threads);
  const FailingAllocations counting(~std::uint64_t{0} - 1, FailingAllocations::Mode::once);
  trial.work();
  return FailingAllocations::asked();
}

/// All allocations, or some drawn from all of them.
std::vector<std::uint64_t> numbers_to_fail(std::uint64_t all) {
  const std::uint64_t most = testing::size() == testing::Size::large    ? all
                             : testing::size() == testing::Size::medium ? 60
                                                                        : 12;
  std::vector<std::uint64_t> numbers(all);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{1});
  if (most >= all) return numbers;
  std::mt19937_64 random(testing::seed());
  std::ranges::shuffle(numbers, random);
  numbers.resize(most);
  std::ranges::sort(numbers);
  return numbers;
}

}  // namespace

TEST_CASE("whichever allocation fails, the machine stands as after its last step and goes on") {
  const testing::ForcedWorkers all_workers;
  std::uint64_t trials = 0;
  for (const Configuration& configuration : configurations()) {
    for (const unsigned threads : {1U, 2U}) {
      CAPTURE(configuration.network);
      CAPTURE(configuration.access);
      CAPTURE(configuration.own_plan);
      CAPTURE(threads);
      const std::uint64_t all = allocations_of(configuration, threads);
      REQUIRE(all > 20);
      for (const std::uint64_t number : numbers_to_fail(all)) {
        for (const auto mode : {FailingAllocations::Mode::once, FailingAllocations::Mode::for_good}) {
          CAPTURE(number);
          const bool for_good = mode == FailingAllocations::Mode::for_good;
          CAPTURE(for_good);
          fail_at(configuration, threads, number, mode);
          ++trials;
        }
      }
    }
  }
  MESSAGE(trials, " trials");
}

TEST_CASE("a machine that cannot be made, or an array, leaves nothing behind") {
  for (const Configuration& configuration : configurations()) {
    CAPTURE(configuration.network);
    CAPTURE(configuration.access);
    for (std::uint64_t number = 1;; ++number) {
      CAPTURE(number);
      bool reached = false;
      {
        const FailingAllocations failing(number, FailingAllocations::Mode::once);
        try {
          Trial trial(configuration, 2);
        } catch (const std::exception&) {
        }
        reached = FailingAllocations::asked() >= number;
      }
      if (!reached) break;
    }
    Trial trial(configuration, 2);
    trial.check_health();
  }
}

}  // namespace pram
