#pragma once

#include <cstdint>
#include <optional>
#include <source_location>
#include <string_view>

#include <pram/detail/collective.hpp>

namespace pram::detail {

/// A matrix stored row by row.
struct MatrixSides {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
};

/// A collective operation on arrays as the program asked for it.
struct CollectiveCall {
  Collective operation = Collective::broadcast;
  std::source_location where;
  std::uint32_t root = 0;  ///< source of broadcast and scatter, target of gather
  std::string_view algorithm = "auto";
  std::optional<MatrixSides> transposed = std::nullopt;  ///< of all_to_all: the matrix whose words are moved
};

}  // namespace pram::detail
