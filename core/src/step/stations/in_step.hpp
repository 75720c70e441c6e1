#pragma once

#include <cstdint>

#include <pram/error.hpp>

namespace pram::bsp::detail {
class Communication;
}

namespace pram::detail {

/// Adds the number of the step or superstep to the error.
/// @param number     of the step or superstep, among those of the machine
/// @param processes  whose superstep it was; null: it was a step
void say_when(NetworkError& error, std::uint64_t number, const bsp::detail::Communication* processes);

/// Adds the step or superstep to the error that a network throws in it.
template <class Travel>
void in_step(std::uint64_t number, const bsp::detail::Communication* processes, const Travel& travel) {
  try {
    travel();
  } catch (NetworkError& error) {
    say_when(error, number, processes);
    throw;
  }
}

}  // namespace pram::detail
