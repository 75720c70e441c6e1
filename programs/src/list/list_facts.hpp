#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <pram/detail/no_node.hpp>
#include <pram/programs/program.hpp>

namespace pram::programs {

/// The facts that reports show of ranked lists.
inline Facts list_facts(const std::vector<std::uint32_t>& next, const std::vector<std::uint32_t>& ranks) {
  return {{"lists", std::ranges::count(next, no_node)},
          {"longest_list", ranks.empty() ? 0 : std::int64_t{std::ranges::max(ranks)} + 1}};
}

}  // namespace pram::programs
