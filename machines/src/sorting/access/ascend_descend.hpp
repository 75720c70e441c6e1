#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string>

#include <pram/error.hpp>

/// Ascend and descend (Preparata and Vuillemin 1981): routines that exchange along each bit of a record's number,
/// lowest or highest bit first, on any machine that has ascend_nodes() and descend_nodes().
///
/// A machine of 2^k nodes holds q = 2^t records a node; record number x is at node x / q. Exchanges along the t low
/// bits are local. An exchange along a bit of the node's number carries q records.
namespace pram::detail {

/// Checks that there is a place for every bit.
/// @throws ConfigError if the number of nodes, or of records a node, is no power of two
template <class Machine>
std::uint32_t local_bits(const Machine& machine, std::size_t records) {
  if (!std::has_single_bit(machine.nodes()))
    throw ConfigError("network", machine.network(), "ascend and descend routines need a power of two of nodes");
  const std::size_t share = records / machine.nodes();
  if (share * machine.nodes() != records || !std::has_single_bit(share))
    throw ConfigError("records", std::to_string(records), "a power of two for each node of " + machine.network());
  return static_cast<std::uint32_t>(std::countr_zero(share));
}

template <class Machine, class Record, class Meet>
void local_exchange(Machine& machine, std::span<Record> records, std::uint32_t bit, Meet& meet) {
  const std::uint32_t stride = 1u << bit;
  for (std::uint32_t base = 0; base < records.size(); base += 2 * stride) {
    for (std::uint32_t x = base; x < base + stride; ++x) meet(bit, x, x + stride, records[x], records[x + stride]);
  }
  machine.ledger().charge_local();
}

/// The exchange and the transposition of whole nodes, made from those of records.
template <class Record, class Meet>
auto node_exchange(std::span<Record> records, std::uint32_t local, Meet& meet) {
  return [records, local, &meet](std::uint32_t bit, std::uint32_t x, std::uint32_t partner, std::uint32_t at,
                                 std::uint32_t partner_at) {
    const std::uint32_t share = 1u << local;
    for (std::uint32_t i = 0; i < share; ++i) {
      meet(bit + local, (x << local) + i, (partner << local) + i, records[(at << local) + i],
           records[(partner_at << local) + i]);
    }
  };
}

template <class Record>
auto node_swap(std::span<Record> records, std::uint32_t local) {
  return [records, local](std::uint32_t a, std::uint32_t b) {
    if (local == 0) return std::swap(records[a], records[b]);
    std::swap_ranges(records.begin() + (a << local), records.begin() + ((a + 1) << local),
                     records.begin() + (b << local));
  };
}

/// For each bit from the lowest: meet(bit, x, x + 2^bit, record of x, record of x + 2^bit) for all x with that bit 0.
template <class Machine, class Record, class Meet>
void ascend(Machine& machine, std::span<Record> records, Meet&& meet) {
  const std::uint32_t local = local_bits(machine, records.size());
  for (std::uint32_t bit = 0; bit < local; ++bit) local_exchange(machine, records, bit, meet);
  machine.ascend_nodes(std::uint64_t{1} << local, node_exchange(records, local, meet), node_swap(records, local));
}

/// Does the same from the highest to the lowest of the `bits` lowest bits.
template <class Machine, class Record, class Meet>
void descend(Machine& machine, std::span<Record> records, std::uint32_t bits, Meet&& meet) {
  const std::uint32_t local = local_bits(machine, records.size());
  if (bits > local) {
    machine.descend_nodes(bits - local, std::uint64_t{1} << local, node_exchange(records, local, meet),
                          node_swap(records, local));
  }
  for (std::uint32_t bit = std::min(bits, local); bit-- > 0;) local_exchange(machine, records, bit, meet);
}

/// The number of bits of a record's number.
template <class Record>
std::uint32_t bits_of(std::span<Record> records) {
  return static_cast<std::uint32_t>(std::bit_width(records.size()) - 1);
}

}  // namespace pram::detail
