#pragma once

namespace pram::testing {

/// Host threads for which a BSP program does the same, to the bit.
inline constexpr unsigned thread_counts[] = {1, 2, 3, 8};

}  // namespace pram::testing
