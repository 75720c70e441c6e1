#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/machine.hpp>
#include <pram/perf/report.hpp>
#include <pram/perf/statistic.hpp>
#include <pram/programs/program.hpp>

/// One program at several sizes with several seeds, on one network and protocol or on several.
namespace pram::perf {

/// One run of a sweep.
struct SweepRun {
  std::uint64_t n = 0;
  std::uint64_t seed = 1;
  std::string network;  ///< names as the machine completes them
  std::string access;
  std::uint64_t steps = 0;  ///< T
  std::uint64_t work = 0;   ///< W
  std::uint64_t requests = 0;
  std::uint64_t forward = 0;    ///< charge
  std::uint64_t back = 0;       ///< charge of replies
  std::uint64_t exchanges = 0;  ///< charge of data exchanges
  double performance_factor = 0;
  bool verified = false;
  std::string failed = {};  ///< why there is no result: a deadlock, too little memory; "": there is one
};

/// What a run's ledger says. `verified` and `failed` are the caller's to set.
SweepRun sweep_run(std::uint64_t n, const MachineOptions& machine, const Ledger& ledger);

/// Over the seeds of one size on one network and protocol.
struct SweepMeans {
  std::uint64_t n = 0;
  std::string network;
  std::string access;
  Statistic steps, work, requests, forward, back, exchanges, performance_factor;
  std::uint64_t failed = 0;
};

struct Sweep {
  std::string program;
  MachineOptions machine;  ///< what all runs share: not seed, network and access
  std::string source;      ///< of the input: a file, or what generates it
  std::string check;       ///< what results were checked against
  std::uint64_t first_seed = 1;
  std::uint64_t last_seed = 1;
  std::vector<SweepRun> runs;
  std::uint64_t asked = 0;  ///< how many there would be, were it not interrupted
  double wall_seconds = 0;
  bool interrupted = false;

  /// Every run that has a result is verified.
  bool sound() const;

  /// By network and protocol in the order of the runs, then by size.
  std::vector<SweepMeans> means() const;
};

/// A table for each network and protocol, means over ± standard errors. Text is equal for any number of host threads
/// but for its last line. JSON: {version, program, machine, source, seeds: [first, last], runs: [{n, seed, network,
/// access, steps, work, requests, forward, back, exchanges, performance_factor, verified, failed (where it did)}],
/// means: [{n, network, access, runs, failed, steps: {mean, error}, …}], asked, sound, interrupted, wall_seconds}.
Report sweep_report(const Sweep& sweep);

/// A line of names, then a line a run: program,components,rule,placement,n,seed,network,access,steps,work,requests,
/// forward,back,exchanges,performance_factor,verified,failed. Fields with commas stand in quotes (RFC 4180).
std::string runs_csv(const std::string& program, const MachineOptions& machine, std::span<const SweepRun> runs);

}  // namespace pram::perf
