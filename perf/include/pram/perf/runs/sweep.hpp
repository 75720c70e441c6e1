#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <pram/machine.hpp>
#include <pram/perf/report.hpp>
#include <pram/perf/statistic.hpp>
#include <pram/programs/program.hpp>
#include <pram/report/detail/run/program_run.hpp>

/// One program at several sizes with several seeds, on one network and protocol or on several.
namespace pram::perf {

/// Means over the seeds, for one size on one network with one protocol.
struct SweepMeans {
  std::uint64_t n = 0;
  std::string network;
  std::string access;
  std::array<Statistic, std::size(run_counts)> counts;  ///< of run_counts, in that order
  Statistic performance_factor;
  std::uint64_t runs = 0;    ///< runs that have a result
  std::uint64_t failed = 0;  ///< runs that have none
};

struct Sweep {
  std::string program;
  MachineOptions machine;  ///< options of the first run; all runs share them, but for seed, network and access
  std::string source;      ///< of the input: a file, or what generates it
  std::string check;       ///< what results were checked against
  std::uint64_t first_seed = 1;
  std::uint64_t last_seed = 1;
  std::vector<ProgramRun> runs;
  std::uint64_t asked = 0;  ///< runs that were to be made
  double wall_seconds = 0;
  bool interrupted = false;

  /// Every run that has a result is verified.
  bool sound() const;

  std::uint64_t failed() const;  ///< runs without a result
  std::string verdict() const;   ///< sweep_verdict() of it

  /// The means, by network and protocol in the order of the runs, then by size.
  std::vector<SweepMeans> means() const;
};

/// "30 results verified against sums one by one", and what went wrong.
/// @param runs    that were made
/// @param failed  of these without a result
/// @param sound   every result is verified
std::string sweep_verdict(std::uint64_t runs, std::uint64_t failed, std::uint64_t asked, const std::string& check,
                          bool sound, bool interrupted);

/// A table for each network and protocol: means, and below them ± standard errors. The number of host threads changes
/// only the last line of the text. JSON: {version, program, machine, source, check, seeds: [first, last], runs: [{n,
/// seed, network, access, every count of run_counts, performance_factor, verified, failed (where the run has no
/// result)}], means: [{n, network, access, runs, failed, steps: {mean, error}, …}], asked, sound, interrupted,
/// wall_seconds}. CSV has a line for each run.
Report sweep_report(const Sweep& sweep);

}  // namespace pram::perf
