#pragma once

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <vector>

#include <pram/programs/detail/results.hpp>
#include <pram/programs/program.hpp>

/// What a broadcast gives: a copy of the numbers on every process.
namespace pram::programs {

using Copies = std::vector<std::vector<std::int64_t>>;

/// Whether every process has the numbers.
inline bool are_copies(const std::vector<std::int64_t>& values, const Copies& copies) {
  return !copies.empty() && std::ranges::all_of(copies, [&](const auto& copy) { return copy == values; });
}

inline Facts facts_of_copies(const std::vector<std::int64_t>&, const Copies& copies) {
  return {{"copies", static_cast<std::int64_t>(copies.size())}};
}

/// Writes the copy of the last process.
inline void write_copy(std::ostream& out, const std::vector<std::int64_t>&, const Copies& copies) {
  write_result(out, copies.back());
}

}  // namespace pram::programs
