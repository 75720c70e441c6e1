#pragma once

namespace pram::tool {

inline constexpr int exit_failed = 1;  ///< the run failed, or something could not be written
inline constexpr int exit_usage = 2;   ///< the command line is not right

/// The tool was linked without what the command needs; nothing has been read or written. Only the tool that is built
/// first ends so (EX_TEMPFAIL of sysexits.h: "try again").
inline constexpr int exit_missing_part = 75;

}  // namespace pram::tool
