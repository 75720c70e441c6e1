#pragma once

#include <cstdint>
#include <string>

namespace pram::programs {

/// "1 number", "2 numbers".
inline std::string counted(std::uint64_t count, const char* what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

}  // namespace pram::programs
