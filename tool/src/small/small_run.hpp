#pragma once

#include <cstdint>

#include <pram/machine/options.hpp>
#include <pram/programs/program.hpp>
#include "../options.hpp"

/// Runs that are small enough to be gone through, where the command line leaves it open: those of trace and verify, so
/// that one can show what the other has found.
namespace pram::tool {

namespace option {

inline constexpr Option<std::uint32_t> few_components = {
    {.flag = "--components",
     .value = "P",
     .group = "Machine",
     .help = "components of the machine (those of a network's name with sizes, else 16; BSP programs have a number of "
             "their own)",
     .brief = "components of the machine (16)"},
    0,
    1,
    most_components};

}  // namespace option

/// The machine of such a run, with network and access.
/// @throws ConfigError
MachineOptions small_machine(const Options& options, const programs::Program& program);

/// @param usual_size  of an input, where the command line names neither size nor file
/// @throws ConfigError
programs::InputRequest small_input(const Options& options, const programs::Program& program, std::uint64_t usual_size);

}  // namespace pram::tool
