#pragma once

#include <cstdint>

namespace pram::testing {

/// While it lives, one allocation of this process fails, or all from one on: operator new throws std::bad_alloc, and
/// mmap returns MAP_FAILED. Allocations are counted from 1, those of all threads together.
class FailingAllocations {
 public:
  enum class Mode { once, for_good };

  FailingAllocations(std::uint64_t first, Mode mode);
  ~FailingAllocations();
  FailingAllocations(const FailingAllocations&) = delete;
  FailingAllocations& operator=(const FailingAllocations&) = delete;

  /// How many were asked for so far.
  static std::uint64_t asked();
};

}  // namespace pram::testing
