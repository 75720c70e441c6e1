#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/memory_account.hpp>

#include "fold.hpp"

namespace pram::detail {

/// What a place learns of the values of its segment.
template <class Value>
struct Scanned {
  std::uint32_t segment = 0;
  bool first = true;  ///< no place of the segment lies before
  Value before{};     ///< all values before it, combined in order; not set at the first place
  Value rest{};       ///< this value and all after it
};

/// The prefixes and suffixes of every segment, combined in order, in one fold.
/// @param scanned  on entry the segment, which never falls from place to place, and as `rest` the place's value; on
/// return all four members are set
template <class Machine, class Value, class Operator>
void segmented_scan(Machine& machine, std::span<Scanned<Value>> scanned, Operator&& combine) {
  const ScheduleLedger::Scope scope(machine.ledger(), "scan");
  struct Block {
    Scanned<Value> own;
    std::uint32_t first;
    std::uint32_t last;
    Value head;  ///< value of the part of the first segment that lies in the block
    Value tail;  ///< value of the part of the last segment
  };
  CountedVector<Block> blocks;
  blocks.reserve(scanned.size());
  for (const Scanned<Value>& place : scanned)
    blocks.push_back({{place.segment, true, {}, place.rest}, place.segment, place.segment, place.rest, place.rest});
  fold(machine, std::span(blocks), [&](std::uint32_t, std::uint32_t, std::uint32_t, Block& low, Block& high) {
    Block both = low;
    both.last = high.last;
    both.tail = high.tail;
    if (low.last == high.first) {
      if (high.own.segment == low.last) {
        high.own.before = high.own.first ? low.tail : combine(low.tail, high.own.before);
        high.own.first = false;
      }
      if (low.own.segment == low.last) low.own.rest = combine(low.own.rest, high.head);
      if (low.first == low.last) both.head = combine(low.head, high.head);
      if (high.first == high.last) both.tail = combine(low.tail, high.tail);
    }
    both.own = low.own;
    const Scanned<Value> own = high.own;
    low = high = both;
    high.own = own;
  });
  for (std::size_t x = 0; x < scanned.size(); ++x) scanned[x] = blocks[x].own;
}

}  // namespace pram::detail
