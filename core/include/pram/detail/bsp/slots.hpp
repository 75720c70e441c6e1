#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/word/word.hpp>

/// Where the values that gets and reads of shared memory bring wait for their futures.
namespace pram::bsp::detail {

/// Where the values that a get brings wait to be read. The process that asked owns the slot.
struct GetSlot {
  enum class State : std::uint8_t { asked, delivered, read };

  /// In place of a length: the values lie in a room of their own.
  static constexpr std::uint8_t in_room = 0xFF;

  union {
    Word word = 0;    ///< the values
    std::byte* room;  ///< or their room: their number of bytes in the first payload_alignment, then the values
  };
  std::uint32_t line = 0;
  State state = State::asked;
  std::uint8_t length = 0;  ///< bytes that lie in the word

  bool has_room() const { return length == in_room; }
  /// The values of a slot with a room.
  std::span<std::byte> room_values() const;
  /// The values, wherever they lie.
  std::span<const std::byte> values() const {
    if (has_room()) return room_values();
    return {reinterpret_cast<const std::byte*>(&word), length};
  }
};

/// The slots of one worker's processes. Slots come from slabs, one after the other. A slab whose slots have all been
/// given back is used again, so that supersteps that ask for as much as those before take no memory. Slabs count in the
/// account under which the supply was made.
class SlotSupply {
 public:
  SlotSupply() = default;
  SlotSupply(const SlotSupply&) = delete;
  SlotSupply& operator=(const SlotSupply&) = delete;
  ~SlotSupply();

  /// @param bytes  of its values
  /// @throws LimitError, std::bad_alloc
  GetSlot* take(std::uint64_t bytes, std::uint32_t line) {
    if (next_ == end_) [[unlikely]]
      begin_slab();
    GetSlot* const slot = next_;
    slot->state = GetSlot::State::asked;
    slot->line = line;
    slot->length = static_cast<std::uint8_t>(bytes);
    if (bytes > sizeof(Word)) [[unlikely]]
      make_room(slot, bytes);
    ++next_;
    return slot;
  }

  void give_back(GetSlot* slot) noexcept {
    if (slot->has_room()) [[unlikely]]
      free_room(slot);
    Slab* const slab = slab_of(slot);
    if (--slab->left == 0) [[unlikely]]
      keep(slab);
  }

 private:
  /// The head of a slab, before the slots.
  struct Slab {
    std::uint32_t left = 0;  ///< slots that are not given back, or were never taken
    bool has_rooms = false;
    Slab* next = nullptr;  ///< the next free one
  };
  struct Region {
    std::byte* data = nullptr;
    std::size_t bytes = 0;
  };
  static constexpr std::size_t slab_bytes = std::size_t{64} << 10;  // and a slab's alignment
  static constexpr std::uint32_t slab_slots = slab_bytes / sizeof(GetSlot) - 1;
  static_assert(sizeof(Slab) == sizeof(GetSlot));

  static Slab* slab_of(GetSlot* slot) {
    return reinterpret_cast<Slab*>(reinterpret_cast<std::uintptr_t>(slot) & ~(slab_bytes - 1));
  }
  static GetSlot* slots_of(Slab* slab) { return reinterpret_cast<GetSlot*>(slab + 1); }

  void begin_slab();
  void make_region();
  void keep(Slab* slab) noexcept;
  static void make_room(GetSlot* slot, std::uint64_t bytes);
  static void free_room(GetSlot* slot) noexcept;

  GetSlot* next_ = nullptr;
  GetSlot* end_ = nullptr;
  Slab* free_ = nullptr;
  std::vector<Region> regions_;
  pram::detail::MemoryAccount* account_ = pram::detail::current_account;
};

}  // namespace pram::bsp::detail
