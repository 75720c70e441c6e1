#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/machines/detail/torus_exchange.hpp>
#include <pram/machines/detail/total_exchange.hpp>
#include <pram/pram.hpp>

/// What executing total exchange message by message costs the host, on one thread: schedules made, every move checked,
/// one word a message delivered. Items are links crossed by messages; on the wormhole torus, messages in worms.
namespace {

using Ports = pram::SwitchingOptions::Ports;

struct Words {
  explicit Words(std::uint32_t nodes)
      : task{.operation = pram::Collective::all_to_all, .words = std::uint64_t{nodes} * nodes},
        in(pram::collective_input(task, nodes)) {}

  void check(const pram::CollectiveData& out, const std::string& what) const {
    if (out != pram::collective_expected(task, in)) throw std::logic_error("not delivered: " + what);
  }

  pram::CollectiveTask task;
  pram::CollectiveData in;
};

void product(benchmark::State& state, const std::string& network, const pram::TotalExchangePtr& schedule, Ports ports) {
  pram::register_machines();
  const auto graph = pram::make_topology(network);
  const Words words(graph->nodes());
  pram::CollectiveData out;
  const pram::TotalExchangeRun first = execute_total_exchange(*schedule, *graph, ports, words.task, words.in, out);
  words.check(out, network);
  for (auto _ : state) execute_total_exchange(*schedule, *graph, ports, words.task, words.in, out);
  words.check(out, network);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(first.transfers));
  state.counters["steps"] = static_cast<double>(first.steps);
}

void hypercube_a2(benchmark::State& state) {
  const std::vector<pram::TotalExchangePtr> factors(static_cast<std::size_t>(state.range(0)),
                                                    pram::total_exchange_on_path(2, Ports::one));
  product(state, "hypercube:" + std::to_string(state.range(0)), pram::total_exchange_a2(factors), Ports::one);
}

void hypercube_all_ports(benchmark::State& state) {
  const std::vector<pram::TotalExchangePtr> factors(static_cast<std::size_t>(state.range(0)),
                                                    pram::total_exchange_on_path(2, Ports::all));
  product(state, "hypercube:" + std::to_string(state.range(0)), pram::total_exchange_mixed(factors), Ports::all);
}

void hypercube_a3(benchmark::State& state) {
  const auto schedule = pram::total_exchange_a3(pram::total_exchange_on_path(2, Ports::all), 3);
  product(state, "hypercube:8", schedule, Ports::all);
}

void torus_a2(benchmark::State& state) {
  const auto ring = pram::total_exchange_on_ring(32, Ports::one);
  product(state, "torus:32x32", pram::total_exchange_a2(ring, ring), Ports::one);
}

void torus_a3(benchmark::State& state) {
  product(state, "torus:32x32", pram::total_exchange_a3(pram::total_exchange_on_ring(32, Ports::all)), Ports::all);
}

void wormhole_torus(benchmark::State& state, std::size_t dimensions) {
  const auto side = static_cast<std::uint32_t>(state.range(0));
  const std::vector<pram::TopologyFactor> rings(dimensions, {pram::TopologyFactor::Kind::ring, side});
  const pram::TorusExchange schedule(rings, static_cast<std::uint32_t>(state.range(1)));
  const Words words(schedule.nodes());
  pram::CollectiveData out;
  const pram::TorusRun first = execute_torus_exchange(schedule, words.task, words.in, out);
  words.check(out, "torus");
  for (auto _ : state) execute_torus_exchange(schedule, words.task, words.in, out);
  words.check(out, "torus");
  state.counters["startups"] = static_cast<double>(first.startups);
  state.counters["transmissions"] = static_cast<double>(first.transmissions);
}

}  // namespace

BENCHMARK(hypercube_a2)->Name("total_exchange/hypercube_a2")->Arg(8)->Arg(10)->Unit(benchmark::kMillisecond);
BENCHMARK(hypercube_a3)->Name("total_exchange/hypercube_8_a3")->Unit(benchmark::kMillisecond);
BENCHMARK(hypercube_all_ports)
    ->Name("total_exchange/hypercube_all_ports_any")
    ->Arg(8)
    ->Arg(10)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(torus_a2)->Name("total_exchange/torus_32x32_a2")->Unit(benchmark::kMillisecond);
BENCHMARK(torus_a3)->Name("total_exchange/torus_32x32_a3")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(wormhole_torus, cube, 3)->Name("torus_exchange/cube")->Args({12, 0})->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(wormhole_torus, square, 2)
    ->Name("torus_exchange")
    ->Args({16, 1})
    ->Args({32, 0})
    ->Args({32, 1})
    ->Args({64, 1})
    ->Unit(benchmark::kMillisecond);
