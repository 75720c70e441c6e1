#pragma once

#include <pram/machine/options.hpp>
#include <pram/report/path.hpp>

namespace pram {

/// Reads the options of a machine that ran, or that somebody wrote down: what `--json` and report::write_json write as
/// `machine`. The file holds such a report, or the machine alone. A machine alone may leave options out, which then
/// keep their defaults, and may have those that no report has: `memory_limit`, `ledger`, `ledger_steps`.
///
/// A network and a protocol are read by their names, which making a machine looks up: an object of the user's own comes
/// back by `options.network = object`.
/// @param file  "-": standard input
/// @throws Error of one line that names the file and what is wrong with it. So does a report whose runs each have a
/// network, a protocol or a seed of their own (compare, and sweeps of run).
MachineOptions read_machine(const report::Path& file);

}  // namespace pram
