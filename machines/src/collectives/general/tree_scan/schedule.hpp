#pragma once

#include <cstdint>
#include <span>

#include "collectives/general/plan/plan.hpp"
#include "tree.hpp"

namespace pram {

/// Plans steps in which each packet of a product goes to its targets, along shortest ways, as soon as its parts have
/// come: levels of the tree, and packets, follow each other without waiting for those before. Of what waits for a wire
/// that goes first which has the longest way yet to come. Packet q of product z is piece z · packets + q.
/// @param most  pieces of a message
MovePlan plan_tree_scan(const Wires& wires, const ShortestWays& ways, std::span<const ScanProduct> products,
                        std::uint32_t packets, std::uint32_t most);

/// For each product those that it is a part of, at each of its targets.
std::vector<std::vector<std::uint32_t>> products_above(std::span<const ScanProduct> products);

}  // namespace pram
