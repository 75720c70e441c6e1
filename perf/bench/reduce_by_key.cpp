#include <benchmark/benchmark.h>
#include <oneapi/tbb/concurrent_hash_map.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/pram.hpp>
#include "workload/reductions.hpp"

/// One combining write step of ten million requests, beside what a user would do by hand with oneTBB on the same pairs.
namespace {

constexpr std::uint64_t pairs = 10'000'000;

using pram::bench::make_pairs;
using pram::bench::Pairs;

std::uint64_t key_of(std::uint64_t pair, std::uint64_t distinct) { return pram::bench::key_of(pair, distinct, pairs); }

void by_radix(benchmark::State& state) {
  const auto distinct = static_cast<std::uint64_t>(state.range(0));
  const Pairs input = make_pairs(pairs, distinct);
  pram::bench::RadixReduction reduction(input, distinct);
  for (auto _ : state) reduction.run(static_cast<unsigned>(state.range(1)));
  reduction.check();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
}

void by_concurrent_hash_map(benchmark::State& state) {
  const auto distinct = static_cast<std::uint64_t>(state.range(0));
  const Pairs input = make_pairs(pairs, distinct);
  tbb::task_arena arena(static_cast<int>(state.range(1)));
  std::uint64_t size = 0;
  for (auto _ : state) {
    tbb::concurrent_hash_map<std::uint32_t, std::uint64_t> sums(distinct);
    arena.execute([&] {
      tbb::parallel_for(std::uint64_t{0}, pairs, [&](std::uint64_t k) {
        decltype(sums)::accessor entry;
        sums.insert(entry, input[k].first);
        entry->second += input[k].second;
      });
    });
    size = sums.size();
  }
  if (size == 0 || size > distinct) throw std::logic_error("the map has keys that nobody gave");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
}

/// The step alone: the time of a pardo of five steps less that of one, so that making ten million processors does not
/// count.
void by_step(benchmark::State& state, const char* access) {
  const auto distinct = static_cast<std::uint64_t>(state.range(0));
  pram::Machine machine({.network = "router", .access = access, .threads = static_cast<unsigned>(state.range(1))});
  const auto sums = machine.array<std::uint64_t>(distinct, 0, "sums");
  const auto seconds = [&](int steps) {
    const auto start = std::chrono::steady_clock::now();
    machine.pardo(pairs, [&, steps, distinct](pram::Processor self) -> pram::Task<> {
      const std::uint64_t key = key_of(self.id(), distinct);
      for (int step = 0; step < steps; ++step) co_await sums[key].add(1);
    });
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  seconds(1);
  std::uint64_t steps = 1;
  for (auto _ : state) {
    const double one = seconds(1);
    state.SetIterationTime(std::max(1e-9, (seconds(5) - one) / 4));
    steps += 6;
  }
  std::uint64_t all = 0;
  for (const std::uint64_t sum : sums.host()) all += sum;
  if (all != pairs * steps) throw std::logic_error("the sums do not add up");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
  state.counters["charge"] =
      static_cast<double>(machine.ledger().charge()) / static_cast<double>(machine.ledger().steps());
}

/// The same as a data-parallel step.
void by_data_parallel_step(benchmark::State& state, const char* access) {
  const auto distinct = static_cast<std::uint64_t>(state.range(0));
  const Pairs input = make_pairs(pairs, distinct);
  pram::bench::ReducingStep reduction(input, distinct, access, static_cast<unsigned>(state.range(1)));
  reduction.run();
  for (auto _ : state) reduction.run();
  reduction.check();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
  state.counters["charge"] = reduction.charge_a_step();
}

const bool reduce_by_key_registered = [] {
  const std::vector<std::vector<std::int64_t>> cases = {{static_cast<std::int64_t>(pairs), 4096, 1}, {2}};
  const std::vector<std::string> names = {"distinct", "threads"};
  const auto shape = [&](benchmark::internal::Benchmark* made) {
    return made->ArgsProduct(cases)->ArgNames(names)->Unit(benchmark::kMillisecond);
  };
  shape(
      benchmark::RegisterBenchmark("reduce_10M/pram_direct", [](benchmark::State& state) { by_step(state, "direct"); }))
      ->UseManualTime()
      ->Iterations(3);
  shape(benchmark::RegisterBenchmark("reduce_10M/pram_combining",
                                     [](benchmark::State& state) { by_step(state, "combining"); }))
      ->UseManualTime()
      ->Iterations(3);
  for (const char* const access : {"direct", "combining"}) {
    const std::string name = std::string("reduce_10M/pram_") + access + "_data_parallel";
    shape(benchmark::RegisterBenchmark(name.c_str(), [access](benchmark::State& state) {
      by_data_parallel_step(state, access);
    }))->UseRealTime();
  }
  shape(benchmark::RegisterBenchmark("reduce_10M/tbb_radix", by_radix))->UseRealTime();
  shape(benchmark::RegisterBenchmark("reduce_10M/tbb_concurrent_hash_map", by_concurrent_hash_map))
      ->UseRealTime()
      ->Iterations(2);
  return true;
}();

}  // namespace
