#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/network.hpp>
#include <pram/pram.hpp>

#include "../../../support/forced.hpp"
#include "../../thrown.hpp"

// What a user adds to a machine may throw at any call. The step is undone, and the next pardo knows nothing of it.
namespace pram {

namespace {

using testing::ForcedWorkers;
using testing::thrown;

constexpr std::uint64_t processors = 200;
constexpr std::uint32_t trial_components = 16;

struct Mishap : std::runtime_error {
  Mishap() : std::runtime_error("mishap") {}
};

/// Throws at a call that is counted down to; never while it is 0.
class Countdown {
 public:
  void set(int calls) { left_ = calls; }
  void call() {
    if (left_.load() > 0 && left_.fetch_sub(1) == 1) throw Mishap();
  }

 private:
  std::atomic<int> left_ = 0;
};

Countdown carrying;
Countdown carrying_back;
Countdown working_out;
Countdown making;

/// Remembers what it carries until a phase is done, as a network with queues would.
class Queues : public Network {
 public:
  Queues() { making.call(); }
  std::string name() const override { return "failing-queues"; }
  bool wants_messages() const override { return true; }
  std::uint64_t carry(const Traffic& phase) override {
    if (under_way_ != 0) throw std::logic_error("a phase was left in the queues");
    under_way_ = phase.messages;
    carrying.call();
    under_way_ = 0;
    return phase.largest_received;
  }
  std::uint64_t carry_back(const Traffic& replies) override {
    carrying_back.call();
    return replies.largest_received;
  }
  double distinct_charge(std::uint64_t messages, std::uint32_t) const override {
    working_out.call();
    return static_cast<double>(messages);
  }

 private:
  std::uint64_t under_way_ = 0;
};

Countdown applying;

/// Exclusive or, which may throw.
struct Odd {
  static constexpr const char* name = "odd";
  static std::uint64_t identity() { return 0; }
  static std::uint64_t apply(std::uint64_t a, std::uint64_t b) {
    applying.call();
    return a ^ b;
  }
};

void add_network() {
  static const bool added = [] {
    networks().add(
        {.name = "failing-queues", .summary = "throws", .make = [](auto&&...) { return std::make_unique<Queues>(); }});
    return true;
  }();
  static_cast<void>(added);
}

Task<> program(const Array<std::uint64_t>& cells, const Array<std::uint64_t>& sums, Processor self) {
  const std::uint64_t value = co_await cells[(self.id() + 1) % processors];
  co_await sums[self.id() % 3].add(value);
  const std::uint64_t sum = co_await sums[self.id() % 3];
  co_await (cells[self.id()] = value + sum);
}

/// The memory after so many steps.
std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>> after(std::uint64_t steps) {
  std::vector<std::uint64_t> cells(processors);
  for (std::uint64_t id = 0; id < processors; ++id) cells[id] = id;
  std::vector<std::uint64_t> sums(3, 0);
  for (std::uint64_t id = 0; id < processors && steps >= 2; ++id) sums[id % 3] += (id + 1) % processors;
  for (std::uint64_t id = 0; id < processors && steps >= 4; ++id) cells[id] = (id + 1) % processors + sums[id % 3];
  return {cells, sums};
}

class FailingParts {
 public:
  explicit FailingParts(MachineOptions options)
      : machine_(std::move(options)),
        cells_(machine_.array<std::uint64_t>(processors)),
        sums_(machine_.array<std::uint64_t>(3)) {
    put();
  }

  Array<std::uint64_t>& sums() { return sums_; }
  Machine& machine() { return machine_; }

  void put() {
    cells_.assign(after(0).first);
    sums_.fill(0);
  }

  void run() {
    machine_.pardo(processors, [this](Processor self) { return program(cells_, sums_, self); });
  }

  void check_undone() const {
    const auto [cells, sums] = after(machine_.ledger().steps());
    CHECK(cells_.host() == cells);
    CHECK(sums_.host() == sums);
    CHECK(machine_.ledger().requests().total() == machine_.ledger().steps() * processors);
  }

