#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/machine.hpp>
#include <pram/perf/report.hpp>
#include <pram/perf/runs/program_run.hpp>
#include <pram/programs/program.hpp>

/// One program on one input, on several networks with several access protocols: what each charges, side by side.
namespace pram::perf {

/// The program on one network with one protocol.
struct ComparedRun : ProgramRun {
  bool equal = false;  ///< the result is that of the first run, to the byte
};

struct Comparison {
  std::string program;
  MachineOptions machine;  ///< options of the last run; all runs share them, but for network and access
  programs::InputFacts input;
  programs::Outcome outcome;  ///< of the first run that gave a result
  std::uint64_t steps = 0;    ///< T; the same in every run, as are work and requests
  std::uint64_t work = 0;
  std::uint64_t requests = 0;
  std::uint64_t ideal_charge = 0;  ///< whole charge on network ideal with direct access
  std::vector<ComparedRun> runs;   ///< those that are done, in the order asked for
  std::uint64_t asked = 0;         ///< runs that were to be made
  double wall_seconds = 0;
  bool interrupted = false;

  /// Every result is verified, and all results are equal.
  bool sound() const;

  /// The number of runs that gave a result.
  std::uint64_t results() const;

  /// The run's whole charge over the ideal machine's; 0 where that charges nothing.
  double times_ideal(const ComparedRun& run) const;
};

/// The table, and whether all results are verified and equal. Text is equal for any number of host threads but for its
/// last line. JSON: {version, program, machine, input, result, steps, work, requests, ideal_charge, runs: [{network,
/// access, forward, back, performance_factor, times_ideal, verified, equal; if any run has some, collectives,
/// supersteps, superstep_work, superstep_relation, superstep_charge and superstep_cost, and parameters: {g, l, source}
/// and predicted where these are known}, or {network, access, failure} for a pair that
/// gave no result], asked, sound, interrupted, wall_seconds}. Equal to the byte for any number of host threads but for
/// machine.threads and wall_seconds. CSV: a line a run. Text leaves out what counts steps where the program has
/// supersteps alone.
Report compare_report(const Comparison& comparison);

}  // namespace pram::perf
