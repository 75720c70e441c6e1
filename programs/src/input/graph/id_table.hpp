#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "input/file/memory_room.hpp"
#include "input/graph/id_hash.hpp"

namespace pram::programs {

/// A hash table with open addressing, at most half full, that numbers ids in order of first appearance. The numbers do
/// not depend on the hash.
template <class Hash>
class IdTable {
 public:
  /// @param room  is asked for the memory of the table, and outlives it
  explicit IdTable(MemoryRoom& room, Hash hash = {}) : room_(room), hash_(std::move(hash)) {}

  std::uint32_t number_of(std::uint64_t id) {
    Slot& slot = find(id);
    if (slot.number != free_slot) return slot.number;
    slot = {id, static_cast<std::uint32_t>(ids.size())};
    room_.append(ids, id);
    if (2 * ids.size() > slots_.size()) grow();
    return static_cast<std::uint32_t>(ids.size() - 1);
  }

  /// The number of slots that are looked at if every id is looked up once.
  std::uint64_t probes() const {
    const std::size_t mask = slots_.size() - 1;
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < slots_.size(); ++at) {
      if (slots_[at].number != free_slot) sum += ((at - hash_(slots_[at].id)) & mask) + 1;
    }
    return sum;
  }

  std::vector<std::uint64_t> ids;  ///< the id of each number

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
  Hash hash_;
  std::vector<Slot> slots_ = std::vector<Slot>(1024);
};

}  // namespace pram::programs
