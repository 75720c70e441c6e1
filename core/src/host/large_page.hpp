#pragma once

#include <cstddef>

namespace pram::detail {

/// The host's large pages, which hot data are asked for on (madvise).
inline constexpr std::size_t large_page = std::size_t{2} << 20;  // bytes

/// The least multiple of `step` that is at least `bytes`.
constexpr std::size_t round_up(std::size_t bytes, std::size_t step) { return (bytes + step - 1) / step * step; }

}  // namespace pram::detail
