#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <pram/error.hpp>

#include "ascend_descend.hpp"

/// Routines whose data flows as in an ascend and whose records stay, for any number of nodes that a machine serves.
///
/// A machine that has move_in_atoms() serves numbers of nodes that are no power of two, too (RCN-FULL). It holds q =
/// 2^t records a node there as well; record number x is at node x / q.
namespace pram::detail {

template <class Machine>
constexpr bool serves_any_count = requires(Machine& machine) {
  machine.move_in_atoms(1U, [](std::uint32_t place) { return place; });
};

/// Whether exchanges along the bits of a node's number reach all nodes, and no others.
template <class Machine>
bool has_all_bits(const Machine& machine) {
  return !serves_any_count<Machine> || std::has_single_bit(machine.nodes());
}

/// The records of a node, 2^t of them: t.
/// @throws ConfigError if the machine does not serve so many nodes, or if the records of a node are no power of two
template <class Machine>
std::uint32_t share_bits(const Machine& machine, std::size_t records) {
  if (has_all_bits(machine)) return local_bits(machine, records);
  const std::size_t share = records / machine.nodes();
  if (share * machine.nodes() != records || !std::has_single_bit(share))
    throw ConfigError("records", std::to_string(records), "a power of two for each node of " + machine.network());
  return static_cast<std::uint32_t>(std::countr_zero(share));
}

/// Joins neighbouring blocks of places until one is left: meet(middle, x, partner, record of x, record of partner) for
/// the places of two blocks that end and begin at `middle`, x in the lower one. Both places then know the joint block.
/// All meetings of a step see what was there before it.
///
/// With powers of two an ascend. Other numbers split in halves, the lower one by a place larger if they are odd, until
/// single nodes are left: ⌈log2 N_A⌉ exchanges inside atoms, where the place left over listens to one that exchanges.
/// With all ports that is one step; with one port a step more wherever a half is larger. Costs
/// AS(L) = 2 AS(L-1) + 2, AS(0) = ⌈log2 N_A⌉ with all ports.
template <class Machine, class Record, class Meet>
void fold(Machine& machine, std::span<Record> records, Meet&& meet) {
  const auto by_bits = [&](std::uint32_t bit, std::uint32_t x, std::uint32_t partner, Record& low, Record& high) {
    meet(partner >> bit << bit, x, partner, low, high);
  };
  if constexpr (serves_any_count<Machine>) {
    if (!has_all_bits(machine)) {
      const std::uint32_t local = share_bits(machine, records.size());
      for (std::uint32_t bit = 0; bit < local; ++bit) local_exchange(machine, records, bit, by_bits);
      machine.fold_nodes(
          std::uint64_t{1} << local,
          [&](std::uint32_t middle, std::uint32_t x, std::uint32_t partner, std::uint32_t at, std::uint32_t partner_at,
              bool listens) {
            for (std::uint32_t i = 0; i < 1U << local; ++i) {
              Record& low = records[(at << local) + i];
              Record& high = records[(partner_at << local) + i];
              Record heard = high;
              meet(middle << local, (x << local) + i, (partner << local) + i, low, listens ? heard : high);
            }
          },
          node_swap(records, local));
      return;
    }
  }
  ascend(machine, records, by_bits);
}

}  // namespace pram::detail
