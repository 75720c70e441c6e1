#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "workload/limits.hpp"

/// What the host can do at best, without a machine on it: set the other benchmarks' figures beside these.
namespace {

constexpr std::size_t table_words = 10'000'000;  // 80 MB: beyond the caches of one core

/// Adds one to words in random order: what serving a cell costs when nothing else does.
void random_words(benchmark::State& state) {
  pram::bench::RandomWords words(table_words);
  for (auto _ : state) words.add();
  words.check();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(table_words));
}

/// Reads words in random order.
void gathered_words(benchmark::State& state) {
  pram::bench::RandomWords words(table_words);
  for (auto _ : state) words.gather(static_cast<unsigned>(state.range(0)));
  words.check();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(table_words));
}

/// Reads two streams of words and writes one.
void streamed_words(benchmark::State& state) {
  pram::bench::Triad triad(table_words);
  std::uint64_t bytes = 0;
  for (auto _ : state) bytes += triad.run(static_cast<unsigned>(state.range(0)));
  triad.check();
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

/// Resumes coroutines in the order of their frames, each of which writes a word.
void resumed_coroutines(benchmark::State& state) {
  const pram::bench::BareCoroutines all(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) all.resume();
  if (all.resumed() != static_cast<std::uint32_t>(state.iterations()))
    throw std::logic_error("a coroutine fell behind");
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

const bool limits_registered = [] {
  benchmark::RegisterBenchmark("limit/random_words", random_words)->Unit(benchmark::kMillisecond);
  for (const auto& [name, limit] :
       {std::pair("limit/gathered_words", &gathered_words), {"limit/streamed_words", &streamed_words}}) {
    benchmark::RegisterBenchmark(name, limit)
        ->Arg(1)
        ->Arg(2)
        ->ArgName("threads")
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RegisterBenchmark("limit/resumed_coroutines", resumed_coroutines)
      ->Arg(1 << 12)
      ->Arg(1 << 16)
      ->Arg(1 << 20);
  return true;
}();

}  // namespace
