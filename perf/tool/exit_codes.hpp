#pragma once

namespace pram::tool {

inline constexpr int exit_failed = 1;  ///< the run failed, or something could not be written
inline constexpr int exit_usage = 2;   ///< the command line is not right

}  // namespace pram::tool
