#pragma once

#include <string>

namespace pram::report {

/// "+1,234", "-12.35M", "0"; of numbers with a fraction "+0.25".
std::string change_text(double was, double now);

/// "less by a factor of 1.80: 4,100 instead of 7,380"; "the same: 4,100".
std::string times_text(double was, double now);

}  // namespace pram::report
