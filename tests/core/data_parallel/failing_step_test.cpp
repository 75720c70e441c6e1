#include <cstdint>
#include <functional>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../support/forced.hpp"
#include "../thrown.hpp"

/// Data-parallel steps that fail: what is said, what memory is left, and that machine and group go on.
namespace pram {

namespace {

using testing::contains;
using testing::thrown;

constexpr unsigned step_threads[] = {1, 2, 3, 8};

/// Networks and protocols by which steps take different paths through the engine.
struct StepWay {
  const char* network;
  const char* access;
  std::uint64_t processors;  ///< several chunks, where that is quick
};
constexpr StepWay step_ways[] = {{"ideal", "direct", 5000},         {"router", "direct", 5000},
                                 {"torus", "direct", 300},          {"router", "adaptive", 300},
                                 {"router", "combining:4,4", 5000}, {"hypercube", "sorting", 300}};

/// A machine with a narrow array and a wide one, and processors that have taken one step.
struct StepTrial {
  StepTrial(const StepWay& way, unsigned threads, Rule rule, std::uint64_t max_steps)
      : machine({.components = 16,
                 .network = way.network,
                 .access = way.access,
                 .rule = rule,
                 .threads = threads,
                 .max_steps = max_steps}),
        n(way.processors),
        narrow(machine.array<std::int32_t>(n, -5, "narrow")),
        wide(machine.array<double>(n, 0.25, "wide")),
        all(machine.processors(n)) {
    all.write(narrow, own_cell, [](std::uint64_t i) { return static_cast<std::int32_t>(i) - 100; });
  }

