#include <doctest/doctest.h>

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/pram.hpp>

#include "../support.hpp"
#include "../support/forced.hpp"
#include "../support/thread_ranks.hpp"
#include "configurations.hpp"

/// Steps that are carried by chains against the same steps that move: the same to the bit in all that can be seen.
namespace pram::conformance {

namespace {

using detail::Serving;

enum class Ask { read, write, real_write, add, narrow_add, least, bits, real_add, fetch, prefix, mixed, fail, count };
enum class Where { own, near, random, few, one, count };

struct LockStep {
  Ask ask;
  Where where;
  std::uint64_t few;       ///< cells that Where::few chooses from
  std::uint64_t idle_of;   ///< one of so many processors idles; 0: none does
  std::uint64_t operands;  ///< how many different ones
};

struct Program {
  MachineOptions options;
  std::uint64_t processors = 0;
  std::uint64_t cells = 0;
  std::uint64_t ends_early = 0;  ///< one of so many processors; 0: none does
  std::uint64_t seed = 0;
  std::vector<LockStep> steps;
};

std::uint64_t mix(std::uint64_t a, std::uint64_t b) { return seeded_hash(a, b); }

std::uint64_t index_of(const Program& program, std::uint64_t id, std::size_t step) {
  const LockStep& one = program.steps[step];
  const std::uint64_t random = mix(id, program.seed + step);
  switch (one.where) {
    case Where::own: return id % program.cells;
    case Where::near: return id / 3 % program.cells;
    case Where::random: return random % program.cells;
    case Where::few: return random % one.few % program.cells;
    default: return step % program.cells;
  }
}

Program random_program(std::mt19937_64& draw) {
  const auto below = [&](std::uint64_t bound) { return draw() % bound; };
  const auto one_of = [&](const auto& list) { return list[below(std::size(list))]; };
  Program program;
  struct Plan {
    std::uint32_t components;
    const char* basis;
  };
  static constexpr Plan plans[] = {{8, "4,2"},    {7, "4,2"},    {16, "4,4"},     {64, "8,8"},      {64, "4,4,4"},
                                   {100, "25,4"}, {90, "3,6,5"}, {256, "16,4,4"}, {1024, "16,8,8"}, {4096, "32,16,8"}};
  const Plan plan = one_of(plans);
  static constexpr const char* spreads[] = {"",
                                            "",
                                            ",spread=modular",
                                            ",spread=ordered",
                                            ",physical=extra",
                                            ",physical=last",
                                            ",sweeps=separate",
                                            ",nested=no",
                                            ",spread=ordered,nested=no",
                                            ",physical=extra,nested=no,hash=k-wise:2",
                                            ",physical=last,hash=xxh3"};
  static constexpr const char* networks[] = {"router", "router", "router:g=2,l=3", "ideal", "bus"};
  static constexpr Rule rules[] = {Rule::erew,     Rule::crew,     Rule::common,    Rule::arbitrary, Rule::arbitrary,
                                   Rule::priority, Rule::tolerant, Rule::collision, Rule::sum,       Rule::minimum};
  static constexpr Placement placements[] = {Placement::hashed, Placement::hashed, Placement::balanced,
                                             Placement::direct};
  program.options = {.components = plan.components,
                     .network = one_of(networks),
                     .access = fmt::format("combining:{}{}", plan.basis, one_of(spreads)),
                     .rule = one_of(rules),
                     .placement = one_of(placements),
                     .seed = draw()};
  program.options.hash = some_hash(program.options.placement, draw());
  program.options.collision_marker = 77;
  program.options.ledger = below(2) == 0 ? LedgerDetail::profile : LedgerDetail::steps;
  program.processors = 1 + below(below(4) == 0 ? 6000 : 700);
  // Few beside the requests, some of either, or more.
  const std::uint64_t cells[] = {20, program.processors / 16 + 1, 2 * program.processors};
  program.cells = 1 + below(one_of(cells));
  program.ends_early = below(3) == 0 ? 2 + below(40) : 0;
  program.seed = draw();
  const bool may_fail = below(3) == 0;
  for (std::uint64_t s = 3 + below(8); s > 0; --s) {
    LockStep step{};
    do {
      step.ask = static_cast<Ask>(below(static_cast<std::uint64_t>(Ask::count)));
    } while (step.ask == Ask::fail && !may_fail);
    step.where = static_cast<Where>(below(static_cast<std::uint64_t>(Where::count)));
    step.few = 1 + below(30);
    step.idle_of = below(3) == 0 ? 1 + below(20) : 0;
    step.operands = below(2) == 0 ? 1 : 1000;
    program.steps.push_back(step);
  }
  return program;
}

struct Outcome {
  std::string error;
  std::vector<std::uint64_t> replies;  ///< per processor, all together
  std::vector<std::int64_t> whole;
  std::vector<std::int8_t> narrow;
  std::vector<double> real;
  std::string ledger;

