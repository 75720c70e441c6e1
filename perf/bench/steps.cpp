#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <ranges>
#include <string>
#include <vector>

#include <unistd.h>

#include <pram/pram.hpp>
#include "workload/steps.hpp"

/// What a step costs the host: by kind of request, network, access protocol, size and number of threads.
/// Each run checks what it left in memory before its time counts.
namespace {

using pram::Machine;
using pram::Processor;
using pram::Task;
using pram::bench::Pattern;
using pram::bench::pattern_names;

struct Case {
  const char* network;
  const char* access;
  Pattern pattern;
};

void steps(benchmark::State& state, Case what) {
  pram::bench::Steps workload(what.network, what.access, what.pattern, std::uint64_t{1} << state.range(0),
                              std::uint32_t{1} << state.range(2), static_cast<unsigned>(state.range(1)));
  workload.run();
  workload.check();
  std::uint64_t requests = 0;
  for (auto _ : state) requests += workload.run();
  workload.check();
  state.SetItemsProcessed(static_cast<std::int64_t>(requests));
}

void register_steps(const char* network, const char* access, Pattern pattern, const std::vector<std::int64_t>& sizes,
                    const std::vector<std::int64_t>& threads, const std::vector<std::int64_t>& components) {
  const std::string name =
      std::string("step/") + network + "/" + access + "/" + pattern_names[static_cast<std::size_t>(pattern)];
  benchmark::RegisterBenchmark(name.c_str(),
                               [=](benchmark::State& state) {
                                 steps(state, {network, access, pattern});
                               })
      ->ArgsProduct({sizes, threads, components})
      ->ArgNames({"log2_requests", "threads", "log2_components"})
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

/// A step in which nobody asks for anything.
void idle_step(benchmark::State& state) {
  pram::bench::IdleSteps workload(static_cast<std::uint64_t>(state.range(0)), static_cast<unsigned>(state.range(1)));
  constexpr int idle_steps = 1000;
  for (auto _ : state) workload.run(idle_steps);
  state.SetItemsProcessed(state.iterations() * idle_steps);
}

std::int64_t resident_bytes() {
  long size = 0;
  long resident = 0;
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  const int read = std::fscanf(file, "%ld %ld", &size, &resident);
  std::fclose(file);
  return read == 2 ? std::int64_t{resident} * ::sysconf(_SC_PAGESIZE) : 0;
}

/// Memory of a virtual processor that ranks a list, its two cells included, seen from within the run.
void bytes_a_processor(benchmark::State& state) {
  const auto n = std::uint64_t{1} << 22;
  double bytes = 0;
  for (auto _ : state) {
    const std::int64_t before = resident_bytes();
    Machine machine({.network = "ideal",
                     .access = "direct",
                     .rule = pram::Rule::erew,
                     .threads = static_cast<unsigned>(state.range(0))});
    // A ring: every cell has one reader in each step, as EREW demands.
    const auto next = machine.array(std::views::iota(std::uint32_t{1}, static_cast<std::uint32_t>(n + 1)), "next");
    next.set(n - 1, 0);
    const auto rank = machine.array<std::uint32_t>(n, 1, "rank");
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::uint64_t i = self.id();
      std::uint32_t j = co_await next[i];
      std::uint32_t mine = 1;
      for (int round = 0; round < 3; ++round) {
        mine += co_await rank[j];
        j = co_await next[j];
        co_await (rank[i] = mine);
        co_await (next[i] = j);
      }
      if (i == n - 1) bytes = static_cast<double>(resident_bytes() - before) / static_cast<double>(n);
    });
  }
  state.counters["bytes"] = bytes;
}

const bool steps_registered = [] {
  for (const Pattern pattern : {Pattern::own_read, Pattern::own_write, Pattern::hot_add}) {
    register_steps("ideal", "direct", pattern, {20}, {1, 2}, {12});
  }
  for (const char* access : {"direct", "combining"}) {
    for (const Pattern pattern :
         {Pattern::own_read, Pattern::random_read, Pattern::own_write, Pattern::hot_add, Pattern::own_fetch}) {
      register_steps("router", access, pattern, {17, 20, 22}, {1, 2}, {12});
    }
  }
  register_steps("router", "combining", Pattern::random_read, {20}, {1}, {6, 8, 10, 14, 16});  // over components
  register_steps("router", "combining", Pattern::random_read, {14, 16, 18, 24}, {1}, {12});    // over processors
  for (const char* access : {"direct", "combining"})
    register_steps("router", access, Pattern::own_read, {14, 16, 18, 24}, {1}, {12});
  benchmark::RegisterBenchmark("idle_step", idle_step)
      ->ArgsProduct({{2, 4096, 65536}, {1, 2}})
      ->ArgNames({"processors", "threads"})
      ->UseRealTime()
      ->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("bytes_a_processor", bytes_a_processor)
      ->Arg(1)
      ->Arg(2)
      ->ArgName("threads")
      ->Iterations(1)
      ->UseRealTime();
  return true;
}();

}  // namespace
