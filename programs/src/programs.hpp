#pragma once

#include <string>

#include <pram/programs/program.hpp>

/// The rows of the table of programs, each made where its program is.
namespace pram::programs {

#define PRAM_PROGRAM(family, name, ...) Program name##_program();
#include "programs.def"

/// A row as the table has it: it refuses options that the program does not know, and says so if an input does not fit
/// into the host's memory.
Program guarded(std::string family, Program program);

/// The table that programs() gives.
Registry<Program>& program_table();

}  // namespace pram::programs
