#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace pram {

/// Finds the place of a piece at a node: a hash table by node and piece, with open addressing and without tombstones.
class PieceIndex {
 public:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  PieceIndex() : slots_(64) {}

  static std::uint64_t key(std::uint32_t node, std::uint32_t piece) { return std::uint64_t{node} << 32 | piece; }

  std::uint64_t find(std::uint64_t key) const {
    for (std::uint64_t i = home(key);; i = next(i)) {
      if (slots_[i].key == key) return slots_[i].place;
      if (slots_[i].key == none) return none;
    }
  }

  void insert(std::uint64_t key, std::uint64_t place) {
    if (2 * ++used_ > slots_.size()) grow();
    put(key, place);
  }

  void erase(std::uint64_t key) {
    std::uint64_t hole = home(key);
    while (slots_[hole].key != key) hole = next(hole);
    // An entry that could have stood in the hole moves there, so that no search ends too early.
    for (std::uint64_t i = next(hole); slots_[i].key != none; i = next(i)) {
      const std::uint64_t wish = home(slots_[i].key);
      if (((i - wish) & mask()) < ((i - hole) & mask())) continue;
      slots_[hole] = slots_[i];
      hole = i;
    }
    slots_[hole].key = none;
    --used_;
  }

 private:
  struct Slot {
    std::uint64_t key = none;
    std::uint64_t place = 0;
  };

  std::uint64_t mask() const { return slots_.size() - 1; }
  std::uint64_t next(std::uint64_t i) const { return (i + 1) & mask(); }
  std::uint64_t home(std::uint64_t key) const {
    return key * 0x9E3779B97F4A7C15U >> (64 - std::countr_zero(slots_.size()));
  }

  void put(std::uint64_t key, std::uint64_t place) {
    std::uint64_t i = home(key);
    while (slots_[i].key != none) i = next(i);
    slots_[i] = {key, place};
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.key != none) put(slot.key, slot.place);
    }
  }

  std::vector<Slot> slots_;
  std::uint64_t used_ = 0;
};

}  // namespace pram
