#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <regex>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "../contains.hpp"
#include "../support.hpp"
#include "../support/forced.hpp"
#include "../support/thread_ranks.hpp"
#include "configurations.hpp"

/// Data-parallel steps beside the same steps of a pardo.
namespace pram::conformance {

namespace {

using detail::Serving;

enum class StepKind { read, write, add, add_real, maximum, fetch_add, multiprefix_add, read_any, write_any };
constexpr int step_kinds = 9;

/// In the last two no cell is asked for twice, or one by the last processor and another.
enum class CellPattern { own, random, few, one, permutation, nearly_permutation };
constexpr int cell_patterns = 6;

/// A step of a random program: what it is, and for each processor its cell, its operand, and whether it asks.
struct RandomStep {
  StepKind kind = StepKind::read;
  bool own = false;  ///< does each processor ask for the cell of its own number?
  std::vector<std::uint32_t> index;
  std::vector<std::int32_t> operand;
  std::vector<std::uint8_t> asks;
  std::vector<std::uint8_t> ends;  ///< before the step
};

std::vector<RandomStep> random_program(std::mt19937_64& random, std::uint64_t n, std::uint64_t cells) {
  std::vector<RandomStep> steps(2 + random() % 4);
  for (RandomStep& step : steps) {
    step.kind = static_cast<StepKind>(random() % step_kinds);
    const auto pattern = static_cast<CellPattern>(random() % cell_patterns);
    step.own = pattern == CellPattern::own && n <= cells;
    std::vector<std::uint32_t> order(cells);
    std::iota(order.begin(), order.end(), 0U);
    std::shuffle(order.begin(), order.end(), random);
    const bool all_ask = random() % 2 == 0;
    const bool some_end = random() % 3 == 0;
    for (std::uint64_t i = 0; i < n; ++i) {
      const std::uint64_t drawn = random() >> 8;
      step.index.push_back(static_cast<std::uint32_t>(pattern == CellPattern::own      ? i % cells
                                                      : pattern == CellPattern::random ? drawn % cells
                                                      : pattern == CellPattern::few    ? drawn % 3 % cells
                                                      : pattern == CellPattern::one    ? 0
                                                                                       : order[i % cells]));
      step.operand.push_back(static_cast<std::int32_t>(random() % 3) - 1);
      step.asks.push_back(all_ask || random() % 4 != 0 ? 1 : 0);
      step.ends.push_back(some_end && random() % 5 == 0 ? 1 : 0);
    }
    if (pattern == CellPattern::nearly_permutation && n > 0) step.index.back() = step.index[random() % n];
  }
  return steps;
}

/// What a program leaves behind: memory, replies, ledger, and the error that ended it.
struct Left {
  std::vector<std::int32_t> first;
  std::vector<std::int32_t> second;
  std::vector<double> real;
  std::vector<std::int32_t> replies;
  std::string ledger;
  std::string error;

  bool operator==(const Left&) const = default;
};

std::string without_places(const std::string& text) {
  static const std::regex place("[^ (,\\n]*\\.cpp:[0-9]+");
  return std::regex_replace(text, place, "here");
}

struct FormsMachine {
  FormsMachine(const MachineOptions& options, std::uint64_t n, std::uint64_t cells)
      : machine(options),
        first(machine.array<std::int32_t>(cells, 5, "first")),
        second(machine.array<std::int32_t>(cells, -5, "second")),
        real(machine.array<double>(cells, 0.1, "real")),
        replies(n) {}

  Left left(std::string error) const {
    // No rule says which replies of a failed step have come.
    return {first.host(),
            second.host(),
            real.host(),
            error.empty() ? replies : std::vector<std::int32_t>(),
            without_places(text_of(machine.ledger())),
            without_places(error)};
  }

