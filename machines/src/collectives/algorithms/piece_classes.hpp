#pragma once

#include <cstdint>
#include <vector>

namespace pram {

/// Deals what a node of a hypercube of n dimensions has to send to n pieces, for the all-to-all in which piece q
/// crosses dimension (q + t) mod n in round t. By symmetry a node holds, in every round, as much to cross bit b in
/// piece q as there are words in it whose offset (origin xor target) has bit b.
///
/// The offset d goes to piece p[d]. The pieces are even to the word: for every t, all pieces q have the same number
/// m(t) of offsets with bit (q + t) mod n, so that the largest blocks of the n rounds add up to Σ m(t) = 2^(n-1), which
/// no cut in whole words can better. The same holds for several words a block if its word j goes to piece p[d] + j mod
/// n.
///
/// @param dimensions  n, from 1 to 20
std::vector<std::uint8_t> piece_classes(std::uint32_t dimensions);

}  // namespace pram
