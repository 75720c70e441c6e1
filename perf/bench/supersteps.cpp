#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "workload/supersteps.hpp"

/// What BSP supersteps cost the host: an empty sync; fine-grained puts, gets and messages of a word to random places;
/// blocks. Beside them the same puts by a plain loop with a bucket for each pair of processes.
namespace {

using pram::bench::Supersteps;
using pram::bench::Transfer;
using pram::bench::transfer_names;

constexpr std::uint64_t words = std::uint64_t{1} << 20;  // of all processes together, in a superstep

Supersteps made_by(const benchmark::State& state, const char* network) {
  return {network, static_cast<std::uint32_t>(state.range(0)), static_cast<unsigned>(state.range(1))};
}

void empty_sync(benchmark::State& state) {
  Supersteps supersteps = made_by(state, "ideal");
  const std::uint64_t syncs = 1 + 4'000'000 / static_cast<std::uint64_t>(state.range(0));
  for (auto _ : state) supersteps.sync(syncs);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(syncs));
  state.counters["bytes_a_process"] = supersteps.bytes_a_process();
}

void transfers(benchmark::State& state, const char* network, Transfer transfer) {
  Supersteps supersteps = made_by(state, network);
  std::uint64_t all = 0;
  for (auto _ : state) {
    const Supersteps::Timed timed = supersteps.transfer(transfer, words);
    state.SetIterationTime(timed.seconds);
    all += timed.words;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(all));
}

void bucket_loop(benchmark::State& state) {
  pram::bench::PutsByHand by_hand(static_cast<std::uint32_t>(state.range(0)), words);
  std::uint64_t all = 0;
  for (auto _ : state) all += by_hand.run();
  state.SetItemsProcessed(static_cast<std::int64_t>(all));
}

const bool supersteps_registered = [] {
  benchmark::RegisterBenchmark("bsp/sync", empty_sync)
      ->ArgNames({"processes", "threads"})
      ->ArgsProduct({{2, 64, 4096, 65536}, {1, 2}})
      ->UseRealTime();
  for (const char* const network : {"ideal", "router"}) {
    for (const Transfer transfer : {Transfer::put, Transfer::get, Transfer::message, Transfer::put_block}) {
      const std::string name = std::string("bsp/") + network + "/" + transfer_names[static_cast<std::size_t>(transfer)];
      benchmark::RegisterBenchmark(
          name.c_str(), [network, transfer](benchmark::State& state) { transfers(state, network, transfer); })
          ->ArgNames({"processes", "threads"})
          ->ArgsProduct({{2, 64, 4096}, {1, 2}})
          ->UseManualTime();
    }
  }
  benchmark::RegisterBenchmark("bsp/plain-loop/put", bucket_loop)->ArgName("processes")->Arg(2)->Arg(64)->Arg(1024);
  return true;
}();

}  // namespace
