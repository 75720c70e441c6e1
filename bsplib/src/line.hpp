#pragma once

#include <cstdint>
#include <string>

namespace pram::bsplib {

/// The source line of a call. Where `file` is "", the line is not known.
struct Line {
  const char* file = "";
  std::uint32_t line = 0;
};

/// ", at name.c:12", which ends the sentence of an error; "" for an unknown line.
std::string at(const Line& line);

/// The name that a superstep has in the ledger: the line of its bsp_sync, "name.c:12". The name lives as long as the
/// program.
const std::string& tag_of(const Line& line);

}  // namespace pram::bsplib
