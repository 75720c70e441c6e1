#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/machines/detail/routines.hpp>
#include <pram/pram.hpp>

/// What executing synchronous routines step by step costs the host, on one thread: sorting 65536 records, a concurrent
/// read and a concurrent write by sorting.
namespace {

using Method = pram::SortOptions::Method;

void sort_keys(benchmark::State& state, const std::string& network, Method method) {
  const auto routines = pram::make_routines(network, {.method = method});
  std::vector<std::uint64_t> keys(routines->nodes() * static_cast<std::size_t>(state.range(0)));
  for (std::size_t k = 0; k < keys.size(); ++k) keys[k] = pram::seeded_hash(k, 1);
  std::vector<std::uint64_t> expected = keys;
  std::sort(expected.begin(), expected.end());
  std::vector<std::uint64_t> sorted = keys;
  if (routines->sort(std::span(sorted)).steps == 0 || sorted != expected)
    throw std::logic_error("not sorted: " + network);
  std::uint64_t steps = 0;
  for (auto _ : state) {
    sorted = keys;
    steps = routines->sort(std::span(sorted)).steps;
  }
  if (sorted != expected) throw std::logic_error("not sorted: " + network);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(keys.size()));
  state.counters["steps"] = static_cast<double>(steps);
}

/// A third of the processors at one address, the others anywhere.
std::vector<pram::AccessRequest> hot_spot(std::uint32_t nodes) {
  std::vector<pram::AccessRequest> requests(nodes);
  for (std::uint32_t x = 0; x < nodes; ++x) {
    const std::uint32_t home = pram::seeded_choice(x, 2, 3) == 0 ? nodes / 3 : pram::seeded_choice(x, 3, nodes);
    requests[x] = {home, home, x, 0};
  }
  return requests;
}

void read_by_sorting(benchmark::State& state, const std::string& network, Method method) {
  const auto routines = pram::make_routines(network, {.method = method});
  const auto requests = hot_spot(routines->nodes());
  const pram::AccessMemory memory = [](std::span<pram::AccessArrival> arrivals) {
    for (pram::AccessArrival& arrival : arrivals) arrival.reply = pram::seeded_hash(arrival.address, 4);
  };
  std::vector<std::uint64_t> values(requests.size());
  const auto check = [&] {
    for (std::size_t x = 0; x < values.size(); ++x)
      if (values[x] != pram::seeded_hash(requests[x].address, 4)) throw std::logic_error("misread: " + network);
  };
  routines->read(requests, memory, values);
  check();
  const std::uint64_t steps = routines->ledger().steps();
  for (auto _ : state) {
    std::fill(values.begin(), values.end(), 0);
    routines->read(requests, memory, values);
  }
  check();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(requests.size()));
  state.counters["steps"] = static_cast<double>(steps);
}

void write_by_sorting(benchmark::State& state, const std::string& network, Method method) {
  const auto routines = pram::make_routines(network, {.method = method});
  const auto requests = hot_spot(routines->nodes());
  std::vector<std::uint64_t> sums(requests.size(), 0);
  for (const pram::AccessRequest& request : requests) sums[request.home] += request.operand;
  std::vector<std::uint64_t> words(requests.size(), 0);
  const pram::AccessMemory memory = [&](std::span<pram::AccessArrival> arrivals) {
    for (const pram::AccessArrival& arrival : arrivals) words[arrival.home] = arrival.operand;
  };
  const pram::AccessOperator add = [](std::uint64_t a, std::uint64_t b) { return a + b; };
  routines->write(requests, memory, add);
  if (words != sums) throw std::logic_error("miswritten: " + network);
  const std::uint64_t steps = routines->ledger().steps();
  for (auto _ : state) routines->write(requests, memory, add);
  if (words != sums) throw std::logic_error("miswritten: " + network);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(requests.size()));
  state.counters["steps"] = static_cast<double>(steps);
}

}  // namespace

BENCHMARK_CAPTURE(sort_keys, rcn_sort, "rcn-full:16,2", Method::rcn_sort)
    ->Arg(1)
    ->Arg(4)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sort_keys, rotatesort, "rcn-full:16,2", Method::rotatesort)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sort_keys, rcn_bitonic, "rcn-full:16,2", Method::bitonic)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sort_keys, hypercube_bitonic, "hypercube:16", Method::bitonic)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_by_sorting, rcn_sort, "rcn-full:16,2", Method::rcn_sort)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_by_sorting, rcn_bitonic, "rcn-full:16,2", Method::bitonic)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_by_sorting, hypercube_bitonic, "hypercube:16", Method::bitonic)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(write_by_sorting, rcn_sort, "rcn-full:16,2", Method::rcn_sort)->Unit(benchmark::kMillisecond);
