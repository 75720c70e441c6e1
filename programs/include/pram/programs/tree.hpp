#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/machine.hpp>

/// Rooted trees.
namespace pram::programs {

/// The root of each node, by pointer jumping: each round doubles the stretch that a node's pointer spans, until it
/// reaches the root.
///
/// Model: CREW. Time: for trees of height h >= 1, T = 2 + 2 ceil(log2 h), else 2 for n >= 1. Work: O(n log h) on n
/// processors; up to n requests for one cell.
///
/// Source: JáJá, An Introduction to Parallel Algorithms (1992), Section 2.2.
/// @param parents  the parent of each node; a root is its own parent. On a cycle the run never ends
std::vector<std::uint32_t> forest_roots(Machine& machine, std::span<const std::uint32_t> parents);

}  // namespace pram::programs
