#include <benchmark/benchmark.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include <pram/machines/replay.hpp>
#include <pram/machines/topology.hpp>

/// What replaying a trace costs the host: rounds in which every rank sends to another and receives from a third, and
/// goes on when both are done.
namespace {

constexpr std::uint32_t ranks = 256;

std::string rounds_of(std::uint32_t rounds) {
  std::string text = "num_ranks " + std::to_string(ranks) + "\n";
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    text += "rank " + std::to_string(rank) + " {\n";
    for (std::uint32_t k = 0; k < rounds; ++k) {
      const std::uint32_t hop = 1 + k % (ranks - 1);
      const std::string round = std::to_string(k);
      text += "s" + round + ": send 8b to " + std::to_string((rank + hop) % ranks) + "\n";
      text += "r" + round + ": recv 8b from " + std::to_string((rank + ranks - hop) % ranks) + "\n";
      if (k == 0) continue;
      const std::string before = std::to_string(k - 1);
      text += "s" + round + " requires r" + before + "\nr" + round + " requires s" + before + "\n";
    }
    text += "}\n";
  }
  return text;
}

void read(benchmark::State& state) {
  const std::string text = rounds_of(static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) {
    if (pram::read_goal(text, "trace").ranks() != ranks) throw std::logic_error("a rank was lost");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void replay_on(benchmark::State& state, const char* network) {
  const pram::OperationTrace trace = pram::read_goal(rounds_of(static_cast<std::uint32_t>(state.range(0))), "trace");
  const std::shared_ptr<const pram::Topology> topology =
      network == nullptr ? nullptr : pram::make_topology(pram::Spec(network));
  std::uint64_t messages = 0;
  for (auto _ : state) {
    messages = topology == nullptr ? pram::replay(trace, pram::LogGops{}).messages
                                   : pram::replay(trace, topology, {}).messages;
  }
  if (messages != std::uint64_t{ranks} * static_cast<std::uint64_t>(state.range(0)))
    throw std::logic_error("a message was lost");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(messages));
}

const bool replay_registered = [] {
  benchmark::RegisterBenchmark("replay/read", read)->Arg(1000)->ArgName("rounds")->Unit(benchmark::kMillisecond);
  for (const char* network : {static_cast<const char*>(nullptr), "torus:16x16", "hypercube:8"}) {
    const std::string name = std::string("replay/") + (network == nullptr ? "loggops" : network);
    benchmark::RegisterBenchmark(name.c_str(), [network](benchmark::State& state) { replay_on(state, network); })
        ->Arg(1000)
        ->ArgName("rounds")
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
