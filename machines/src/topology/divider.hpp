#pragma once

#include <cassert>
#include <cstdint>

#include "request.hpp"

namespace pram {

/// Divides node numbers by a number known at run time, with a multiplication in place of the division.
class Divider {
 public:
  Divider() = default;

  /// @param divisor  1 to 2^20
  explicit Divider(std::uint32_t divisor) : divisor_(divisor), reciprocal_((std::uint64_t{1} << 40) / divisor + 1) {
    assert(divisor >= 1 && divisor <= largest_topology);
  }

  std::uint32_t divisor() const { return divisor_; }

  // The reciprocal is too large by at most `divisor` / 2^40: for numbers below 2^20 this never reaches the next
  // quotient.
  std::uint32_t quotient(std::uint32_t number) const {
    assert(number < largest_topology);
    return static_cast<std::uint32_t>((number * reciprocal_) >> 40);
  }

  std::uint32_t remainder(std::uint32_t number) const { return number - quotient(number) * divisor_; }

 private:
  std::uint32_t divisor_ = 1;
  std::uint64_t reciprocal_ = (std::uint64_t{1} << 40) + 1;
};

}  // namespace pram
