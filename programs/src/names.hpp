#pragma once

#include <vector>

#include <pram/programs/program.hpp>

namespace pram::programs {

/// The names that program_names() gives.
std::vector<ProgramName>& name_table();

}  // namespace pram::programs
