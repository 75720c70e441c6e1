#pragma once

#include <cstdint>
#include <optional>

#include <pram/spec.hpp>

namespace pram::machines {

/// The number of a spec such as "bus:64" that has one value. None if that is no whole number from 1 to `most`, or if
/// there are more values, or none.
inline std::optional<std::uint64_t> only_number(const Spec& spec, std::uint64_t most) {
  const auto number = spec.values.size() == 1 ? whole_number(spec.values.front()) : std::nullopt;
  if (!number || *number == 0 || *number > most) return std::nullopt;
  return number;
}

}  // namespace pram::machines
