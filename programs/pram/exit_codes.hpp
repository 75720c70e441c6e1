#pragma once

namespace pram::tool {

inline constexpr int exit_failed = 1;         ///< the run failed, or something could not be written
inline constexpr int exit_usage = 2;          ///< the command line is not right
inline constexpr int exit_interrupted = 130;  ///< Ctrl-C, as shells count it: 128 + SIGINT

}  // namespace pram::tool
