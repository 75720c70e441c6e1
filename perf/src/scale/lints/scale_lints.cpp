#include "scale_lints.hpp"

#include <vector>

namespace pram::perf {

namespace {

constexpr report::LintRow<Scale> scale_lints[] = {
#define LINT(function, name) {name, function##_lint},
#include "lints.def"
#undef LINT
};

}  // namespace

std::vector<report::Lint> lints_of(const Scale& scale) { return report::found_lints<Scale>(scale_lints, scale); }

}  // namespace pram::perf
