#pragma once

#include <cstdint>

#include <pram/detail/function.hpp>

namespace pram::detail {

/// Who has written each element of a host vector.
struct ElementOwners {
  std::uint64_t processors = 0;               ///< of the run; 0: as many as elements, each the one of its number
  Function<std::uint64_t(std::uint64_t)> of;  ///< of an element; empty: the same
};

}  // namespace pram::detail