  void check_next() {
    for (int k = 0; k < 2; ++k) {
      put();
      run();
      CHECK(cells_.host() == after(4).first);
      CHECK(sums_.host() == after(4).second);
    }
  }

 private:
  Machine machine_;
  Array<std::uint64_t> cells_;
  Array<std::uint64_t> sums_;
};

/// Fails the first, second, … call until a run needs no more.
/// @returns how many runs failed
template <class Prepare>
int fail_every_call(Countdown& calls, const MachineOptions& options, const Prepare& prepare) {
  const ForcedWorkers all_workers;
  int failed = 0;
  for (int number = 1; number < 1000; ++number) {
    CAPTURE(number);
    FailingParts trial(options);
    prepare(trial);
    calls.set(number);
    bool threw = false;
    try {
      trial.run();
    } catch (const Mishap&) {
      threw = true;
    }
    calls.set(0);
    trial.check_undone();
    trial.check_next();
    if (!threw) break;
    ++failed;
  }
  return failed;
}

}  // namespace

TEST_CASE("a network that throws from carry, on the way back, or in its denominator") {
  add_network();
  const auto nothing = [](FailingParts&) {};
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    for (const char* const access : {"direct", "combining:4,4", "adaptive"}) {
      CAPTURE(threads);
      CAPTURE(access);
      const MachineOptions options{
          .components = trial_components, .network = "failing-queues", .access = access, .threads = threads};
      CHECK(fail_every_call(carrying, options, nothing) >= 4);
      CHECK(fail_every_call(carrying_back, options, nothing) >= 2);
      CHECK(fail_every_call(working_out, options, nothing) == 4);
    }
  }
}

TEST_CASE("an array's own plan that throws") {
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    CAPTURE(threads);
    Countdown routing;
    const MachineOptions options{.components = trial_components, .threads = threads};
    const int failed = fail_every_call(routing, options, [&](FailingParts& trial) {
      trial.sums().send_by(plan(
          [&](Hop hop) {
            routing.call();
            return hop.source / 4 * 4;
          },
          [&](Hop hop) {
            routing.call();
            return hop.home;
          }));
    });
    CHECK(failed >= 40);
  }
}

TEST_CASE("a network that cannot be made again: each pardo says so until it can") {
  add_network();
  FailingParts trial({.components = trial_components, .network = "failing-queues", .threads = 2});
  carrying.set(2);
  static_cast<void>(thrown<Mishap>([&] { trial.run(); }));
  trial.check_undone();
  for (int k = 0; k < 3; ++k) {
    making.set(1);
    static_cast<void>(thrown<Mishap>([&] { trial.run(); }));
    trial.check_undone();
  }
  trial.check_next();
}

TEST_CASE("an operator that throws") {
  const ForcedWorkers all_workers;
  for (const unsigned threads : {1U, 2U, 3U}) {
    for (const char* const access : {"direct", "combining:4,4", "sorting"}) {
      for (int number = 1; number < 300; number += 7) {
        Machine machine({.components = trial_components,
                         .network = access == std::string("sorting") ? "hypercube" : "router",
                         .access = access,
                         .threads = threads});
        const auto cells = machine.array<std::uint64_t>(4, 0);
        const auto run = [&] {
          machine.pardo(processors, [&](Processor self) -> Task<> {
            co_await cells[self.id() % 4].combine(Odd(), std::uint64_t{1} << (self.id() / 4));
          });
        };
        applying.set(number);
        bool threw = false;
        try {
          run();
        } catch (const Mishap&) {
          threw = true;
        }
        applying.set(0);
        std::uint64_t once = 0;
        for (std::uint64_t id = 0; id < processors; id += 4) once ^= std::uint64_t{1} << (id / 4);
        CHECK(cells.host() == std::vector<std::uint64_t>(4, threw ? 0 : once));
        run();
        CHECK(cells.host() == std::vector<std::uint64_t>(4, threw ? once : 0));
      }
    }
  }
}

}  // namespace pram
