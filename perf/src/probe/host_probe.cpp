#include <pram/perf/host_probe.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include <pram/bsp.hpp>
#include <pram/pram.hpp>

namespace pram::perf {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t vector_length = 128;                  // 2 kB for two vectors of doubles
constexpr std::uint64_t operations = std::uint64_t{1} << 25;  // of all processes in a superstep: some ten milliseconds

/// @param values  not empty
double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// Runs supersteps that all do the same, and times them from sync to sync. The first one finds memory untouched and is
/// not counted.
/// @param superstep  superstep(self, state, number): what a process does before its sync
/// @param check      check(self, state, number): is what the last superstep, of that number, left right?
/// @returns the seconds of each
template <class MakeState, class Superstep, class Check>
std::vector<double> time_supersteps(Machine& machine, std::uint64_t runs, const MakeState& make_state,
                                    const Superstep& superstep, const Check& check) {
  std::vector<double> seconds;
  seconds.reserve(runs);
  bool right = true;
  machine.spmd([&](bsp::Process self) -> Task<> {
    auto state = make_state(self);
    co_await self.sync();
    for (std::uint64_t number = 0; number <= runs; ++number) {
      const Clock::time_point begin = Clock::now();
      superstep(self, state, number);
      co_await self.sync();
      if (self.id() == 0 && number > 0) seconds.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
    }
    if (self.id() == 0) right = check(self, state, runs);
  });
  if (!right) throw std::logic_error("a superstep that was timed left something wrong in memory");
  return seconds;
}

/// The seconds of supersteps in which every process sends h words and gets h, to as many processes as there are.
std::vector<double> relation_seconds(Machine& machine, std::uint32_t h, std::uint64_t runs) {
  const auto value_of = [h](std::uint64_t source, std::uint64_t k, std::uint64_t number) {
    return (number * h + k) * 4096 + source % 4096;
  };
  return time_supersteps(
      machine, runs, [&](bsp::Process self) { return self.coarray<std::uint64_t>(h); },
      [&](bsp::Process self, auto& cells, std::uint64_t number) {
        const std::uint64_t others = self.count() - 1;
        for (std::uint64_t k = 0; k < h; ++k)
          cells((self.id() + 1 + k % others) % self.count())[k] = value_of(self.id(), k, number);
      },
      [&](bsp::Process self, auto& cells, std::uint64_t number) {
        const std::uint64_t p = self.count();
        for (std::uint64_t k = 0; k < h; ++k) {
          const std::uint64_t source = (self.id() + p - 1 - k % (p - 1)) % p;
          if (cells[k] != value_of(source, k, number)) return false;
        }
        return true;
      });
}

/// The seconds of supersteps in which every process does so many operations.
std::vector<double> work_seconds(Machine& machine, std::uint64_t sweeps, std::uint64_t runs) {
  struct Vectors {
    std::vector<double> x;
    std::vector<double> y;
  };
  return time_supersteps(
      machine, runs,
      [](bsp::Process) {
        return Vectors{std::vector<double>(vector_length, 0.25), std::vector<double>(vector_length)};
      },
      [&](bsp::Process, Vectors& vectors, std::uint64_t) {
        for (std::uint64_t sweep = 0; sweep < sweeps; ++sweep) {
          for (std::uint64_t i = 0; i < vector_length; ++i) vectors.y[i] = 0.5 * vectors.y[i] + vectors.x[i];
        }
      },
      // y rises from 0 towards 1 / 2, the fixed point of y = y / 2 + 1 / 4, and rounding never takes it beyond.
      [](bsp::Process, const Vectors& vectors, std::uint64_t) {
        return std::ranges::all_of(vectors.y, [](double y) { return y > 0 && y <= 0.5; });
      });
}

}  // namespace

HostProbe probe_host(const HostProbeRequest& request) {
  const Clock::time_point start = Clock::now();
  if (request.processes < 2)
    throw ConfigError("processes", std::to_string(request.processes), "at least 2: one sends nothing to itself");
  if (request.runs == 0) throw ConfigError("runs", "0", "at least 1");
  Machine machine({.components = request.processes,
                   .network = "ideal",
                   .threads = request.threads,
                   .memory_limit = request.memory_limit,
                   .ledger = LedgerDetail::totals});
  struct Watched {
    const std::function<void(Machine*)>& watch;
    ~Watched() {
      if (watch) watch(nullptr);
    }
  } const watched{request.watch};
  if (request.watch) request.watch(&machine);
  HostProbe result;
  result.processes = request.processes;
  result.threads = std::min(machine.options().threads, request.processes);
  result.runs = request.runs;
  const std::uint64_t of = request.h.size() + 1;
  std::uint64_t done = 0;
  const auto goes_on = [&] {
    if (!result.interrupted) result.interrupted = request.progress && !request.progress(done++, of);
    return !result.interrupted;
  };
  try {
    for (const std::uint32_t h : request.h) {
      if (!goes_on()) break;
      std::vector<double> seconds = relation_seconds(machine, h, request.runs);
      const auto [least, largest] = std::ranges::minmax(seconds);
      result.points.push_back({h, least, median(std::move(seconds)), largest});
    }
    fit(result);
    if (goes_on()) {
      const std::uint64_t sweeps = std::max<std::uint64_t>(1, operations / 2 / vector_length / request.processes);
      const double taken = median(work_seconds(machine, sweeps, request.runs));
      const double computing = taken > result.seconds_a_superstep ? taken - result.seconds_a_superstep : taken;
      result.rate = static_cast<double>(2 * vector_length * sweeps) / computing;
    }
  } catch (const Interrupted&) {
    result.interrupted = true;
    fit(result);
  }
  result.wall_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

void fit(HostProbe& probe) {
  probe.seconds_a_word = 0;
  probe.seconds_a_superstep = 0;
  if (probe.points.empty()) return;
  std::vector<double> slopes;
  for (const HostPoint& low : probe.points) {
    for (const HostPoint& high : probe.points) {
      if (low.h < high.h) slopes.push_back((high.median - low.median) / (high.h - low.h));
    }
  }
  if (!slopes.empty()) probe.seconds_a_word = std::max(0.0, median(std::move(slopes)));
  std::vector<double> rests;
  for (const HostPoint& point : probe.points) rests.push_back(point.median - probe.seconds_a_word * point.h);
  probe.seconds_a_superstep = std::max(0.0, median(std::move(rests)));
}

}  // namespace pram::perf
