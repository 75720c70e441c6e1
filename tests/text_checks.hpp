#pragma once

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>

#include <pram/report/detail/value/text.hpp>
#include "contains.hpp"

namespace pram::testing {

/// The line of `text` that has `part`; "" if none has.
inline std::string line_with(const std::string& text, const std::string& part) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (contains(line, part)) return line;
  }
  return "";
}

/// In columns of a terminal.
inline std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, perf::columns(line));
  return widest;
}

}  // namespace pram::testing
