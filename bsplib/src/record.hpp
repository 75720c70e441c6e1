#pragma once

#include <cstdint>
#include <string>

#include <pram/machine.hpp>

namespace pram::bsplib {

/// What the ledger does not know of a program.
struct RunFacts {
  std::uint64_t processes = 0;  ///< of its largest run
  double seconds = 0;           ///< of the host, in its runs
  bool interrupted = false;
};

/// Writes machine and ledger as one JSON object: `machine`, `processes`, `host_seconds`, `interrupted`, `supersteps`
/// (their number), `charge`, `records` (one a superstep), `transfers` (one a source line and registration).
/// @returns false if it cannot be written; errno says why
bool write_record(const std::string& path, const Machine& machine, const RunFacts& facts);

}  // namespace pram::bsplib
