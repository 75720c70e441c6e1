#pragma once

#include <cstdint>
#include <vector>

#include <pram/machines/topology.hpp>

namespace pram {

/// Nodes of RCN-FULL (A, L) in an order in which each, the last and the first too, lies near the next. For odd atoms it
/// is a Hamiltonian cycle, as it is for L <= 1 and A >= 3. For even ones, steps are twice as long as one level below
/// where rows of L >= 2 are not crossed along their own cycle, which are two.
std::vector<std::uint32_t> rcn_full_cycle(std::uint32_t atom, std::uint32_t levels);

/// Numbers below 2^bits in the order of the reflected Gray code.
std::vector<std::uint32_t> gray_code(std::uint32_t bits);

/// Nodes of a grid, row by row in turn to the right and to the left; the first column is kept for the way back. A
/// Hamiltonian cycle where the number of rows is even.
std::vector<std::uint32_t> snake(std::uint32_t rows, std::uint32_t columns);

/// Terminals of a topology in an order in which neighbours lie near each other, as its shape has it; in order of
/// numbers where no other is known.
std::vector<std::uint32_t> cyclic_order(const Topology& host);

}  // namespace pram
