#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pram::programs::oracle {

/// The distance of each node to the end of its list, by walking each list from its first node.
/// @param next  successor of each node, or no_node; disjoint lists without cycles
std::vector<std::uint32_t> list_ranks(std::span<const std::uint32_t> next);

}  // namespace pram::programs::oracle
