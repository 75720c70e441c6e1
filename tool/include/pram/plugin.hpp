#pragma once

#include <vector>

#include <pram/detail/plugin_mark.hpp>
#include <pram/pram.hpp>
#include <pram/programs/input/kinds.hpp>
#include <pram/programs/program.hpp>
#include <pram/programs/row.hpp>

/// Programs in a shared object, which the tool loads. One source of it includes this header, and defines programs();
/// pram_add_program() of CMake makes the shared object.
namespace pram::plugin {

/// The programs of the plug-in, which its author defines:
///
///     std::vector<pram::programs::Program> pram::plugin::programs() {
///       using namespace pram::programs;
///       return {program<Numbers>(sum, {.name = "sum", .what = "adds up"})};
///     }
///
/// The tool calls it once, before it reads its command line: networks, topologies, protocols and operators of one's own
/// are registered here.
std::vector<programs::Program> programs();

}  // namespace pram::plugin

extern "C" {

/// Read in the file, before it is loaded.
[[gnu::used]] inline const char* const pram_plugin_mark = pram::plugin::detail::mark;

/// What the tool calls.
[[gnu::used]] inline void pram_plugin_programs(std::vector<pram::programs::Program>* all) {
  *all = pram::plugin::programs();
}
}
