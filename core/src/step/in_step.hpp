#pragma once

#include <cstdint>

#include <pram/error.hpp>

namespace pram::detail {

/// Names the step in what a network throws on its way.
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
