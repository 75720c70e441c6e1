#include <benchmark/benchmark.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/pram.hpp>

/// What BSP supersteps cost the host: an empty sync; fine-grained puts, gets and messages of a word to random places;
/// blocks. Beside them the same puts by a plain loop with a bucket for each pair of processes.
namespace {

using pram::Machine;
using pram::Task;
using pram::bsp::Process;

constexpr std::uint64_t words = std::uint64_t{1} << 20;  // of all processes together, in a superstep
constexpr std::uint64_t block = 1024;

enum class Transfer { put, get, message, put_block };

constexpr const char* transfer_names[] = {"put", "get", "message", "put-block"};

std::uint64_t mixed(std::uint64_t x) {
  x ^= x >> 31;
  x *= 0x7FB5D329728EA185U;
  x ^= x >> 27;
  return x;
}

/// A number of 32 random bits, scaled: a division would take as long as a put.
std::uint64_t below(std::uint64_t bits, std::uint64_t bound) { return bits * bound >> 32; }

Machine machine_of(const benchmark::State& state, const char* network) {
  return Machine({.components = static_cast<std::uint32_t>(state.range(0)),
                  .network = network,
                  .threads = static_cast<unsigned>(state.range(1)),
                  .ledger = pram::LedgerDetail::totals});
}

void empty_sync(benchmark::State& state) {
  Machine machine = machine_of(state, "ideal");
  const std::uint64_t syncs = 1 + 4'000'000 / static_cast<std::uint64_t>(state.range(0));
  for (auto _ : state) {
    machine.spmd([&](Process self) -> Task<> {
      for (std::uint64_t k = 0; k < syncs; ++k) co_await self.sync();
    });
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(syncs));
  // Of a process that does nothing else, with its share of all that the machine keeps.
  state.counters["bytes_a_process"] =
      static_cast<double>(machine.memory_use().most) / static_cast<double>(state.range(0));
}

/// Runs supersteps of one kind inside one run of the processes, and times from sync to sync.
void transfers(benchmark::State& state, const char* network, Transfer transfer) {
  using Clock = std::chrono::steady_clock;
  constexpr int supersteps = 5;
  Machine machine = machine_of(state, network);
  const auto processes = static_cast<std::uint64_t>(state.range(0));
  const std::uint64_t each = words / processes;
  const bool blocks = transfer == Transfer::put_block;
  const std::uint64_t size = blocks ? std::max(block, each) : each;
  const std::uint64_t stride = blocks ? block : 1;
  for (auto _ : state) {
    Clock::time_point begin;
    std::chrono::duration<double> taken{};
    std::atomic<std::uint64_t> checked = 0;
    machine.spmd([&](Process self) -> Task<> {
      auto cells = self.coarray<std::uint64_t>(size);
      const auto queue = self.queue<std::uint64_t>();
      const std::vector<std::uint64_t> values(blocks ? block : 0, self.id());
      std::uint64_t sum = 0;
      std::vector<pram::bsp::Future<std::uint64_t>> futures;
      futures.reserve(transfer == Transfer::get ? each : 0);
      for (int superstep = 0; superstep <= supersteps; ++superstep) {
        if (self.id() == 0) {  // the first superstep finds memory untouched, and is not timed
          if (superstep > 1) taken += Clock::now() - begin;
          begin = Clock::now();
        }
        // Where a process has less than a block, one of several sends it.
        const std::uint64_t first = self.id() * each;
        for (std::uint64_t k = (first + stride - 1) / stride * stride; k < first + each; k += stride) {
          const std::uint64_t to = mixed(k + static_cast<std::uint64_t>(superstep) * words);
          const std::uint64_t target = below(to >> 32, processes);
          const std::uint64_t index = below(to & 0xFFFFFFFF, size);
          switch (transfer) {
            case Transfer::put: cells(target)[index] = to | 1; break;
            case Transfer::get: futures.push_back(cells(target)[index].get()); break;
            case Transfer::message: queue.send(target, to); break;
            case Transfer::put_block: cells(target).put(0, values); break;
          }
        }
        co_await self.sync();
        for (const auto& future : futures) sum += future.value();
        futures.clear();
        for (const auto message : queue) sum += message.value();
      }
      if (self.id() == 0) taken += Clock::now() - begin;
      if (transfer == Transfer::put && self.id() == 0) {
        for (const std::uint64_t cell : cells) sum += cell;
      }
      checked += sum;
    });
    const bool quiet = transfer == Transfer::get || transfer == Transfer::put_block;
    if ((checked == 0) != quiet) throw std::logic_error("the supersteps left something wrong in memory");
    state.SetIterationTime(taken.count());
  }
  state.SetItemsProcessed(state.iterations() * supersteps * static_cast<std::int64_t>(words));
}

/// The puts of the above without a machine, on one thread.
void bucket_loop(benchmark::State& state) {
  struct Put {
    std::uint32_t target;
    std::uint32_t index;
    std::uint64_t value;
  };
  const auto processes = static_cast<std::uint64_t>(state.range(0));
  const std::uint64_t each = words / processes;
  std::vector<std::vector<std::uint64_t>> cells(processes, std::vector<std::uint64_t>(each));
  std::vector<std::vector<Put>> buckets(processes * processes);
  std::uint64_t superstep = 0;
  for (auto _ : state) {
    ++superstep;
    for (std::uint64_t id = 0; id < processes; ++id) {
      for (std::uint64_t k = 0; k < each; ++k) {
        const std::uint64_t to = mixed(id * each + k + superstep * words);
        const std::uint64_t target = below(to >> 32, processes);
        buckets[id * processes + target].push_back(
            {static_cast<std::uint32_t>(target), static_cast<std::uint32_t>(below(to & 0xFFFFFFFF, each)), to | 1});
      }
    }
    for (auto& bucket : buckets) {
      for (const Put& put : bucket) cells[put.target][put.index] = put.value;
      bucket.clear();
    }
  }
  benchmark::DoNotOptimize(cells.data());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(words));
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
