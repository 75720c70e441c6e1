#include <benchmark/benchmark.h>
#include <oneapi/tbb/concurrent_hash_map.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

/// One combining write step of ten million requests, beside what a user would do by hand with oneTBB on the same pairs.
namespace {

constexpr std::uint64_t pairs = 10'000'000;

std::uint64_t key_of(std::uint64_t pair, std::uint64_t distinct) {
  const std::uint64_t mixed = pair * 0x9E3779B97F4A7C15U;
  // All distinct: an odd multiplier modulo a number of pairs that is coprime to it is a permutation.
  return distinct == pairs ? pair * 7'368'787 % pairs : (mixed >> 24) % distinct;
}

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Pairs make_pairs(std::uint64_t distinct) {
  Pairs all(pairs);
  for (std::uint64_t k = 0; k < pairs; ++k) all[k] = {static_cast<std::uint32_t>(key_of(k, distinct)), 1};
  return all;
}

/// Parts by the keys' high bits, then a private table a part: no locks, no atomics, two passes over the pairs.
std::uint64_t radix_reduce(const Pairs& input, Pairs& scratch, std::vector<std::uint64_t>& sums, std::uint64_t distinct,
                           unsigned threads) {
  constexpr std::uint64_t most_parts = 512;
  unsigned shift = 0;
  while (((distinct - 1) >> shift) >= most_parts) ++shift;
  const std::uint64_t parts = ((distinct - 1) >> shift) + 1;
  const std::uint64_t blocks = threads * 4ULL;
  const std::uint64_t block = (pairs + blocks - 1) / blocks;
  std::vector<std::vector<std::uint64_t>> place(blocks, std::vector<std::uint64_t>(parts + 1));
  tbb::parallel_for(std::uint64_t{0}, blocks, [&](std::uint64_t b) {
    for (std::uint64_t k = b * block; k < std::min(pairs, (b + 1) * block); ++k) ++place[b][input[k].first >> shift];
  });
  std::vector<std::uint64_t> first(parts + 1);
  std::uint64_t total = 0;
  for (std::uint64_t part = 0; part < parts; ++part) {
    first[part] = total;
    for (std::uint64_t b = 0; b < blocks; ++b) total += std::exchange(place[b][part], total);
  }
  first[parts] = total;
  tbb::parallel_for(std::uint64_t{0}, blocks, [&](std::uint64_t b) {
    for (std::uint64_t k = b * block; k < std::min(pairs, (b + 1) * block); ++k)
      scratch[place[b][input[k].first >> shift]++] = input[k];
  });
  tbb::parallel_for(std::uint64_t{0}, parts, [&](std::uint64_t part) {
    for (std::uint64_t k = first[part]; k < first[part + 1]; ++k) sums[scratch[k].first] += scratch[k].second;
  });
  return sums[0];
}

void by_radix(benchmark::State& state) {
  const auto distinct = static_cast<std::uint64_t>(state.range(0));
  const Pairs input = make_pairs(distinct);
  Pairs scratch(pairs);
  std::vector<std::uint64_t> sums(distinct);
  tbb::task_arena arena(static_cast<int>(state.range(1)));
  for (auto _ : state) {
    std::ranges::fill(sums, 0);
    arena.execute([&] {
      benchmark::DoNotOptimize(radix_reduce(input, scratch, sums, distinct, static_cast<unsigned>(state.range(1))));
    });
  }
  std::uint64_t all = 0;
  for (const std::uint64_t sum : sums) all += sum;
  if (all != pairs) throw std::logic_error("the sums do not add up");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
}

void by_concurrent_hash_map(benchmark::State& state) {
  const auto distinct = static_cast<std::uint64_t>(state.range(0));
  const Pairs input = make_pairs(distinct);
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
  pram::Machine machine({.network = "router", .access = access, .threads = static_cast<unsigned>(state.range(1))});
  const auto sums = machine.array<std::uint64_t>(distinct, 0, "sums");
  const pram::Processors all = machine.processors(pairs);
  const Pairs input = make_pairs(distinct);
  const auto step = [&] {
    all.combine(
        sums, [&](std::uint64_t k) { return input[k].first; }, pram::Sum{},
        [&](std::uint64_t k) { return input[k].second; });
  };
  step();
  std::uint64_t steps = 1;
  for (auto _ : state) {
    step();
    ++steps;
  }
  std::uint64_t all_sums = 0;
  for (const std::uint64_t sum : sums.host()) all_sums += sum;
  if (all_sums != pairs * steps) throw std::logic_error("the sums do not add up");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
  state.counters["charge"] =
      static_cast<double>(machine.ledger().charge()) / static_cast<double>(machine.ledger().steps());
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
  shape(benchmark::RegisterBenchmark("reduce_10M/pram_direct_data_parallel", [](benchmark::State& state) {
    by_data_parallel_step(state, "direct");
  }))->UseRealTime();
  shape(benchmark::RegisterBenchmark("reduce_10M/tbb_radix", by_radix))->UseRealTime();
  shape(benchmark::RegisterBenchmark("reduce_10M/tbb_concurrent_hash_map", by_concurrent_hash_map))
      ->UseRealTime()
      ->Iterations(2);
  return true;
}();

}  // namespace
