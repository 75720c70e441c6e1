#pragma once

#include <cstdint>
#include <string>

#include <pram/machine.hpp>

namespace pram::bsplib {

/// Facts on a program that the ledger does not have.
struct RunFacts {
  std::uint64_t processes = 0;  ///< processes of its largest run
  double seconds = 0;           ///< wall time of all its runs
  bool interrupted = false;
};

/// Writes machine and ledger as one JSON object, in the form in which reports on runs are written and read again:
/// `machine`, `processes`, `wall_seconds`, `interrupted`, `superstep_totals` (one a tag), `transfers` (one a source
/// line and registration) and, where the ledger has any, `superstep_records`; of LedgerDetail::profile also `pardos`,
/// `components` and `links`. Steps and their requests are 0.
/// @returns false if it cannot be written; errno says why
bool write_record(const std::string& path, const Machine& machine, const RunFacts& facts);

}  // namespace pram::bsplib
