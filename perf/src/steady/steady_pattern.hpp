#pragma once

#include <string>

namespace pram::perf {

/// Whether messages of the pattern go to any terminal, each drawn anew.
bool is_uniform(const std::string& pattern);

}  // namespace pram::perf
