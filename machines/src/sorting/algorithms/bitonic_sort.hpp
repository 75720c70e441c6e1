#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <utility>

#include <pram/error.hpp>

namespace pram::detail {

/// Bitonic sort (Batcher 1968) of what the nodes hold. Takes k (k + 1) / 2 exchanges for 2^k nodes; on RCN-FULL also
/// the transpositions that bring higher bits into the atoms (section 4 of its spec).
/// @throws ConfigError if the number of nodes is no power of two
template <class Machine, class Comparator, class Record>
void bitonic_sort(Machine& machine, Comparator comparator, std::span<Record> records, std::uint64_t words) {
  if (!std::has_single_bit(machine.nodes()))
    throw ConfigError("network", machine.network(), "bitonic sort needs a power of two of nodes");
  for (std::uint32_t stage = 1; 1u << stage <= machine.nodes(); ++stage) {
    machine.descend_nodes(
        stage, words,
        [&](std::uint32_t, std::uint32_t x, std::uint32_t, std::uint32_t at, std::uint32_t partner_at) {
          comparator.compare_exchange(records[at], records[partner_at], (x >> stage & 1) != 0);
        },
        [&](std::uint32_t a, std::uint32_t b) { std::swap(records[a], records[b]); });
  }
}

}  // namespace pram::detail
