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

std::vector<Lint> lints_of(const RunSummary& run) {
  return run.lints ? *run.lints : found_lints<RunSummary>(run_lints, run);
}

}  // namespace pram::report
