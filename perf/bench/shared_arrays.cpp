#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/pram.hpp>

/// What BSP processes' requests for arrays in shared memory cost the host: 2^20 random reads, or updates, in a
/// superstep, by few and by many processes. Beside them the same requests by as many PRAM processors, in a step.
namespace {

using pram::Array;
using pram::LedgerDetail;
using pram::Machine;
using pram::Processor;
using pram::Sum;
using pram::Task;
using pram::bsp::Process;

constexpr std::uint64_t all_requests = std::uint64_t{1} << 20;
constexpr int rounds = 5;  // that are timed; one before finds memory untouched

enum class Asked { read, update };

std::uint64_t place(std::uint64_t k, int round) {
  const std::uint64_t draw = (k + static_cast<std::uint64_t>(round) * all_requests) * 0x9E3779B97F4A7C15U;
  return (draw ^ draw >> 29) * 0xBF58476D1CE4E5B9U >> 44;
}

class Stopwatch {
 public:
  /// A round begins, or the last one has ended.
  void round(int number) {
    const auto now = std::chrono::steady_clock::now();
    if (number > 1) taken_ += now - begin_;
    begin_ = now;
  }
  double seconds() const { return taken_.count(); }

 private:
  std::chrono::steady_clock::time_point begin_;
  std::chrono::duration<double> taken_{};
};

void check(const Array<std::uint64_t>& cells, Asked asked, std::uint64_t seen) {
  std::uint64_t sum = 0;
  for (const std::uint64_t cell : cells.host()) sum += cell;
  const std::uint64_t all = all_requests * (rounds + 1);
  if (sum != all_requests + (asked == Asked::update ? all : 0) || seen != (asked == Asked::read ? all : 0))
    throw std::logic_error("the requests left something wrong in memory, or brought it");
}

Machine machine_of(const benchmark::State& state, const char* network, const char* access) {
  return Machine({.components = 4096,
                  .network = network,
                  .access = access,
                  .threads = static_cast<unsigned>(state.range(1)),
                  .ledger = LedgerDetail::totals});
}

void processes(benchmark::State& state, const char* network, const char* access, Asked asked) {
  Machine machine = machine_of(state, network, access);
  const auto count = static_cast<std::uint64_t>(state.range(0));
  const std::uint64_t each = all_requests / count;
  std::vector<std::uint64_t> seen(count);
  for (auto _ : state) {
    const auto cells = machine.array<std::uint64_t>(all_requests, 1);
    std::ranges::fill(seen, 0);
    Stopwatch watch;
    machine.spmd(count, [&](Process self) -> Task<> {
      std::vector<pram::bsp::Future<std::uint64_t>> futures;
      futures.reserve(asked == Asked::read ? each : 0);
      for (int round = 0; round <= rounds; ++round) {
        if (self.id() == 0) watch.round(round);
        for (std::uint64_t k = self.id() * each; k < (self.id() + 1) * each; ++k) {
          if (asked == Asked::read) {
            futures.push_back(self.read(cells[place(k, round)]));
          } else {
            self.update(cells[place(k, round)], Sum{}, 1);
          }
        }
        co_await self.sync();
        for (const auto& future : futures) seen[self.id()] += future.value();
        futures.clear();
      }
      if (self.id() + 1 == self.count()) watch.round(rounds + 1);
    });
    std::uint64_t all = 0;
    for (const std::uint64_t one : seen) all += one;
    check(cells, asked, all);
    state.SetIterationTime(watch.seconds());
  }
  state.SetItemsProcessed(state.iterations() * rounds * static_cast<std::int64_t>(all_requests));
}

void processors(benchmark::State& state, const char* network, const char* access, Asked asked) {
  Machine machine = machine_of(state, network, access);
  std::vector<std::uint64_t> seen(all_requests);
  for (auto _ : state) {
    const auto cells = machine.array<std::uint64_t>(all_requests, 1);
    std::ranges::fill(seen, 0);
    Stopwatch watch;
    machine.pardo(all_requests, [&](Processor self) -> Task<> {
      for (int round = 0; round <= rounds; ++round) {
        if (self.id() == 0) watch.round(round);
        if (asked == Asked::read) {
          seen[self.id()] += co_await cells[place(self.id(), round)];
        } else {
          co_await cells[place(self.id(), round)].add(1);
        }
      }
      if (self.id() + 1 == all_requests) watch.round(rounds + 1);
    });
    std::uint64_t all = 0;
    for (const std::uint64_t one : seen) all += one;
    check(cells, asked, all);
    state.SetIterationTime(watch.seconds());
  }
  state.SetItemsProcessed(state.iterations() * rounds * static_cast<std::int64_t>(all_requests));
}

const bool shared_arrays_registered = [] {
  constexpr const char* machines[][2] = {{"ideal", "direct"}, {"router", "direct"}, {"router", "combining"}};
  for (const auto& [network, access] : machines) {
    for (const Asked asked : {Asked::read, Asked::update}) {
      const std::string name =
          std::string("bsp/shared/") + network + "/" + access + "/" + (asked == Asked::read ? "read" : "update");
      benchmark::RegisterBenchmark(name.c_str(),
                                   [=](benchmark::State& state) { processes(state, network, access, asked); })
          ->ArgNames({"processes", "threads"})
          ->ArgsProduct({{64, 4096}, {1, 2}})
          ->UseManualTime();
      benchmark::RegisterBenchmark((name + "/pardo").c_str(),
                                   [=](benchmark::State& state) { processors(state, network, access, asked); })
          ->ArgNames({"processors", "threads"})
          ->ArgsProduct({{static_cast<std::int64_t>(all_requests)}, {1, 2}})
          ->UseManualTime();
    }
  }
  return true;
}();

}  // namespace