  Machine machine;
  Array<std::int32_t> first;
  Array<std::int32_t> second;
  Array<double> real;
  std::vector<std::int32_t> replies;
};

Left in_coroutines(const std::vector<RandomStep>& steps, std::uint64_t n, std::uint64_t cells,
                   const MachineOptions& options) {
  FormsMachine memory(options, n, cells);
  const auto& [first, second, real] = std::tie(memory.first, memory.second, memory.real);
  std::string error;
  try {
    memory.machine.pardo(n, [&](Processor self) -> Task<> {
      const auto i = self.id();
      std::int32_t& reply = memory.replies[i];
      for (const RandomStep& step : steps) {
        if (step.ends[i] != 0) co_return;
        if (step.asks[i] == 0) {
          co_await self.idle();
          continue;
        }
        const std::uint32_t at = step.index[i];
        const std::int32_t value = step.operand[i];
        const bool left = value > 0;
        switch (step.kind) {
          case StepKind::read: reply += co_await first[at]; break;
          case StepKind::write: co_await (first[at] = value); break;
          case StepKind::add: co_await first[at].add(value); break;
          case StepKind::add_real: co_await real[at].add(0.3 * value); break;
          case StepKind::maximum: co_await first[at].max(value); break;
          case StepKind::fetch_add: reply += co_await first[at].fetch_add(value); break;
          case StepKind::multiprefix_add: reply += co_await first[at].multiprefix_add(value); break;
          case StepKind::read_any: reply += co_await (left ? first[at] : second[at]); break;
          case StepKind::write_any: co_await ((left ? first[at] : second[at]) = value); break;
        }
      }
    });
  } catch (const ConflictError& conflict) {
    error = conflict.what();
  }
  return memory.left(error);
}

Left in_whole_steps(const std::vector<RandomStep>& steps, std::uint64_t n, std::uint64_t cells,
                    const MachineOptions& options) {
  FormsMachine memory(options, n, cells);
  const auto& [first, second, real] = std::tie(memory.first, memory.second, memory.real);
  std::string error;
  try {
    const Processors all = memory.machine.processors(n);
    for (const RandomStep& step : steps) {
      all.end_where([&](std::uint64_t i) { return step.ends[i] != 0; });
      const auto note = [&](std::uint64_t i, std::int32_t reply) { memory.replies[i] += reply; };
      const auto either = [&](std::uint64_t i) -> const Cell<std::int32_t>& {
        return (step.operand[i] > 0 ? first : second)[step.index[i]];
      };
      const auto take_step_at = [&](const auto& asking, const auto& index) {
        switch (step.kind) {
          case StepKind::read: asking.read(first, index, note); break;
          case StepKind::write: asking.write(first, index, step.operand); break;
          case StepKind::add: asking.combine(first, index, Sum{}, step.operand); break;
          case StepKind::add_real:
            asking.combine(real, index, Sum{}, [&](std::uint64_t i) { return 0.3 * step.operand[i]; });
            break;
          case StepKind::maximum: asking.combine(first, index, Maximum{}, step.operand); break;
          case StepKind::fetch_add: asking.fetch_combine(first, step.index, Sum{}, step.operand, note); break;
          case StepKind::multiprefix_add: {
            std::vector<std::int32_t> had(n, 0);  // of those that have ended, as it is
            asking.multiprefix_combine(first, step.index, Sum{}, step.operand, had);
            for (std::uint64_t i = 0; i < n; ++i) memory.replies[i] += had[i];
            break;
          }
          case StepKind::read_any: asking.read(either, note); break;
          case StepKind::write_any: asking.write(either, step.operand); break;
        }
      };
      const auto take_step = [&](const auto& asking) {
        step.own ? take_step_at(asking, own_cell) : take_step_at(asking, step.index);
      };
      if (std::ranges::all_of(step.asks, [](std::uint8_t one) { return one != 0; })) {
        take_step(all);
      } else {
        take_step(all.where([&](std::uint64_t i) { return step.asks[i] != 0; }));
      }
    }
  } catch (const ConflictError& conflict) {
    error = conflict.what();
  }
  return memory.left(error);
}

/// What each of several ranks has, of which each has its own processors' replies. None: ranks do not have such a
/// machine.
template <class Run>
std::vector<Left> left_on_ranks(unsigned ranks, const Run& run) {
  std::vector<Left> left;
  try {
    left = testing::on_ranks(ranks, run);
  } catch (const ConfigError& error) {
    REQUIRE(testing::contains(error.what(), "or one rank"));
    return {};
  }
  std::vector<std::int32_t> replies(left.front().replies.size());
  for (const Left& one : left) {
    for (std::size_t i = 0; i < replies.size(); ++i) replies[i] += one.replies[i];
  }
  for (Left& one : left) one.replies = replies;
  return left;
}

struct Carrying {
  const char* network;
  const char* access;
};
constexpr Carrying carryings[] = {{"router", "direct"},      {"router:g=3,l=2", "direct"},
                                  {"torus", "direct"},       {"router", "combining:4,4"},
                                  {"router", "adaptive"},    {"router", "combining:4,4,timing=asynchronous"},
                                  {"hypercube:4", "sorting"}};

}  // namespace

TEST_CASE("random steps in coroutines and as data-parallel steps leave the same memory, replies, ledger and error") {
  std::mt19937_64 random(testing::seed());
  const ForcedWorkers forced;
  const int programs = testing::random_cases(400);
  for (int program = 0; program < programs; ++program) {
    const std::uint64_t n = random() % (program % 16 == 1 ? 6000 : program % 8 == 0 ? 300 : 40);
    const std::uint64_t cells = 1 + random() % (2 * n + 3);
    const std::vector<RandomStep> steps = random_program(random, n, cells);
    const Carrying& carrying = carryings[random() % (std::size(carryings) + 3) % std::size(carryings)];
    MachineOptions options{.components = 16, .network = carrying.network, .access = carrying.access};
    options.rule = static_cast<Rule>(random() % (static_cast<std::uint64_t>(Rule::bit_xor) + 1));
    options.seed = random();
    options.collision_marker = 77;
    options.ledger = program % 2 == 0 ? LedgerDetail::profile : LedgerDetail::steps;
    CAPTURE(program);
    CAPTURE(n);
    CAPTURE(carrying.network);
    CAPTURE(carrying.access);
    CAPTURE(to_string(options.rule));
    options.threads = 1;
    const Left expected = in_coroutines(steps, n, cells, options);
    for (const unsigned threads : all_threads) {
      options.threads = threads;
      CAPTURE(threads);
      const Left had = in_whole_steps(steps, n, cells, options);
      CHECK(had.first == expected.first);
      CHECK(had.second == expected.second);
      CHECK(had.real == expected.real);
      CHECK(had.replies == expected.replies);
      CHECK(had.error == expected.error);
      CHECK(had.ledger == expected.ledger);
    }
    // Several ranks with one host thread each, or two.
    static constexpr unsigned hosts[][2] = {{1, 1}, {2, 1}, {3, 1}, {5, 1}, {2, 2}, {3, 2}};
    const auto& [ranks, threads] = hosts[random() % std::size(hosts)];
    options.threads = threads;
    CAPTURE(ranks);
    CAPTURE(threads);
    for (const Left& had : left_on_ranks(ranks, [&] { return in_whole_steps(steps, n, cells, options); })) {
      CHECK(had.first == expected.first);
      CHECK(had.second == expected.second);
      CHECK(had.real == expected.real);
      CHECK(had.replies == expected.replies);
      CHECK(had.error == expected.error);
      CHECK(had.ledger == expected.ledger);
    }
    // The ways in which the machine serves the same steps, none of which a user chooses.
    for (const Serving serving : {Serving::records, Serving::slots, Serving::marked, Serving::moved}) {
      const testing::ForcedServing as(serving);
      CAPTURE(static_cast<int>(serving));
      options.threads = all_threads[random() % std::size(all_threads)];
      CAPTURE(options.threads);
      CHECK((in_whole_steps(steps, n, cells, options) == expected));
      CHECK((in_coroutines(steps, n, cells, options) == expected));
    }
  }
}

}  // namespace pram::conformance
