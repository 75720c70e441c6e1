#include <benchmark/benchmark.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

#include <pram/pram.hpp>
#include <pram/programs/list.hpp>
#include <pram/programs/scan.hpp>

/// Whole programs, from host data to host data, in requests a second.
namespace {

using pram::Machine;

Machine ideal_machine(const benchmark::State& state) {
  return Machine({.network = "ideal",
                  .access = "direct",
                  .rule = pram::Rule::erew,
                  .threads = static_cast<unsigned>(state.range(1))});
}

void list_ranking(benchmark::State& state) {
  const auto n = std::uint32_t{1} << state.range(0);
  const auto node = [n](std::uint32_t place) {
    return (place * 0x9E3779B1U) & (n - 1);
  };  // a permutation: the factor is odd
  std::vector<std::uint32_t> next(n);
  for (std::uint32_t place = 0; place < n; ++place)
    next[node(place)] = place + 1 < n ? node(place + 1) : pram::programs::no_node;
  Machine machine = ideal_machine(state);
  std::uint32_t of_first = 0;
  for (auto _ : state) of_first = pram::programs::list_ranking_wyllie(machine, next)[node(0)];
  if (of_first != n - 1) throw std::logic_error("the first node has a wrong rank");
  state.SetItemsProcessed(static_cast<std::int64_t>(machine.ledger().requests().total()));
}

void prefix_sums(benchmark::State& state) {
  const auto n = std::uint64_t{1} << state.range(0);
  const std::vector<std::int64_t> ones(n, 1);
  Machine machine = ideal_machine(state);
  std::int64_t total = 0;
  for (auto _ : state) total = pram::programs::prefix_sums(machine, ones).back();
  if (total != static_cast<std::int64_t>(n)) throw std::logic_error("the last prefix sum is wrong");
  state.SetItemsProcessed(static_cast<std::int64_t>(machine.ledger().requests().total()));
}

BENCHMARK(list_ranking)
    ->ArgsProduct({{16, 20, 22}, {1, 2}})
    ->ArgNames({"log2_n", "threads"})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(prefix_sums)
    ->ArgsProduct({{16, 20, 22}, {1, 2}})
    ->ArgNames({"log2_n", "threads"})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
