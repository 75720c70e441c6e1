#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <pram/perf/runs/sweep.hpp>
#include <pram/pram.hpp>
#include <pram/programs/program.hpp>

/// Sweeps over sizes, as `pram scale` makes them.
namespace pram::testing {

/// Runs a program with the seeds 1, 2, … at 2^first, …, 2^last. Which class fits the few rounds of a small graph is a
/// matter of chance, and so the seeds are the same in every run.
/// @param rule  none: the program's own
inline perf::Sweep swept(const programs::Program& program, int first, int last, std::uint64_t seeds = 1,
                         const std::string& shape = "", std::optional<Rule> rule = std::nullopt) {
  perf::Sweep sweep;
  sweep.program = program.name;
  sweep.first_seed = 1;
  sweep.last_seed = seeds;
  for (int k = first; k <= last; ++k) {
    for (std::uint64_t seed = sweep.first_seed; seed <= sweep.last_seed; ++seed) {
      const std::uint64_t n = std::uint64_t{1} << k;
      const auto job = program.prepare({.size = n, .file = "", .seed = seed, .shape = shape});
      Machine machine({.components = 16,
                       .network = "ideal",
                       .access = "direct",
                       .rule = rule.value_or(program.model),
                       .placement = program.placement,
                       .threads = 1,
                       .seed = seed,
                       .ledger = LedgerDetail::totals});
      const programs::Outcome outcome = job->run(machine);
      sweep.machine = machine.options();
      sweep.source = job->input().source;
      sweep.check = outcome.check;
      report::ProgramRun& run = sweep.runs.emplace_back(report::program_run(n, machine.options(), machine.ledger()));
      run.verified = outcome.verified;
      run.sizes = job->input().sizes;
    }
  }
  sweep.asked = sweep.runs.size();
  return sweep;
}

/// The logarithm of the largest size at which the growth of a program's costs is looked at.
inline int log2_of_largest(const programs::Program& program) {
  constexpr std::uint64_t largest = 256;
  return static_cast<int>(std::bit_width(std::min(largest, 2 * program.tested_size))) - 1;
}

}  // namespace pram::testing
