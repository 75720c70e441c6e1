#pragma once

#include <cstdint>
#include <vector>

#include "random.hpp"

namespace pram::programs {

/// Numbers ids in order of first appearance: a hash table with open addressing, at most half full.
class IdTable {
 public:
  std::uint32_t number_of(std::uint64_t id) {
    Slot& slot = find(id);
    if (slot.number != free_slot) return slot.number;
    slot = {id, static_cast<std::uint32_t>(ids.size())};
    ids.push_back(id);
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
    slots_.assign(4 * slots_.size(), Slot{});
    for (std::size_t i = 0; i < ids.size(); ++i) find(ids[i]) = {ids[i], static_cast<std::uint32_t>(i)};
  }

  Random hash_{0, 0};
  std::vector<Slot> slots_ = std::vector<Slot>(1024);
};

}  // namespace pram::programs