  bool operator==(const Outcome&) const = default;
};

/// Each kind of request stands on a line of its own, so that most steps are of one line.
Outcome run(const Program& program, unsigned threads) {
  MachineOptions options = program.options;
  options.threads = threads;
  Machine machine(options);
  const auto whole = machine.array<std::int64_t>(program.cells, -3, "whole");
  const auto narrow = machine.array<std::int8_t>(program.cells, 5, "narrow");
  const auto real = machine.array<double>(program.cells, 0.1, "real");
  Outcome outcome;
  outcome.replies.assign(program.processors, 0);
  const auto note = [&outcome](std::uint64_t id, std::uint64_t reply) {
    outcome.replies[id] = mix(outcome.replies[id], reply);
  };
  const auto body = [&](Processor self) -> Task<> {
    const std::uint64_t id = self.id();
    for (std::size_t s = 0; s < program.steps.size(); ++s) {
      const LockStep& step = program.steps[s];
      const std::uint64_t chance = mix(id ^ 0x5A5A, program.seed ^ s);
      if (program.ends_early > 0 && chance % program.ends_early == 1) co_return;
      if (step.idle_of > 0 && chance % step.idle_of == 0) {
        co_await self.idle();
        continue;
      }
      const std::uint64_t at = index_of(program, id, s);
      const auto operand = static_cast<std::int64_t>(chance % step.operands) - 400;
      switch (step.ask) {
        case Ask::read: note(id, static_cast<std::uint64_t>(co_await whole[at])); break;
        case Ask::write: co_await (whole[at] = operand); break;
        case Ask::real_write: co_await (real[at] = operand % 7 == 0 ? -0.0 : 0.0); break;
        case Ask::add: co_await whole[at].add(operand); break;
        case Ask::narrow_add: co_await narrow[at].multiply(static_cast<std::int8_t>(operand | 1)); break;
        case Ask::least: co_await narrow[at].min(static_cast<std::int8_t>(operand)); break;
        case Ask::bits: co_await whole[at].bit_xor(operand); break;
        case Ask::real_add: co_await real[at].add(static_cast<double>(operand) / 3); break;
        case Ask::fetch: note(id, static_cast<std::uint64_t>(co_await whole[at].fetch_add(operand))); break;
        case Ask::prefix:
          note(id, static_cast<std::uint64_t>(co_await narrow[at].multiprefix_max(static_cast<std::int8_t>(operand))));
          break;
        case Ask::mixed:
          if (chance % 3 == 0) {
            note(id, static_cast<std::uint64_t>(co_await whole[at]));
          } else if (chance % 3 == 1) {
            co_await whole[at].add(operand);
          } else {
            note(id, static_cast<std::uint64_t>(co_await narrow[at]));
          }
          break;
        default:
          if (id == program.processors / 2) throw std::runtime_error("as asked");
          co_await (whole[at] = 1 + operand);
      }
    }
  };
  // After an error the machine goes on from the step before it.
  for (int pardo = 0; pardo < 2; ++pardo) {
    try {
      machine.pardo(program.processors, body);
    } catch (const std::exception& error) {
      outcome.error += fmt::format("{}\n", error.what());
    }
  }
  outcome.whole = whole.host();
  outcome.narrow = narrow.host();
  outcome.real = real.host();
  outcome.ledger = text_of(machine.ledger());
  return outcome;
}

Outcome run(const Program& program, unsigned threads, Serving serving) {
  const testing::ForcedServing forced_serving(serving);
  const ForcedWorkers forced(threads > 1);
  return run(program, threads);
}

/// What each of several ranks saw. Its processors have left their replies on their own rank alone.
std::vector<Outcome> run_on_ranks(const Program& program, unsigned ranks, unsigned threads) {
  const ForcedWorkers forced(threads > 1);
  std::vector<Outcome> outcomes = testing::on_ranks(ranks, [&] { return run(program, threads); });
  std::vector<std::uint64_t> replies(program.processors);
  for (const Outcome& one : outcomes) {
    for (std::size_t k = 0; k < replies.size(); ++k) replies[k] |= one.replies[k];
  }
  for (Outcome& one : outcomes) one.replies = replies;
  return outcomes;
}

}  // namespace

TEST_CASE("random programs of few lines: chained and moved steps leave the same replies, memory, errors and ledgers") {
  std::mt19937_64 draw(testing::seed());
  const int cases = testing::random_cases(2500);
  for (int k = 0; k < cases; ++k) {
    const Program program = random_program(draw);
    const Outcome moved = run(program, 1, Serving::moved);
    for (const unsigned threads : {1U, all_threads[1 + draw() % 3]}) {
      const Outcome chained = run(program, threads, Serving::fastest);
      CAPTURE(testing::seed());
      CAPTURE(k);
      CAPTURE(program.options.access.text());
      CAPTURE(program.options.network.text());
      CAPTURE(program.processors);
      CAPTURE(threads);
      REQUIRE(chained.error == moved.error);
      REQUIRE(chained.whole == moved.whole);
      REQUIRE(chained.narrow == moved.narrow);
      REQUIRE((chained.ledger == moved.ledger));
      REQUIRE((chained == moved));
    }
  }
}

TEST_CASE("random programs on several ranks: the same replies, memory, errors and ledgers as in one process") {
  static constexpr unsigned hosts[][2] = {{2, 1}, {3, 1}, {2, 2}, {4, 2}, {5, 1}, {1, 2}};
  std::mt19937_64 draw(testing::seed());
  const int cases = testing::random_cases(1200);
  for (int k = 0; k < cases; ++k) {
    Program program = random_program(draw);
    if (draw() % 2 == 0 && program.options.components <= 100) {
      program.processors = 1 + program.processors % 700;  // each rank simulates the network
      const std::vector<std::string> all = some_networks(program.options.components, draw());
      program.options.network = all[draw() % all.size()];
    }
    const std::string timed =
        program.options.access.text() + ",timing=asynchronous" + (draw() % 2 == 0 ? ",winner=first" : "");
    const bool takes_steps = !fits("direct", program.options.network.text());
    if (takes_steps) program.options.access = "ranade";
    switch (takes_steps ? 6 : draw() % 6) {
      case 0: program.options.access = "direct"; break;
      case 1: program.options.access = draw() % 2 == 0 ? "adaptive" : "integer-sort"; break;
      case 2:
        if (fits(timed, program.options.network.text()) && timed.find("sweeps") == std::string::npos)
          program.options.access = timed;
        break;
      default: break;
    }
    if (draw() % 8 == 0) program.processors = 1 + draw() % 4;
    if (draw() % 8 == 0) program.cells = 1 + draw() % 4;
    const Outcome alone = run(program, 1, Serving::fastest);
    const auto [ranks, threads] = hosts[draw() % std::size(hosts)];
    CAPTURE(testing::seed());
    CAPTURE(k);
    CAPTURE(program.options.access.text());
    CAPTURE(program.options.network.text());
    CAPTURE(program.processors);
    CAPTURE(program.cells);
    CAPTURE(ranks);
    CAPTURE(threads);
    for (const Outcome& one : run_on_ranks(program, ranks, threads)) {
      REQUIRE(one.error == alone.error);
      REQUIRE(one.whole == alone.whole);
      REQUIRE(one.narrow == alone.narrow);
      REQUIRE(one.ledger == alone.ledger);
      REQUIRE((one == alone));
    }
  }
}

TEST_CASE("BSP processes that ask shared arrays, chained and moved: the same replies, memory and ledgers") {
  std::mt19937_64 draw(testing::seed());
  const int cases = testing::random_cases(300);
  for (int k = 0; k < cases; ++k) {
    const std::uint64_t seed = draw();
    const auto outcome = [&](unsigned threads, Serving serving) {
      const testing::ForcedServing forced_serving(serving);
      const ForcedWorkers forced(threads > 1);
      Machine machine({.components = 32,
                       .access = "combining:4,4,2",
                       .threads = threads,
                       .seed = seed,
                       .ledger = LedgerDetail::profile});
      const std::uint64_t n = 1 + seed % 300;
      const auto cells = machine.array<std::int64_t>(200, 4, "cells");
      std::vector<std::int64_t> seen(n, 0);
      machine.spmd(n, [&](bsp::Process self) -> Task<> {
        const std::uint64_t id = self.id();
        for (std::uint64_t asked = 0; asked < mix(id, seed) % 9; ++asked)
          self.update(cells[mix(id + asked, seed) % 50], Sum{}, static_cast<std::int64_t>(id));
        co_await self.sync();
        std::vector<bsp::Future<std::int64_t>> values;
        for (std::uint64_t asked = 0; asked < mix(id, seed + 1) % 9; ++asked)
          values.push_back(self.read(cells[mix(id * asked, seed) % 60]));
        co_await self.sync();
        for (const auto& value : values) seen[id] += value.value();
      });
      std::string all = text_of(machine.ledger());
      for (const std::int64_t value : seen) all += fmt::format(" {}", value);
      for (const std::int64_t value : cells.host()) all += fmt::format(" {}", value);
      return all;
    };
    const std::string moved = outcome(1, Serving::moved);
    for (const unsigned threads : {1U, 3U}) {
      CAPTURE(testing::seed());
      CAPTURE(k);
      CAPTURE(threads);
      REQUIRE((outcome(threads, Serving::fastest) == moved));
    }
  }
}

}  // namespace pram::conformance
