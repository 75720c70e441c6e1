#pragma once

#include <vector>

#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/run/lint.hpp>

namespace pram::report {

/// What a report says by itself, a sentence each.
View lints_view(const std::vector<Lint>& lints);

}  // namespace pram::report
