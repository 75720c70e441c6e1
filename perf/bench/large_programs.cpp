#include "large_programs.hpp"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdint>
#include <ctime>
#include <memory>
#include <string>

#include <pram/pram.hpp>
#include "workload/large_programs.hpp"
#include "workload/steps.hpp"

namespace pram::bench {

namespace {

/// Seconds by the clock, and seconds of processor time of all threads, which a busy host hardly changes.
struct Seconds {
  double wall = 0;
  double processor = 0;
};

Seconds seconds_of(const auto& work) {
  const auto begin = std::chrono::steady_clock::now();
  const std::clock_t began = std::clock();
  work();
  const std::clock_t ended = std::clock();
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
          static_cast<double>(ended - began) / CLOCKS_PER_SEC};
}

/// Requests, and the processor time that they took.
struct Rate {
  void add(std::uint64_t more, Seconds taken) {
    requests += static_cast<double>(more);
    seconds += taken.processor;
  }
  double value() const { return requests / seconds; }

  double requests = 0;
  double seconds = 0;
};

/// Steps in which a million processors read: the engine's plain rate, where memory is read in order, and where it is
/// not.
class PlainSteps {
 public:
  PlainSteps(Pattern pattern, unsigned threads)
      : steps_("ideal", "direct", pattern, std::uint64_t{1} << 20, 4096, threads) {
    steps_.run();
  }

  void measure() {
    std::uint64_t requests = 0;
    const Seconds taken = seconds_of([&] { requests = steps_.run(); });
    rate_.add(requests, taken);
  }
  double rate() const { return rate_.value(); }

 private:
  Steps steps_;
  Rate rate_;
};

void measure(benchmark::State& state, const LargeProgram& program) {
  const auto threads = static_cast<unsigned>(state.range(0));
  PlainSteps in_order(Pattern::own_read, threads);
  PlainSteps anywhere(Pattern::random_read, threads);
  const std::unique_ptr<LargeRun> input = program.make(1);
  Rate rate;
  std::uint64_t all_requests = 0;
  try {
    for (auto _ : state) {
      in_order.measure();
      anywhere.measure();
      Machine machine({.network = "ideal",
                       .access = "direct",
                       .rule = program.rule,
                       .threads = threads,
                       .ledger = LedgerDetail::totals});
      const Seconds taken = seconds_of([&] { input->run(machine); });
      input->check();
      const std::uint64_t requests = machine.ledger().requests().total();
      state.SetIterationTime(taken.wall);
      rate.add(requests, taken);
      all_requests += requests;
      in_order.measure();
      anywhere.measure();
    }
  } catch (const LimitError& error) {
    state.SkipWithError(error.what());
    return;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(all_requests));
  // A second of processor time.
  state.counters["rate"] = rate.value();
  state.counters["plain"] = in_order.rate();
  state.counters["random"] = anywhere.rate();
  state.counters["share"] = rate.value() / in_order.rate();
}

}  // namespace

void register_large_programs() {
  for (const LargeProgram& program : large_programs()) {
    benchmark::RegisterBenchmark((std::string("large/") + program.name).c_str(),
                                 [&program](benchmark::State& state) { measure(state, program); })
        ->ArgName("threads")
        ->Arg(1)
        ->Arg(2)
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace pram::bench
