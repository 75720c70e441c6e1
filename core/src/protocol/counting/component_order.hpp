#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "../../hash.hpp"

namespace pram::detail {

/// Components in an order that no placement of requests knows, so that sources of any pattern look random.
class ComponentOrder {
 public:
  explicit ComponentOrder(std::uint32_t components) : at_(components), place_(components) {
    std::iota(at_.begin(), at_.end(), 0U);
    for (std::uint32_t k = components; k > 1; --k) std::swap(at_[k - 1], at_[reduce(hash64(k, seed), k)]);
    for (std::uint32_t k = 0; k < components; ++k) place_[at_[k]] = k;
  }

  std::uint32_t components() const { return static_cast<std::uint32_t>(at_.size()); }
  std::uint32_t at(std::uint32_t place) const { return at_[place]; }
  std::uint32_t place_of(std::uint32_t component) const { return place_[component]; }
  std::span<const std::uint32_t> all() const { return at_; }

 private:
  static constexpr std::uint64_t seed = 0xC2B2AE3D27D4EB4FU;

  std::vector<std::uint32_t> at_;
  std::vector<std::uint32_t> place_;
};

}  // namespace pram::detail