  Machine machine;
  std::uint64_t n;
  Array<std::int32_t> narrow;
  Array<double> wide;
  Processors all;
};

/// What a failure leaves behind.
struct LeftByStep {
  std::string error;
  std::vector<std::int32_t> narrow;
  std::vector<double> wide;
  std::uint64_t steps = 0;
  std::uint64_t live = 0;
};

template <class Failure>
LeftByStep left_by_step(StepTrial& trial, const std::function<void(StepTrial&)>& step) {
  const auto error = thrown<Failure>([&] { step(trial); });
  CHECK(testing::is_one_line(error.what()));
  return {error.what(), trial.narrow.host(), trial.wide.host(), trial.machine.ledger().steps(), trial.all.live()};
}

/// Has a step fail on every path and number of threads.
/// @param completed  did the step itself take place? Then its memory stays.
/// @returns the error, which is the same for any number of threads
template <class Failure>
std::string step_fails(const std::function<void(StepTrial&)>& step, bool completed = false, Rule rule = Rule::arbitrary,
                       std::uint64_t max_steps = 0) {
  const testing::ForcedWorkers all_workers;
  std::string told;
  for (const StepWay& way : step_ways) {
    CAPTURE(way.network);
    CAPTURE(way.access);
    told.clear();
    std::vector<std::int32_t> after;  // with one thread
    for (const unsigned threads : step_threads) {
      CAPTURE(threads);
      StepTrial trial(way, threads, rule, max_steps);
      std::vector<std::int32_t> expected = trial.narrow.host();
      const LeftByStep left = left_by_step<Failure>(trial, step);
      CHECK(left.live == trial.n);
      CHECK(left.steps == (completed ? 2 : 1));
      if (!completed) {
        CHECK(left.narrow == expected);
        CHECK(left.wide == std::vector<double>(trial.n, 0.25));
      } else if (threads == 1) {
        after = left.narrow;
      } else {
        CHECK(left.narrow == after);
      }
      if (told.empty()) told = left.error;
      CHECK(left.error == told);
      // The machine goes on.
      if (max_steps != 0) continue;
      expected = left.narrow;
      for (std::int32_t& one : expected) ++one;
      trial.all.combine(trial.narrow, own_cell, Sum{}, 1);
      CHECK(trial.narrow.host() == expected);
      CHECK(trial.machine.ledger().steps() == left.steps + 1);
    }
  }
  return told;
}

}  // namespace

TEST_CASE("an index outside the array: the lowest processor is named, and nothing of the step remains") {
  const std::string read = step_fails<AddressError>([](StepTrial& trial) {
    std::vector<std::int32_t> replies(trial.n);
    trial.all.read(
        trial.narrow, [](std::uint64_t i) { return i % 1000 == 299 ? i + 10'000 : i; }, replies);
  });
  CHECK(contains(read, "narrow"));
  CHECK(contains(read, "10299"));
  CHECK(contains(read, "processor 299"));
  CHECK(contains(read, "step 2"));
  CHECK(contains(read, "failing_step_test.cpp"));
  // The last processor's cell was written before, in another chunk.
  const std::string write = step_fails<AddressError>([](StepTrial& trial) {
    trial.all.write(
        trial.narrow,
        [&](std::uint64_t i) { return i + 1 == trial.n ? std::int64_t{-1} : static_cast<std::int64_t>(i); }, 7);
  });
  CHECK(contains(write, "-1"));
  CHECK(contains(step_fails<AddressError>([](StepTrial& trial) {
                   trial.all.combine(
                       trial.wide, [](std::uint64_t i) { return i == 77 ? (std::uint64_t{1} << 40) + 3 : i % 5; },
                       Sum{}, 0.5);
                 }),
                 "1099511627779"));
  CHECK(contains(step_fails<AddressError>([](StepTrial& trial) {
                   trial.all.write(
                       [&](std::uint64_t i) -> auto& { return trial.narrow[i == 123 ? trial.n : i]; }, 7);
                 }),
                 "processor 123"));
}

TEST_CASE("an index outside the array in a range of indices: those of processors that have ended do not matter") {
  const std::string told = step_fails<AddressError>([](StepTrial& trial) {
    std::vector<std::int32_t> index(trial.n);
    for (std::size_t i = 0; i < index.size(); ++i) index[i] = static_cast<std::int32_t>(i);
    index[250] = -3;
    index[280] = 100'000;
    std::vector<std::int32_t> values(trial.n, 7);
    trial.all.write(trial.narrow, index, values);
  });
  CHECK(contains(told, "narrow[-3]"));
  CHECK(contains(told, "processor 250"));

  Machine machine({.components = 16, .threads = 1});
  const auto cells = machine.array<std::int32_t>(200, 1, "cells");
  const Processors all = machine.processors(200);
  all.end_where([](std::uint64_t i) { return i % 67 == 3; });
  std::vector<std::uint32_t> index(200, ~std::uint32_t{0});
  std::vector<std::int32_t> got(200, -1);
  for (std::uint32_t i = 0; i < 200; ++i) {
    if (i % 67 != 3) index[i] = 199 - i;
  }
  all.combine(cells, index, Sum{}, 5);
  all.read(cells, index, got);
  for (std::uint32_t i = 0; i < 200; ++i) {
    CHECK(got[i] == (i % 67 == 3 ? -1 : 6));
    CHECK(cells.get(199 - i) == (i % 67 == 3 ? 1 : 6));
  }
  CHECK(machine.ledger().requests().total() == 2 * 197);
}

TEST_CASE("what functions of a step throw: the lowest processor is named, and nothing of the step remains") {
  const std::string value = step_fails<ProgramError>([](StepTrial& trial) {
    trial.all.write(trial.narrow, own_cell, [](std::uint64_t i) -> std::int32_t {
      if (i == 250 || i == 280) throw std::runtime_error("out of fuel");
      return 7;
    });
  });
  CHECK(contains(value, "processor 250"));
  CHECK(contains(value, "step 2"));
  CHECK(contains(value, "out of fuel"));
  // Several processors have combined into a cell before.
  const std::string contended = step_fails<ProgramError>(
      [](StepTrial& trial) {
        trial.all.combine(
            trial.narrow,
            [&](std::uint64_t i) {
              if (i + 2 >= trial.n) throw std::runtime_error("out of cells");
              return i % 3;
            },
            Maximum{}, [](std::uint64_t i) { return static_cast<std::int32_t>(i); });
      },
      false, Rule::sum);
  CHECK(contains(contended, "out of cells"));
  CHECK(contains(step_fails<ProgramError>([](StepTrial& trial) {
                   trial.all
                       .where([](std::uint64_t i) -> bool {
                         if (i == 60) throw 60;
                         return i % 2 == 0;
                       })
                       .combine(trial.wide, own_cell, Sum{}, 1.0);
                 }),
                 "processor 60"));
}

TEST_CASE("what takes a reply and throws is of the next step: the step itself has taken place") {
  const auto complain = [](std::uint64_t i, std::int32_t) {
    if (i == 33 || i == 290) throw std::runtime_error("unexpected reply");
  };
  const std::string read =
      step_fails<ProgramError>([&](StepTrial& trial) { trial.all.read(trial.narrow, own_cell, complain); }, true);
  CHECK(contains(read, "processor 33"));
  CHECK(contains(read, "step 3"));
  const std::string fetch = step_fails<ProgramError>(
      [&](StepTrial& trial) { trial.all.fetch_combine(trial.narrow, own_cell, Sum{}, 1000, complain); }, true);
  CHECK(contains(fetch, "processor 33"));
}

TEST_CASE("a breach of the rule undoes the step") {
  const std::string write = step_fails<ConflictError>(
      [](StepTrial& trial) {
        trial.all.write(
            trial.narrow, [](std::uint64_t i) { return i / 2 * 2; }, 7);
      },
      false, Rule::crew);
  CHECK(contains(write, "narrow[0]"));
  const std::string unequal = step_fails<ConflictError>(
      [](StepTrial& trial) {
        trial.all.write(
            trial.wide, [](std::uint64_t i) { return i % 7; }, [](std::uint64_t i) { return i == 0 ? 1.5 : 2.5; });
      },
      false, Rule::common);
  CHECK(contains(unequal, "wide[0]"));
}

TEST_CASE("a step too many is not taken") {
  const std::string told = step_fails<LimitError>(
      [](StepTrial& trial) {
        trial.all.combine(
            trial.narrow, [](std::uint64_t i) { return i % 2; }, Sum{}, 3);
      },
      false, Rule::arbitrary, 1);
  CHECK(contains(told, "max_steps"));
}

TEST_CASE("computation and conditions that throw end nobody") {
  CHECK(contains(step_fails<ProgramError>([](StepTrial& trial) {
                   trial.all.compute([](std::uint64_t i) {
                     if (i >= 150) throw std::runtime_error("cannot compute");
                   });
                 }),
                 "processor 150"));
  CHECK(contains(step_fails<ProgramError>([](StepTrial& trial) {
                   trial.all.end_where([](std::uint64_t i) {
                     if (i >= 170) throw std::runtime_error("cannot say");
                     return true;
                   });
                 }),
                 "processor 170"));
}

TEST_CASE("registers that do not fit are refused, and the group goes on") {
  Machine machine({.components = 4, .network = "ideal", .access = "direct", .threads = 2, .memory_limit = 4U << 20});
  const auto cells = machine.array<std::int32_t>(20'000, 1, "cells");
  const Processors all = machine.processors(20'000);
  all.combine(cells, own_cell, Sum{}, 1);
  struct Wide {
    std::int64_t words[64];
  };
  CHECK(thrown<LimitError>([&] { static_cast<void>(all.registers<Wide>({})); }).limit == "memory");
  CHECK(cells.host() == std::vector<std::int32_t>(20'000, 2));
  all.combine(cells, own_cell, Sum{}, 1);
  CHECK(cells.host() == std::vector<std::int32_t>(20'000, 3));
}

}  // namespace pram
