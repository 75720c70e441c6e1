#include "run_lints.hpp"

#include <vector>

namespace pram::report {

namespace {

constexpr LintRow<RunSummary> run_lints[] = {
#define LINT(function, name) {name, function##_lint},
#include "lints.def"
#undef LINT
};

}  // namespace

bool is_at_most(const RunSummary& run, std::uint64_t requests, std::uint64_t work) {
  constexpr std::uint64_t most_component_steps = std::uint64_t{1} << 28;
  const Ledger& ledger = run.ledger;
  const std::uint64_t steps = ledger.steps() + ledger.supersteps();
  return ledger.requests().total() <= requests && ledger.work() <= work &&
         steps <= most_component_steps / run.machine.components;
}

std::vector<Lint> lints_of(const RunSummary& run) {
  return run.lints ? *run.lints : found_lints<RunSummary>(run_lints, run);
}

}  // namespace pram::report
