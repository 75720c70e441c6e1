#pragma once

#include <string>

#include <pram/ledger.hpp>

/// Sections of a profile that stand only where there is something to say; else "".
namespace pram::perf {

/// Which source lines shared steps.
std::string mixed_lines_section(const Ledger& ledger);

/// What each region cost.
std::string regions_section(const Ledger& ledger);

}  // namespace pram::perf
