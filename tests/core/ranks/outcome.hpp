#pragma once

#include <doctest/doctest.h>

#include <exception>
#include <string>

#include <pram/error.hpp>

#include "../../support/thread_ranks.hpp"

/// What a program comes to on every rank, as text.
namespace pram::testing {

/// Calls f(), and says what it throws: the class, and the words; "" where it throws nothing.
template <class Function>
std::string error_of(const Function& f) {
  try {
    f();
  } catch (const std::exception& error) {
    const char* const kind = dynamic_cast<const ConfigError*>(&error) != nullptr     ? "ConfigError "
                             : dynamic_cast<const ConflictError*>(&error) != nullptr ? "ConflictError "
                             : dynamic_cast<const AddressError*>(&error) != nullptr  ? "AddressError "
                             : dynamic_cast<const ProgramError*>(&error) != nullptr  ? "ProgramError "
                             : dynamic_cast<const LimitError*>(&error) != nullptr    ? "LimitError "
                             : dynamic_cast<const Interrupted*>(&error) != nullptr   ? "Interrupted "
                             : dynamic_cast<const Error*>(&error) != nullptr         ? "Error "
                                                                                     : "exception ";
    return std::string(kind) + error.what();
  }
  return {};
}

/// Checks that a program comes to the same on 1, 2, 3 and 5 ranks as without ranks.
/// @param program  returns what it has come to
/// @returns that
template <class Program>
std::string same_on_ranks(const Program& program) {
  const std::string alone = program();
  for (const unsigned ranks : {1U, 2U, 3U, 5U}) {
    CAPTURE(ranks);
    for (const std::string& one : on_ranks(ranks, program)) REQUIRE(one == alone);
  }
  return alone;
}

}  // namespace pram::testing
