#pragma once

#include <cstdint>
#include <string>

namespace pram::bsplib {

/// The source line of a call; none is known where the file is "".
struct Line {
  const char* file = "";
  std::uint32_t line = 0;
};

/// ", at name.c:12", to follow what is done there; "" for an unknown line.
std::string at(const Line& line);

/// The name that a superstep has in the ledger: the line of its bsp_sync, "name.c:12". It lives as long as the program.
const std::string& tag_of(const Line& line);

}  // namespace pram::bsplib
