#include <benchmark/benchmark.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/detail/test_hooks.hpp>
#include <pram/pram.hpp>

/// The same step served in each of the ways that a machine has for it: what a special way gains over a more general
/// one. The table of docs/explanation/how-a-request-travels.md has these figures.
namespace {

using pram::ServedBy;
using pram::detail::Serving;

constexpr std::uint64_t asking = 1 << 20;  // processors
constexpr std::uint64_t steps_each = 8;

enum class Ask { own_read, random_read, random_write, random_add, hot_read, hot_add };
constexpr const char* ask_names[] = {"own_read", "random_read", "random_write", "random_add", "hot_read", "hot_add"};
constexpr int asks = 6;

struct Way {
  const char* name;
  const char* access;
  bool data_parallel;
  Serving serving;
  ServedBy expected;  ///< of steps in which cells are asked for twice
};

using enum ServedBy;
constexpr Way ways[] = {
    {"pardo/counted", "combining", false, Serving::fastest, counted},
    {"pardo/moved", "combining", false, Serving::moved, counted},  // as if counted
    {"pardo/in_place", "direct", false, Serving::fastest, in_place},
    {"pardo/records", "direct", false, Serving::records, records},
    {"data_parallel/fastest", "direct", true, Serving::fastest, marked},
    {"data_parallel/marked", "direct", true, Serving::marked, marked},
    {"data_parallel/in_place", "direct", true, Serving::slots, in_place},
    {"data_parallel/records", "direct", true, Serving::records, records},
};

std::vector<std::uint32_t> cells_of(Ask ask) {
  std::vector<std::uint32_t> cells(asking);
  for (std::uint64_t i = 0; i < asking; ++i)
    cells[i] = static_cast<std::uint32_t>(ask == Ask::own_read   ? i
                                          : ask >= Ask::hot_read ? 0
                                                                 : pram::seeded_hash(i, 7) % asking);
  return cells;
}

void pardo(pram::Machine& machine, const pram::Array<std::int64_t>& cells, Ask ask,
           const std::vector<std::uint32_t>& index, std::vector<std::int64_t>& replies) {
  machine.pardo(asking, [&](pram::Processor self) -> pram::Task<> {
    const std::uint32_t at = index[self.id()];
    for (std::uint64_t s = 0; s < steps_each; ++s) {
      switch (ask) {
        case Ask::random_write: co_await (cells[at] = 3); break;
        case Ask::random_add:
        case Ask::hot_add: co_await cells[at].add(3); break;
        default: replies[self.id()] = co_await cells[at];
      }
    }
  });
}

void whole_steps(pram::Machine& machine, const pram::Array<std::int64_t>& cells, Ask ask,
                 const std::vector<std::uint32_t>& index, std::vector<std::int64_t>& replies) {
  const pram::Processors all = machine.processors(asking);
  const auto at = [&](std::uint64_t i) { return index[i]; };
  const auto three = [](std::uint64_t) { return 3; };
  for (std::uint64_t s = 0; s < steps_each; ++s) {
    switch (ask) {
      case Ask::random_write: all.write(cells, at, three); break;
      case Ask::random_add:
      case Ask::hot_add: all.combine(cells, at, pram::Sum{}, three); break;
      default: all.read(cells, at, [&](std::uint64_t i, std::int64_t reply) { replies[i] = reply; });
    }
  }
}

/// @throws std::logic_error if the steps left something wrong in memory, or gave wrong replies
void check(Ask ask, const pram::Array<std::int64_t>& cells, const std::vector<std::uint32_t>& index,
           const std::vector<std::int64_t>& replies, std::int64_t steps_done) {
  const bool adds = ask == Ask::random_add || ask == Ask::hot_add;
  const bool writes = ask == Ask::random_write;
  std::vector<std::int64_t> expected(asking, 1);
  for (const std::uint32_t at : index) {
    if (adds) expected[at] += 3 * steps_done;
    if (writes) expected[at] = 3;
  }
  const bool replied = adds || writes || replies == std::vector<std::int64_t>(asking, 1);
  if (!replied || cells.host() != expected) throw std::logic_error("a step left a wrong cell, or gave a wrong reply");
}

void serve(benchmark::State& state, const Way& way, Ask ask) {
  pram::detail::test_hooks.serving = way.serving;
  pram::Machine machine({.components = 4096,
                         .access = way.access,
                         .rule = pram::Rule::arbitrary,
                         .threads = static_cast<unsigned>(state.range(0))});
  pram::detail::test_hooks.serving = Serving::fastest;  // of the machines after this one
  const auto cells = machine.array<std::int64_t>(asking, 1, "cells");
  const std::vector<std::uint32_t> index = cells_of(ask);
  std::vector<std::int64_t> replies(asking);
  for (auto _ : state)
    way.data_parallel ? whole_steps(machine, cells, ask, index, replies) : pardo(machine, cells, ask, index, replies);
  check(ask, cells, index, replies, static_cast<std::int64_t>(steps_each) * state.iterations());
  const ServedBy served_by = machine.ledger().step_records().back().served_by;
  const bool is_distinct = ask == Ask::own_read && way.data_parallel && way.serving == Serving::fastest;
  if (served_by != (is_distinct ? ServedBy::distinct : way.expected))
    throw std::logic_error(std::string("a step was served by ") + to_string(served_by));
  state.SetItemsProcessed(static_cast<std::int64_t>(machine.ledger().requests().total()));
}

const bool serving_registered = [] {
  for (int ask = 0; ask < asks; ++ask) {
    for (const Way& way : ways) {
      if (way.serving == Serving::marked && ask != 0) continue;  // the fastest
      const std::string name = std::string("serving/") + ask_names[ask] + "/" + way.access + "/" + way.name;
      benchmark::RegisterBenchmark(name.c_str(),
                                   [&way, ask](benchmark::State& state) { serve(state, way, static_cast<Ask>(ask)); })
          ->Arg(1)
          ->Arg(2)
          ->ArgName("threads")
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}();

}  // namespace
