#pragma once

#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "../contains.hpp"

namespace pram::testing {

/// The error of this type that an action throws; fails the test if it throws none.
template <class Error, class Action>
Error thrown(const Action& action) {
  std::optional<Error> error;
  try {
    action();
  } catch (const Error& caught) {
    error.emplace(caught);
  }
  REQUIRE_MESSAGE(error.has_value(), "nothing was thrown");
  return *error;
}

inline bool is_one_line(const std::string& text) { return !text.empty() && text.find('\n') == std::string::npos; }

}  // namespace pram::testing
