#pragma once

#include <pram/programs/program.hpp>

/// The rows of the table of programs, each made where its program is.
namespace pram::programs {

#define PRAM_PROGRAM(family, name) Program name##_program();
#include "programs.def"
#undef PRAM_PROGRAM

}  // namespace pram::programs
