#pragma once

#include <cstdint>

#include <pram/detail/operation.hpp>

#include "../memory/shared_memory.hpp"

namespace pram::detail {

/// The line that all requests of a step come from, with its array.
struct ServedLine {
  std::uint32_t site = 0;
  std::uint32_t array = 0;
  Operation operation;
  StoredArray* stored = nullptr;
  const std::uint32_t* first_processor = nullptr;  ///< of each component, and one more
};

}  // namespace pram::detail
