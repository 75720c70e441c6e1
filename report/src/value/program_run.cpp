#include <pram/report/detail/run/program_run.hpp>

namespace pram::report {

SuperstepTotal all_supersteps(const Ledger& ledger) {
  SuperstepTotal all;
  for (const SuperstepTotal& one : ledger.superstep_totals()) all.add(one);
  return all;
}

ProgramRun program_run(std::uint64_t n, const MachineOptions& machine, const Ledger& ledger) {
  ProgramRun run;
  run.n = n;
  run.seed = machine.seed;
  run.network = machine.network;
  run.access = machine.access;
  for (const RunCount& count : run_counts) run.*count.of = count.from(ledger);
  run.performance_factor = ledger.performance_factor();
  return run;
}

}  // namespace pram::report
