#include <pram/network/poll.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../thrown.hpp"

namespace pram {

namespace {

using testing::thrown;

/// A network with long phases, in which something happens to the machine.
class Slow : public Network {
 public:
  static inline std::function<void()> in_phase;
  static inline std::function<void()> in_denominator;
  static inline std::uint64_t phases = 0;

  std::string name() const override { return "slow"; }
  std::uint64_t carry(const Traffic& phase) override {
    ++phases;
    if (in_phase) in_phase();
    poll();
    return phase.largest_received;
  }
  double distinct_charge(std::uint64_t messages, std::uint32_t) const override {
    if (in_denominator) in_denominator();
    poll();
    return static_cast<double>(messages);
  }

  static void add() {
    static const bool added = [] {
      networks().add({"slow", "has long phases", [](const Spec&, std::uint32_t) { return std::make_unique<Slow>(); }});
      return true;
    }();
    (void)added;
  }
};

struct Outcome {
  std::vector<std::int64_t> cells;
  std::uint64_t steps = 0;
  std::uint64_t charge = 0;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome run(Machine& machine, const Array<std::int64_t>& cells, std::uint64_t n) {
  const std::uint64_t steps = machine.ledger().steps();
  const std::uint64_t charge = machine.ledger().total_charge();
  machine.pardo(n, [&](Processor self) -> Task<> {
    for (std::int64_t round = 1; round <= 3; ++round) {
      const std::uint64_t at = self.id() * 7 % n;
      const std::int64_t before = co_await cells[at];
      co_await (cells[at] = before + round);
      co_await cells[self.id() / 2].add(round);
      co_await cells[0].max(before);
    }
  });
  return {cells.host(), machine.ledger().steps() - steps, machine.ledger().total_charge() - charge};
}

}  // namespace

TEST_CASE("poll reaches the innermost scope of its own thread, and nothing where there is none") {
  poll();
  std::vector<std::string> heard;
  const PollScope outer([&](std::string_view doing) { heard.push_back("outer " + std::string(doing)); });
  {
    const PollScope inner([&](std::string_view doing) { heard.push_back("inner " + std::string(doing)); });
    poll("a");
  }
  std::thread([] { poll("elsewhere"); }).join();
  poll("b");
  CHECK(heard == std::vector<std::string>{"inner a", "outer b"});
  heard.clear();
  Poller poller;
  for (int k = 0; k < 100'000; ++k) poller.work();
  CHECK(!heard.empty());
  CHECK(heard.size() < 1000);
}

TEST_CASE("a stop within a phase leaves the machine as it was before the step, and ready for the next pardo") {
  Slow::add();
  for (const char* const access : {"direct", "combining", "adaptive"}) {
    for (const std::uint32_t threads : {1U, 2U, 3U}) {
      for (const std::uint64_t n : {40U, 9000U}) {
        CAPTURE(access);
        CAPTURE(threads);
        CAPTURE(n);
        const MachineOptions options{.components = 8, .network = "slow", .access = access, .threads = threads};
        Slow::in_phase = nullptr;
        Slow::phases = 0;
        Machine untouched(options);
        const auto expected_cells = untouched.array<std::int64_t>(n, 1);
        const Outcome expected = run(untouched, expected_cells, n);
        const std::uint64_t all = Slow::phases;
        REQUIRE(all > 3);
        // Whichever phase it is, all steps before it stand, and nothing of its own does.
        for (std::uint64_t stopped = 1; stopped <= all; stopped += 1 + testing::seed() % 3) {
          Machine machine(options);
          const auto cells = machine.array<std::int64_t>(n, 1);
          Slow::phases = 0;
          Slow::in_phase = [&] {
            if (Slow::phases == stopped) machine.request_stop();
          };
          const auto error = thrown<Interrupted>([&] { run(machine, cells, n); });
          Slow::in_phase = nullptr;
          CHECK(error.step == machine.ledger().steps());
          CHECK(error.step < expected.steps);
          Machine limited([&] {
            MachineOptions few = options;
            few.max_steps = error.step;
            return few;
          }());
          const auto limited_cells = limited.array<std::int64_t>(n, 1);
          if (error.step > 0) CHECK_THROWS_AS(run(limited, limited_cells, n), LimitError);
          CHECK(cells.host() == limited_cells.host());
          CHECK(machine.ledger().total_charge() == limited.ledger().total_charge());
          cells.fill(1);
          CHECK(run(machine, cells, n).cells == expected.cells);
        }
      }
    }
  }
}

TEST_CASE("a stop while processors run is heeded before their step ends") {
  for (const std::uint32_t threads : {1U, 2U}) {
    for (const char* const access : {"direct", "combining"}) {
      Machine machine({.components = 8, .access = access, .threads = threads});
      const std::uint64_t n = 20'000;
      const auto cells = machine.array<std::int64_t>(n, 5);
      std::atomic<std::uint64_t> resumed = 0;
      const auto error = thrown<Interrupted>([&] {
        machine.pardo(n, [&](Processor self) -> Task<> {
          co_await (cells[self.id()] = 6);
          if (self.id() == 0) machine.request_stop();
          ++resumed;
          co_await (cells[self.id()] = 7);
        });
      });
      CHECK(error.step == 1);
      CHECK(cells.host() == std::vector<std::int64_t>(n, 6));
      CHECK(resumed < n);
      machine.pardo(n, [&](Processor self) -> Task<> { co_await (cells[self.id()] = 8); });
      CHECK(cells.host() == std::vector<std::int64_t>(n, 8));
    }
  }
}

TEST_CASE("progress is reported within a phase that takes long") {
  Slow::add();
  Machine machine({.components = 2, .network = "slow", .access = "direct", .threads = 1});
  const auto cells = machine.array<std::int64_t>(2, 0);
  std::uint64_t reports = 0;
  machine.on_progress([&](std::uint64_t) { ++reports; });
  Slow::in_phase = [&] {
    // Reports come ten a second at most; sooner or later the third comes.
    const auto begin = std::chrono::steady_clock::now();
    while (reports < 3 && std::chrono::steady_clock::now() - begin < std::chrono::seconds(60)) poll();
  };
  machine.pardo(1, [&](Processor) -> Task<> { co_await (cells[0] = 1); });
  Slow::in_phase = nullptr;
  CHECK(reports >= 3);
  CHECK(machine.ledger().steps() == 1);
}

TEST_CASE("work with a name is told to whoever shows names around the machine, until its step is over") {
  Slow::add();
  Machine machine({.components = 2, .network = "slow", .access = "direct", .threads = 1});
  const auto cells = machine.array<std::int64_t>(2, 0);
  std::uint64_t reports = 0;
  machine.on_progress([&](std::uint64_t) { ++reports; });
  // Reports come in the phase; none comes while the denominator has a name, and they come again in the next phase.
  std::vector<std::uint64_t> during;
  const auto wait_for_report = [&](std::chrono::milliseconds at_most) {
    const std::uint64_t before = reports;
    const auto begin = std::chrono::steady_clock::now();
    while (reports == before && std::chrono::steady_clock::now() - begin < at_most) poll();
    during.push_back(reports - before);
  };
  Slow::in_phase = [&] { wait_for_report(std::chrono::seconds(60)); };
  Slow::in_denominator = [&] {
    poll("the denominator");
    wait_for_report(std::chrono::milliseconds(250));
  };
  std::vector<std::string> heard;
  {
    const PollScope shows([&](std::string_view doing) { heard.emplace_back(doing); });
    machine.pardo(1, [&](Processor) -> Task<> {
      co_await (cells[0] = 1);
      co_await (cells[0] = 2);
    });
  }
  CHECK(heard == std::vector<std::string>{"the denominator", "the denominator"});
  CHECK(during == std::vector<std::uint64_t>{1, 0, 1, 0});
  // Where nobody shows names, the number of steps is all there is.
  during.clear();
  Slow::in_denominator = [&] {
    poll("the denominator");
    wait_for_report(std::chrono::seconds(60));
  };
  machine.pardo(1, [&](Processor) -> Task<> { co_await (cells[0] = 1); });
  CHECK(during == std::vector<std::uint64_t>{1, 1});
  Slow::in_phase = Slow::in_denominator = nullptr;
}

}  // namespace pram
