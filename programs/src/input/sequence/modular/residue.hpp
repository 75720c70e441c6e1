#pragma once

#include <cstdint>

#include <pram/programs/scan.hpp>

namespace pram::programs {

/// A number of either sign modulo recurrence_modulus, from 0 on.
constexpr std::uint32_t residue_of(std::int64_t number) {
  const std::int64_t rest = number % std::int64_t{recurrence_modulus};
  return static_cast<std::uint32_t>(rest < 0 ? rest + recurrence_modulus : rest);
}

}  // namespace pram::programs
