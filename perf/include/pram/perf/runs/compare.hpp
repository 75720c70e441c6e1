#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/machine.hpp>
#include <pram/perf/report.hpp>
#include <pram/report/detail/run/program_run.hpp>
#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/value/field.hpp>

/// One program on one input, on several networks with several access protocols: what each charges, side by side.
namespace pram::perf {

/// What the requests of a source line were charged, forward and back.
struct ComparedLine {
  std::string file;  ///< with its folder
  std::uint32_t line = 0;
  std::uint64_t charge = 0;
};

/// The program on one network with one protocol.
struct ComparedRun : ProgramRun {
  bool equal = false;  ///< the result equals that of the first run with a result, to the byte
  std::vector<ComparedLine> lines = {};
};

struct Comparison {
  std::string program;
  MachineOptions machine;   ///< options of the last run; all runs share them, but for network and access
  CheckedResult checked;    ///< the input, and what the first run that gave a result found; of each run, see there
  std::uint64_t steps = 0;  ///< T; the same in every run, as are work and requests
  std::uint64_t work = 0;
  std::uint64_t requests = 0;
  std::uint64_t ideal_charge = 0;  ///< whole charge on network ideal with direct access
  std::vector<ComparedRun> runs;   ///< those that are done, in the order asked for
  std::uint64_t asked = 0;         ///< runs that were to be made
  double wall_seconds = 0;
  bool interrupted = false;

  /// Every result is verified, and all results are equal. True if there is no result.
  bool sound() const;

  /// The number of runs that gave a result.
  std::uint64_t results() const;

  /// The run's whole charge over the ideal machine's; 0 where that charges nothing.
  double times_ideal(const ComparedRun& run) const;
};

/// The table, and whether all results are verified and equal. Text leaves out the counts of steps where the program has
/// supersteps alone. The number of host threads changes nothing but the last line of the text, and machine.threads and
/// wall_seconds in JSON. CSV has a line for each run.
///
/// JSON: {version, program, machine, input, result, steps, work, requests, ideal_charge, runs: [{network, access,
/// forward, back, performance_factor, times_ideal, verified, equal}], asked, sound, interrupted, wall_seconds}. If any
/// run has some, the runs also have collectives, supersteps, superstep_work, superstep_relation, superstep_charge and
/// superstep_cost. Where g and l are known, they have parameters: {g, l, source} and predicted. A pair without a result
/// has {network, access, failure}. `lines` has {file, line, charges} of each source line that asked for something: a
/// charge for each run, null for one without a result.
Report compare_report(const Comparison& comparison);

/// Reads a comparison from its JSON. Report and page of it are those of the comparison itself.
/// @throws Error that names the field that is missing or wrong
Comparison read_comparison(const Field& report);

/// A comparison as a page to look at, with a picture of what each network and protocol charged, what part of it was
/// each source line's, and which run charged a line least.
Page compare_page(const Comparison& comparison);

}  // namespace pram::perf
