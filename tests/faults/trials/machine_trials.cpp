#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>

#include "fault_trial.hpp"

// Machines, in all the ways in which programs use them.
namespace pram::testing {

namespace {

constexpr std::uint64_t cells_of_trial = 64;
constexpr std::uint64_t rounds_of_trial = 3;

/// A machine on which each run adds 3 to every cell, in six steps: a read and a write of other cells each time.
struct CountingMachine {
  explicit CountingMachine(const MachineOptions& options)
      : machine(options), cells(machine.array<std::int64_t>(cells_of_trial, 0, "cells")) {}

  void run() {
    machine.pardo(cells_of_trial, [this](Processor self) -> Task<> {
      const std::uint64_t i = (self.id() * 5 + 1) % cells_of_trial;
      for (std::uint64_t round = 0; round < rounds_of_trial; ++round) {
        const std::int64_t x = co_await cells[i];
        co_await (cells[i] = x + 1);
      }
    });
  }

  /// Whether a machine that has run this alone is right.
  bool sound() const {
    const auto written = static_cast<std::int64_t>(machine.ledger().steps() / 2);
    return cells.host() == std::vector<std::int64_t>(cells_of_trial, written);
  }

  bool healthy() {
    const std::int64_t before = cells.get(0);
    const std::uint64_t steps = machine.ledger().steps();
    run();
    return cells.host() == std::vector<std::int64_t>(cells_of_trial, before + 3) &&
           machine.ledger().steps() == steps + 2 * rounds_of_trial;
  }

