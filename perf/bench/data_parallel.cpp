#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/pram.hpp>
#include <pram/programs/graph.hpp>
#include <pram/programs/list.hpp>
#include <pram/programs/scan.hpp>
#include "workload/lists.hpp"

/// Programs in both forms, coroutines and data-parallel steps, and list ranking beside the loop that a user would write
/// by hand with oneTBB.
namespace {

using pram::Machine;

constexpr std::uint32_t large = 10'000'000;

Machine machine_of(const benchmark::State& state, const char* network) {
  return Machine({.network = network,
                  .access = "direct",
                  .rule = pram::Rule::erew,
                  .threads = static_cast<unsigned>(state.range(1)),
                  .ledger = pram::LedgerDetail::totals});
}

void rank_list(benchmark::State& state, const char* network, pram::bench::Ranking ranking) {
  const std::vector<std::uint32_t> next = pram::bench::list_of(static_cast<std::uint32_t>(state.range(0)));
  Machine machine = machine_of(state, network);
  std::uint64_t requests = 0;
  for (auto _ : state) requests += pram::bench::rank_list(machine, ranking, next);
  state.SetItemsProcessed(static_cast<std::int64_t>(requests));
  state.counters["charge"] =
      static_cast<double>(machine.ledger().total_charge()) / static_cast<double>(state.iterations());
}

void rank_list_by_tbb(benchmark::State& state) {
  const std::vector<std::uint32_t> next = pram::bench::list_of(static_cast<std::uint32_t>(state.range(0)));
  pram::bench::RankingByHand by_hand(next);
  for (auto _ : state) by_hand.run(static_cast<unsigned>(state.range(1)));
  by_hand.check();
}

void sum_prefixes(benchmark::State& state, bool whole) {
  const std::vector<std::int64_t> ones(static_cast<std::size_t>(state.range(0)), 1);
  Machine machine = machine_of(state, "ideal");
  std::int64_t total = 0;
  for (auto _ : state) {
    total = whole ? pram::programs::prefix_sums_data_parallel(machine, std::span<const std::int64_t>(ones)).back()
                  : pram::programs::prefix_sums(machine, std::span<const std::int64_t>(ones)).back();
  }
  if (total != state.range(0)) throw std::logic_error("the last prefix sum is wrong");
  state.SetItemsProcessed(static_cast<std::int64_t>(machine.ledger().requests().total()));
}

using Connecting = pram::programs::ConnectedComponents (*)(Machine&, const pram::programs::Graph&);

void connect(benchmark::State& state, Connecting connecting) {
  pram::programs::Graph graph;
  graph.vertices = 1'000'000;
  std::mt19937_64 random(1);
  for (std::uint32_t k = 0; k < 5 * graph.vertices; ++k) {
    graph.edges.push_back(
        {static_cast<std::uint32_t>(random() % graph.vertices), static_cast<std::uint32_t>(random() % graph.vertices)});
  }
  Machine machine({.network = "ideal", .access = "direct", .threads = static_cast<unsigned>(state.range(0))});
  std::uint32_t rounds = 0;
  for (auto _ : state) rounds = connecting(machine, graph).rounds;
  if (rounds == 0) throw std::logic_error("no round was made");
  state.SetItemsProcessed(static_cast<std::int64_t>(machine.ledger().requests().total()));
}

const bool data_parallel_registered = [] {
  const auto shape = [](benchmark::internal::Benchmark* made, const std::vector<std::int64_t>& sizes) {
    made->ArgsProduct({sizes, {1, 2}})->ArgNames({"n", "threads"})->UseRealTime()->Unit(benchmark::kMillisecond);
  };
  const std::vector<std::int64_t> sizes = {1 << 16, 1 << 20, 1 << 22};
  for (const char* const network : {"ideal", "router"}) {
    const std::string name = std::string("forms/list_ranking/") + network;
    shape(benchmark::RegisterBenchmark(
              (name + "/coroutines").c_str(),
              [network](benchmark::State& state) { rank_list(state, network, pram::programs::list_ranking_wyllie); }),
          sizes);
    shape(benchmark::RegisterBenchmark((name + "/data_parallel").c_str(),
                                       [network](benchmark::State& state) {
                                         rank_list(state, network, pram::programs::list_ranking_wyllie_data_parallel);
                                       }),
          {1 << 16, 1 << 20, 1 << 22, large});
  }
  shape(benchmark::RegisterBenchmark("forms/list_ranking/tbb_loop", rank_list_by_tbb),
        {1 << 16, 1 << 20, 1 << 22, large});
  for (const bool whole : {false, true}) {
    shape(benchmark::RegisterBenchmark(whole ? "forms/prefix_sums/data_parallel" : "forms/prefix_sums/coroutines",
                                       [whole](benchmark::State& state) { sum_prefixes(state, whole); }),
          sizes);
    benchmark::RegisterBenchmark(
        whole ? "forms/connected_components_1M_5M/data_parallel" : "forms/connected_components_1M_5M/coroutines",
        [whole](benchmark::State& state) {
          connect(state,
                  whole ? pram::programs::connected_components_data_parallel : pram::programs::connected_components);
        })
        ->Arg(1)
        ->Arg(2)
        ->ArgName("threads")
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
