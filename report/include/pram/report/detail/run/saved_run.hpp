#pragma once

#include <memory>
#include <string_view>

#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/value/field.hpp>

namespace pram::report {

/// A run that was written as JSON, to be reported on once more.
struct SavedRun {
  std::unique_ptr<const Ledger> ledger;
  RunSummary summary;  ///< of this ledger
};

/// Reads what write_json(), or `pram run`, `profile` or `bsp` with `--json`, wrote. Text, page, pictures and tables of
/// it are those of the run itself, with two exceptions: JSON has no more of the path of a source file than its name and
/// that of its folder; and bytes of names that are not UTF-8 are replaced.
/// @throws Error of one line that says why it cannot be read: another version, damaged, or something else
SavedRun read_run(std::string_view json);

/// The same of JSON that is a value already.
SavedRun read_run(const Field& report);

}  // namespace pram::report
