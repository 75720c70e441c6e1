#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/machines/detail/open_loop.hpp>
#include <pram/machines/replay.hpp>
#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>
#include "workload/traffic.hpp"

/// What carrying messages link by link costs the host: random destinations, each message with a word that is fetched
/// where it arrives. "flits": those that move, over all links, where messages are worms. And what steady traffic and
/// replaying a trace cost.
namespace {

/// @param state  messages a node, host threads
/// @param length  words a message
void carry_random(benchmark::State& state, const std::string& network, std::uint32_t length) {
  pram::bench::RandomTraffic traffic(network, static_cast<std::uint32_t>(state.range(0)), length,
                                     static_cast<unsigned>(state.range(1)));
  std::uint64_t hops = 0;
  std::uint64_t busy = 0;
  std::uint64_t steps = 0;
  for (auto _ : state) {
    const pram::DeliveryStatistics& statistics = traffic.carry();
    hops = statistics.hops;
    busy = statistics.busy;
    steps = statistics.steps;
  }
  traffic.check();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(traffic.messages()));
  if (busy != hops) {
    state.counters["flits"] = benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(busy),
                                                 benchmark::Counter::kIsRate);
  }
  state.counters["hops"] = benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(hops),
                                              benchmark::Counter::kIsRate);
  state.counters["steps"] = static_cast<double>(steps);
}

/// Every node sends one message to every other.
void total_exchange(benchmark::State& state) {
  const std::unique_ptr<pram::Switching> switching = pram::make_switching("hypercube:10");
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> destination;
  for (std::uint32_t from = 0; from < 1024; ++from) {
    for (std::uint32_t k = 1; k < 1024; ++k) {
      source.push_back(from);
      destination.push_back(from ^ k);
    }
  }
  for (auto _ : state) {
    if (switching->carry({source, destination, {}, {}}).order.size() != source.size())
      throw std::logic_error("a message was lost");
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(source.size()));
}

/// Random h-relations on the optical crossbar, whose simulation is one of single cycles.
/// @param state  messages a component
void contend(benchmark::State& state, const char* network_asked) {
  constexpr std::uint32_t components = 4096;
  const std::unique_ptr<pram::Network> network = pram::networks().make(network_asked, components);
  const auto count = static_cast<std::size_t>(components) * static_cast<std::size_t>(state.range(0));
  std::vector<std::uint32_t> source(count);
  std::vector<std::uint32_t> destination(count);
  std::vector<std::uint32_t> received(components);
  for (std::size_t k = 0; k < count; ++k) {
    source[k] = static_cast<std::uint32_t>(k * components / count);
    destination[k] = pram::seeded_choice(k, 1, components);
    ++received[destination[k]];
  }
  const std::uint32_t largest = *std::max_element(received.begin(), received.end());
  std::uint64_t cycles = 0;
  for (auto _ : state) {
    cycles = network->carry({components, count, 0, largest, source, destination, {}, {}});
    if (cycles < largest) throw std::logic_error("two messages reached one component in a cycle");
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
  state.counters["cycles"] = static_cast<double>(cycles);
}

/// Steady uniform traffic, at half of the rate that fills the most loaded links. Items are messages that
/// are made, warm-up and all.
void keep_coming(benchmark::State& state, const char* network, double rate) {
  const std::shared_ptr<const pram::Topology> topology = pram::make_topology(pram::Spec(network));
  const std::uint32_t terminals = topology->terminals();
  const pram::MeasuredWindow window{
      .warm_up = 1000, .length = static_cast<std::uint64_t>(state.range(0)), .drain = 1000};
  pram::OpenLoop open_loop(topology, {});
  std::uint64_t made = 0;
  const auto any = [&](std::uint32_t, std::uint64_t draw) {
    ++made;
    return static_cast<std::uint32_t>((draw >> 32) * terminals >> 32);
  };
  std::uint64_t hops = 0;
  for (auto _ : state) {
    const pram::SteadyState measured = open_loop.run({rate, any, 1}, window);
    if (!measured.keeps_up() || !measured.all_arrived()) throw std::logic_error("messages were not carried");
    hops += measured.hops;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(made));
  state.counters["hops"] = benchmark::Counter(static_cast<double>(hops), benchmark::Counter::kIsRate);
}

constexpr std::uint32_t ranks = 256;  // of traces

/// A trace of rounds in which every rank sends to another and receives from a third, and goes on when both are done.
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

void read_trace(benchmark::State& state) {
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

const bool networks_registered = [] {
  for (const char* network : {"omega:4096", "torus:64x64", "hypercube:12", "rcn-full:64,1"}) {
    const std::string name = std::string("carry/") + network;
    benchmark::RegisterBenchmark(name.c_str(), [network](benchmark::State& state) { carry_random(state, network, 1); })
        ->ArgsProduct({{1, 16}, {1, 2}})
        ->ArgNames({"messages_a_node", "threads"})
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
  for (const char* network : {"torus:64x64", "hypercube:12"}) {
    const std::string name = std::string("worms_of_8/") + network;
    const std::string wormhole = std::string(network) + ",switching=wormhole";
    benchmark::RegisterBenchmark(name.c_str(),
                                 [wormhole](benchmark::State& state) { carry_random(state, wormhole, 8); })
        ->ArgsProduct({{1, 16}, {1}})
        ->ArgNames({"messages_a_node", "threads"})
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
  for (const char* network : {"ocpc", "ocpc:retry=backoff"}) {
    const std::string name = std::string("carry/") + network;
    benchmark::RegisterBenchmark(name.c_str(), [network](benchmark::State& state) { contend(state, network); })
        ->Arg(1)
        ->Arg(16)
        ->ArgName("messages_a_component")
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RegisterBenchmark("steady/torus:64x64",
                               [](benchmark::State& state) { keep_coming(state, "torus:64x64", 0.0625); })
      ->Arg(1000)
      ->ArgName("steps")
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("replay/read", read_trace)->Arg(1000)->ArgName("rounds")->Unit(benchmark::kMillisecond);
  for (const char* network : {static_cast<const char*>(nullptr), "torus:16x16", "hypercube:8"}) {
    const std::string name = std::string("replay/") + (network == nullptr ? "loggops" : network);
    benchmark::RegisterBenchmark(name.c_str(), [network](benchmark::State& state) { replay_on(state, network); })
        ->Arg(1000)
        ->ArgName("rounds")
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RegisterBenchmark("total_exchange/hypercube:10", total_exchange)->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