  Machine machine;
  Array<std::int64_t> cells;
};

MachineOptions on(const char* network, const char* access, unsigned threads,
                  LedgerDetail detail = LedgerDetail::steps) {
  return {.components = 16, .network = network, .access = access, .threads = threads, .ledger = detail};
}

/// The machine is made beforehand, and its first pardo is what may fail.
void first_pardo(FaultTrial& trial, const MachineOptions& options) {
  CountingMachine counting(options);
  const bool done = trial.survives([&] { counting.run(); });
  trial.check(counting.sound(), "cells as after the last step");
  trial.check(!done || counting.machine.ledger().steps() == 2 * rounds_of_trial, "six steps");
  trial.check(counting.healthy(), "the machine goes on");
}

/// All that a program does may fail; then it is done once more.
void whole_program(FaultTrial& trial, const MachineOptions& options) {
  trial.survives([&] {
    CountingMachine counting(options);
    counting.run();
    trial.check(counting.sound(), "cells as after the last step");
  });
  CountingMachine counting(options);
  trial.check(counting.healthy(), "a new machine is right");
}

void data_parallel_steps(FaultTrial& trial, const MachineOptions& options) {
  Machine machine(options);
  const auto cells = machine.array<std::int64_t>(cells_of_trial, 0, "cells");
  const auto sum = machine.array<std::int64_t>(1, 0, "sum");
  const auto run = [&] {
    const Processors all = machine.processors(cells_of_trial);
    auto mine = all.registers<std::int64_t>(0);
    all.read(cells, own_cell, mine);
    all.compute([&](auto i) { mine[i] += 1; });
    all.write(cells, own_cell, mine);
    all.combine(
        sum, [](auto) { return 0; }, Sum{}, [](auto i) { return static_cast<std::int64_t>(i); });
  };
  const bool done = trial.survives(run);
  const std::uint64_t steps = machine.ledger().steps();
  const std::vector<std::int64_t> expected(cells_of_trial, steps >= 2 ? 1 : 0);
  trial.check(!done || steps == 3, "three steps");
  trial.check(cells.host() == expected, "cells as after the last step");
  trial.check(sum.get(0) == (steps >= 3 ? 2016 : 0), "the sum as after the last step");
  cells.fill(7);
  sum.fill(0);
  run();
  trial.check(cells.host() == std::vector<std::int64_t>(cells_of_trial, 8), "data-parallel steps go on");
  trial.check(sum.get(0) == 2016, "their sum is right");
}

constexpr std::uint64_t processes_of_trial = 24;

/// Groups of processes with puts, gets, messages and collectives. Every process finds `sums`.
void processes_in_groups(FaultTrial& trial, const MachineOptions& options) {
  Machine machine(options);
  std::vector<std::uint64_t> sums(processes_of_trial);
  const auto run = [&] {
    machine.spmd(processes_of_trial, [&](bsp::Process self) -> Task<> {
      const bsp::Process group = co_await self.split(self.id() % 3);
      auto box = group.coarray<std::uint64_t>(4, 0, "box");
      auto inbox = group.queue<std::uint64_t>("inbox");
      box((group.id() + 1) % group.count())[1] = self.id();
      inbox.send((group.id() + 2) % group.count(), self.id());
      co_await group.sync("first");
      std::uint64_t sum = box[1];
      for (const auto& message : inbox) sum += message.value();
      const auto other = box((group.id() + 3) % group.count())[1].get();
      co_await group.sync("second");
      sum += other.value();
      sums[self.id()] = co_await bsp::all_reduce(group, sum, Sum{});
    });
  };
  trial.survives(run);
  const std::uint64_t before = machine.ledger().supersteps();
  run();
  // Each group adds up the ids of its processes three times: as puts, as messages and as gets.
  for (std::uint64_t id = 0; id < processes_of_trial; ++id) {
    std::uint64_t expected = 0;
    for (std::uint64_t other = id % 3; other < processes_of_trial; other += 3) expected += 3 * other;
    trial.check(sums[id] == expected, "a group's sum");
  }
  trial.check(machine.ledger().supersteps() > before, "supersteps go on");
}

/// Machines beside each other, moved into each other, and out of a container.
void several_machines(FaultTrial& trial, unsigned threads) {
  CountingMachine kept(on("router", "direct", threads));
  kept.run();
  trial.survives([&] {
    CountingMachine one(on("router", "combining", threads));
    CountingMachine other(on("torus:4x4", "direct", threads));
    one.run();
    other.run();
    CountingMachine moved(std::move(one));
    moved.run();
    one = std::move(other);
    one.run();
    std::vector<CountingMachine> all;
    all.push_back(std::move(one));
    all.push_back(std::move(moved));
    for (CountingMachine& each : all) {
      each.run();
      trial.check(each.sound(), "a moved machine is right");
    }
    kept.run();
  });
  trial.check(kept.sound(), "the machine that stays is as after its last step");
  trial.check(kept.healthy(), "the machine that stays goes on");
}

/// Copies of ledgers, and their differences.
void ledgers(FaultTrial& trial, unsigned threads) {
  CountingMachine counting(on("torus:4x4", "combining", threads, LedgerDetail::profile));
  counting.run();
  const Ledger before = counting.machine.ledger();
  {
    const Region region = counting.machine.region("second");
    counting.run();
  }
  std::optional<Ledger> kept;
  trial.survives([&] {
    Ledger copy = before;
    const Ledger difference = counting.machine.ledger() - before;
    copy = difference;
    kept = counting.machine.ledger();
    kept = copy;
  });
  trial.check(before.steps() == 6, "the earlier copy stays");
  const Ledger difference = counting.machine.ledger() - before;
  trial.check(difference.steps() == 6 && difference.lines().size() == 2, "the difference is right");
  trial.check(!kept || kept->steps() == 6 || kept->steps() == 12, "a copy is whole");
  trial.check(counting.healthy(), "the machine goes on");
}

class FreeNetwork : public Network {
 public:
  std::string name() const override { return "a-network-of-no-cost-with-a-long-name"; }
  std::uint64_t carry(const Traffic&) override { return 1; }
  double distinct_charge(std::uint64_t, std::uint32_t) const override { return 1; }
};

/// Entries of tables: they are there, or they are not.
void registries(FaultTrial& trial, unsigned threads) {
  const std::size_t known = networks().entries().size();
  const std::size_t known_topologies = topologies().entries().size();
  const auto add = [] {
    networks().add({"a-network-of-no-cost-with-a-long-name", "a network of a test, with a long description",
                    [](const Spec&, std::uint32_t) { return std::make_unique<FreeNetwork>(); }});
    topologies().add({"a-torus-under-another-name", "a topology of a test, with a long description",
                      [](const Spec&, std::uint32_t terminals) { return make_topology("torus", terminals); }});
  };
  trial.survives([&] {
    add();
    (void)make_topology("a-torus-under-another-name", 16);
    CountingMachine counting(on("a-network-of-no-cost-with-a-long-name", "direct", threads));
    counting.run();
  });
  trial.check(networks().entries().size() - known <= 2, "a network and that of the topology more at most");
  trial.check(topologies().entries().size() - known_topologies <= 1, "one topology more at most");
  add();
  trial.check(networks().entries().size() - known == 2, "each network is there once");
  trial.check(make_topology("a-torus-under-another-name", 16)->terminals() == 16, "the topology can be made");
  CountingMachine counting(on("a-network-of-no-cost-with-a-long-name", "direct", threads));
  trial.check(counting.healthy(), "its machine is right");
}

}  // namespace

void add_machine_subjects(std::vector<FaultSubject>& subjects) {
  const auto add = [&](std::string name, auto run) { subjects.push_back({std::move(name), run}); };
  for (const auto& [network, access] :
       std::vector<std::pair<const char*, const char*>>{{"router", "direct"},
                                                        {"router", "combining"},
                                                        {"hypercube", "sorting"},
                                                        {"torus:4x4", "adaptive"},
                                                        {"omega,combining=pairwise", "direct"},
                                                        {"path", "direct"},
                                                        {"torus:4x4,switching=wormhole", "direct"}}) {
    const std::string where = std::string(network) + " " + access;
    add("first-pardo " + where, [network = network, access = access](FaultTrial& trial, unsigned threads) {
      first_pardo(trial, on(network, access, threads, LedgerDetail::profile));
    });
    add("program " + where, [network = network, access = access](FaultTrial& trial, unsigned threads) {
      whole_program(trial, on(network, access, threads));
    });
  }
  for (const char* const access : {"direct", "combining"}) {
    add(std::string("data-parallel ") + access, [access](FaultTrial& trial, unsigned threads) {
      data_parallel_steps(trial, on("router", access, threads, LedgerDetail::profile));
    });
  }
  for (const char* const network : {"router:g=1,l=10", "torus:4x4"}) {
    add(std::string("processes ") + network, [network](FaultTrial& trial, unsigned threads) {
      processes_in_groups(trial, on(network, "direct", threads, LedgerDetail::profile));
    });
  }
  add("machines", several_machines);
  add("ledgers", ledgers);
  add("registries", registries);
}

}  // namespace pram::testing
