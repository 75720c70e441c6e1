#include "figures.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stdexcept>

#include <pram/pram.hpp>

#include "../workload/steps.hpp"

namespace pram::bench {

namespace {

constexpr std::uint32_t components_of_ranks = 4096;
constexpr int timed_runs = 3;

/// Seconds of the fastest of some calls, after one that is not measured. Ranks begin each call together, and the
/// slowest counts, as they end together.
template <class Act>
double fastest(const Act& act) {
  act();
  double best = 1e300;
  for (int run = 0; run < timed_runs; ++run) {
    rank_traffic();
    const auto begin = std::chrono::steady_clock::now();
    act();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

RankFigure rate_of(const std::string& name, const std::string& access, Pattern pattern, std::uint64_t n,
                   unsigned threads) {
  Steps steps("router", access, pattern, n, components_of_ranks, threads, LedgerDetail::totals);
  std::uint64_t requests = 0;
  const double seconds = fastest([&] { requests = steps.run(); });
  steps.check();
  return {name, "M requests/s", static_cast<double>(requests) / seconds / 1e6};
}

/// Data-parallel steps in which each processor reads its own cell and writes it.
RankFigure data_parallel_rate(std::uint64_t n, unsigned threads) {
  Machine machine({.access = "direct", .threads = threads, .ledger = LedgerDetail::totals});
  const auto cells = machine.array<std::int64_t>(n, 1, "cells");
  constexpr int rounds = 4;
  int runs = 0;
  const double seconds = fastest([&] {
    auto processors = machine.processors(n);
    for (int k = 0; k < rounds; ++k) {
      const auto values = processors.read(cells, own_cell);
      processors.write(cells, own_cell, [&](std::uint64_t id) { return values[id] + 1; });
    }
    ++runs;
  });
  if (cells.get(n - 1) != 1 + rounds * runs) throw std::logic_error("data-parallel steps have not counted");
  return {"own cells, data-parallel", "M requests/s", 2.0 * rounds * static_cast<double>(n) / seconds / 1e6};
}

RankFigure microseconds_a_step(const std::string& name, std::uint64_t processors, bool asks, unsigned threads) {
  Machine machine({.components = components_of_ranks, .threads = threads, .ledger = LedgerDetail::totals});
  const auto cells = machine.array<std::int64_t>(processors, 3, "cells");
  constexpr std::uint64_t steps = 2000;
  const double seconds = fastest([&] {
    machine.pardo(processors, [&](Processor self) -> Task<> {
      for (std::uint64_t step = 0; step < steps; ++step) {
        if (asks) {
          co_await cells[(self.id() + step) % cells.size()];
        } else {
          co_await self.idle();
        }
      }
    });
  });
  return {name, "µs", seconds / steps * 1e6};
}

/// Bytes that random reads of cells of 32 bits send from rank to rank, both ways.
RankFigure bytes_a_request(std::uint64_t n, unsigned threads) {
  Machine machine({.components = components_of_ranks, .access = "direct", .threads = threads});
  const auto cells = machine.array<std::int32_t>(n, [](std::uint64_t k) { return static_cast<std::int32_t>(k); });
  constexpr int steps = 4;
  const auto read = [&] {
    machine.pardo(n, [&](Processor self) -> Task<> {
      for (int step = 0; step < steps; ++step) co_await cells[(self.id() * 0x9E3779B97F4A7C15U >> 20) % cells.size()];
    });
    cells.get(0);  // the ranks meet once more, and know what was sent before
    return rank_traffic().bytes;
  };
  const std::uint64_t before = read();
  const std::uint64_t after = read();
  return {"sent for a random read of 32 bits", "bytes",
          static_cast<double>(after - before) / steps / static_cast<double>(n)};
}

/// What the machine of a rank has taken at most for a step of so many processors, of which each reads some cell.
RankFigure memory_of_rank(std::uint64_t n, unsigned threads) {
  Machine machine(
      {.components = components_of_ranks, .access = "direct", .threads = threads, .ledger = LedgerDetail::totals});
  const auto cells = machine.array<std::int64_t>(n, [](std::uint64_t k) { return static_cast<std::int64_t>(k); });
  machine.pardo(n, [&](Processor self) -> Task<> { co_await cells[(self.id() * 0x9E3779B97F4A7C15U >> 20) % n]; });
  return {"memory of a rank at most", "MiB", static_cast<double>(machine.memory_use().most) / (1 << 20)};
}

}  // namespace

std::vector<RankFigure> measure_rank_figures(unsigned threads, unsigned smaller) {
  const std::uint64_t n = std::uint64_t{1} << (20 - std::min(smaller, 16U));
  return {rate_of("random reads, direct", "direct", Pattern::random_read, n, threads),
          rate_of("random reads, combining:32,16,8", "combining:32,16,8", Pattern::random_read, n, threads),
          rate_of("own cells, direct", "direct", Pattern::own_read, n, threads),
          data_parallel_rate(n, threads),
          rate_of("one cell, combining:32,16,8", "combining:32,16,8", Pattern::hot_add, n, threads),
          microseconds_a_step("a step of 64 processors", 64, true, threads),
          microseconds_a_step("an idle step of 64 processors", 64, false, threads),
          bytes_a_request(n, threads),
          memory_of_rank(n, threads)};
}

}  // namespace pram::bench
