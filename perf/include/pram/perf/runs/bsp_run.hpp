#pragma once

#include <string>

#include <pram/ledger.hpp>
#include <pram/machine.hpp>

namespace pram::perf {

/// A run of a BSPlib program, as its own process of the host has recorded it.
struct BspRun {
  MachineOptions machine;
  Ledger ledger;
  double wall_seconds = 0;  ///< from bsp_begin to bsp_end
  bool interrupted = false;
};

/// Reads the JSON that the library of pram-bspcc writes.
/// @throws Error if it is damaged
BspRun read_bsp_run(const std::string& json);

}  // namespace pram::perf
