#pragma once

#include <cstdint>

#include <pram/error.hpp>

namespace pram::detail {

/// Adds the number of the step to the error that a network throws in it.
template <class Travel>
void in_step(std::uint64_t number, const Travel& travel) {
  try {
    travel();
  } catch (NetworkError& error) {
    error.happened_in(number);
    throw;
  }
}

}  // namespace pram::detail
