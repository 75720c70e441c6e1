#pragma once

#include <cstdint>

namespace pram::testing {

/// What operator new hands out in this process, counted: the most at a time since this object was made.
class CountedMemory {
 public:
  CountedMemory();
  /// Bytes beyond those that were held when the object was made.
  std::uint64_t peak() const;

 private:
  std::uint64_t before_;
};

}  // namespace pram::testing
