#pragma once

#include <cstdint>
#include <limits>
#include <ranges>
#include <span>

namespace pram::programs {

/// The values, followed by cells with the largest number there is.
inline auto padded(std::span<const std::int64_t> values, std::uint64_t cells) {
  return std::views::iota(std::uint64_t{0}, cells) | std::views::transform([values](std::uint64_t i) {
           return i < values.size() ? values[i] : std::numeric_limits<std::int64_t>::max();
         });
}

}  // namespace pram::programs
