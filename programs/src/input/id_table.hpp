#pragma once

#include <cstdint>
#include <vector>

#include "input/memory_room.hpp"
#include "random.hpp"

namespace pram::programs {

/// Numbers ids in order of first appearance: a hash table with open addressing, at most half full.
class IdTable {
 public:
  /// @param room  what the table takes is asked for there; it outlives the table
  explicit IdTable(MemoryRoom& room) : room_(room) {}

  std::uint32_t number_of(std::uint64_t id) {
    Slot& slot = find(id);
    if (slot.number != free_slot) return slot.number;
    slot = {id, static_cast<std::uint32_t>(ids.size())};
    room_.append(ids, id);
    if (2 * ids.size() > slots_.size()) grow();
    return static_cast<std::uint32_t>(ids.size() - 1);
  }

  std::vector<std::uint64_t> ids;  ///< per number

 private:
  struct Slot {
    std::uint64_t id = 0;
    std::uint32_t number = free_slot;
  };
  static constexpr std::uint32_t free_slot = 0xFFFFFFFF;

  Slot& find(std::uint64_t id) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash_(id) & mask;
    while (slots_[at].number != free_slot && slots_[at].id != id) at = (at + 1) & mask;
    return slots_[at];
  }

  void grow() {
    const std::size_t before = slots_.size();
    room_.take(2 * before * sizeof(Slot));
    slots_ = {};
    room_.give_back(before * sizeof(Slot));
    slots_.resize(2 * before);
    for (std::size_t i = 0; i < ids.size(); ++i) find(ids[i]) = {ids[i], static_cast<std::uint32_t>(i)};
  }

  MemoryRoom& room_;
  Random hash_{0, 0};
  std::vector<Slot> slots_ = std::vector<Slot>(1024);
};

}  // namespace pram::programs
