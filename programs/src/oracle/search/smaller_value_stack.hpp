#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/no_node.hpp>
#include <pram/programs/search.hpp>

namespace pram::programs::oracle {

/// The nearest smaller values on both sides, by one pass with a stack.
inline NearestSmallerValues nearest_smaller_values(std::span<const std::int64_t> values) {
  const std::size_t n = values.size();
  NearestSmallerValues found{std::vector<std::uint32_t>(n, no_node), std::vector<std::uint32_t>(n, no_node)};
  std::vector<std::uint32_t> open;  // values that have met no smaller one yet
  for (std::uint32_t i = 0; i < n; ++i) {
    for (; !open.empty() && values[open.back()] > values[i]; open.pop_back()) found.right[open.back()] = i;
    if (!open.empty())  // equal values have the same nearest smaller one on the left
      found.left[i] = values[open.back()] == values[i] ? found.left[open.back()] : open.back();
    open.push_back(i);
  }
  return found;
}

}  // namespace pram::programs::oracle
