#include <benchmark/benchmark.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>
#include <pram/programs/graph.hpp>
#include <pram/programs/list.hpp>
#include <pram/programs/scan.hpp>

/// Programs in both forms, coroutines and data-parallel steps, and list ranking beside the loop that a user would write
/// by hand with oneTBB.
namespace {

using pram::Machine;

constexpr std::uint32_t large = 10'000'000;

/// The nodes of a list stand anywhere in memory; node 0 is the first.
std::vector<std::uint32_t> list_of(std::uint32_t n) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  std::shuffle(order.begin() + 1, order.end(), std::mt19937_64(1));
  std::vector<std::uint32_t> next(n, pram::no_node);
  for (std::uint32_t place = 0; place + 1 < n; ++place) next[order[place]] = order[place + 1];
  return next;
}

Machine machine_of(const benchmark::State& state, const char* network) {
  return Machine({.network = network,
                  .access = "direct",
                  .rule = pram::Rule::erew,
                  .threads = static_cast<unsigned>(state.range(1)),
                  .ledger = pram::LedgerDetail::totals});
}

using Ranking = std::vector<std::uint32_t> (*)(Machine&, std::span<const std::uint32_t>);

void rank_list(benchmark::State& state, const char* network, Ranking ranking) {
  const auto n = static_cast<std::uint32_t>(state.range(0));
  const std::vector<std::uint32_t> next = list_of(n);
  Machine machine = machine_of(state, network);
  std::uint32_t of_first = 0;
  for (auto _ : state) of_first = ranking(machine, next)[0];
  if (of_first != n - 1) throw std::logic_error("the first node has a wrong rank");
  state.SetItemsProcessed(static_cast<std::int64_t>(machine.ledger().requests().total()));
  state.counters["charge"] =
      static_cast<double>(machine.ledger().total_charge()) / static_cast<double>(state.iterations());
}

/// Pointer jumping as a user of ParlayLib or oneTBB writes it: two arrays each, swapped every round.
void rank_list_by_tbb(benchmark::State& state) {
  const auto n = static_cast<std::uint32_t>(state.range(0));
  const std::vector<std::uint32_t> given = list_of(n);
  tbb::task_arena arena(static_cast<int>(state.range(1)));
  std::vector<std::uint32_t> next(n);
  std::vector<std::uint32_t> rank(n);
  std::vector<std::uint32_t> new_next(n);
  std::vector<std::uint32_t> new_rank(n);
  for (auto _ : state) {
    arena.execute([&] {
      const auto for_all = [n](const auto& visit) {
        tbb::parallel_for(tbb::blocked_range<std::uint32_t>(0, n, 4096), [&](const auto& range) {
          for (std::uint32_t i = range.begin(); i < range.end(); ++i) visit(i);
        });
      };
      for_all([&](std::uint32_t i) {
        next[i] = given[i];
        rank[i] = given[i] == pram::no_node ? 0 : 1;
      });
      for (std::uint64_t span = 1; span < n; span *= 2) {
        for_all([&](std::uint32_t i) {
          const std::uint32_t ahead = next[i];
          new_next[i] = ahead == pram::no_node ? ahead : next[ahead];
          new_rank[i] = ahead == pram::no_node ? rank[i] : rank[i] + rank[ahead];
        });
        std::swap(next, new_next);
        std::swap(rank, new_rank);
      }
    });
  }
  if (rank[0] != n - 1) throw std::logic_error("the first node has a wrong rank");
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
