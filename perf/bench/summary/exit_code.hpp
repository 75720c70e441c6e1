#pragma once

#include <exception>
#include <iostream>

#include <pram/error.hpp>

namespace pram::bench {

/// Runs a command of pram-bench, and says in one line what is wrong.
/// @returns its exit code: 0, 2 where it is wrongly called, 1 where it fails
template <class Command>
int exit_code_of(const Command& command) {
  try {
    command();
    return 0;
  } catch (const ConfigError& error) {
    std::cerr << "pram-bench: " << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "pram-bench: " << error.what() << '\n';
    return 1;
  }
}

}  // namespace pram::bench
