#pragma once

#include <doctest/doctest.h>

#include <exception>
#include <string>
#include <typeinfo>

#include <pram/error.hpp>

#include "../../support/thread_ranks.hpp"

namespace pram::testing {

/// The class and the words of what f() throws; "" if that is nothing.
template <class Function>
std::string what_is_thrown(const Function& f) {
  try {
    f();
  } catch (const std::exception& error) {
    return std::string(typeid(error).name()).find("ProgramError") != std::string::npos
               ? std::string("ProgramError ") + error.what()
               : typeid(error).name() + (" " + std::string(error.what()));
  }
  return {};
}

/// Checks that a program throws the same on every rank as in one process, whatever the number of ranks.
/// @returns what is thrown
template <class Program>
std::string same_error_on_ranks(const Program& program) {
  const std::string alone = what_is_thrown(program);
  for (const unsigned ranks : {2U, 3U, 5U}) {
    CAPTURE(ranks);
    for (const std::string& one : on_ranks(ranks, [&] { return what_is_thrown(program); })) CHECK(one == alone);
  }
  return alone;
}

}  // namespace pram::testing
