#pragma once

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <vector>

#include <pram/machine.hpp>
#include <pram/programs/detail/results.hpp>
#include <pram/programs/program.hpp>

/// What a broadcast gives: a copy of the numbers on every process.
namespace pram::programs {

using Copies = std::vector<std::vector<std::int64_t>>;

/// Gives every rank the copies of all processes, each of so many numbers.
inline void unite_copies(Machine& machine, Copies& copies, std::size_t numbers) {
  for (std::uint64_t process = 0; process < copies.size(); ++process) {
    copies[process].resize(numbers);
    machine.unite(copies[process], copies.size(), [process](std::uint64_t) { return process; });
  }
}

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
