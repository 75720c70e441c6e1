#include <pram/detail/bsp/slots.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

#include <pram/detail/bsp/records.hpp>

#include "../../host/hot_memory.hpp"

/// The slabs that slots come from, and the rooms of values that do not fit into a slot.
namespace pram::bsp::detail {

namespace {

using RoomAllocator = pram::detail::CountingAllocator<std::byte>;

std::uint64_t bytes_in(const std::byte* room) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, room, sizeof(bytes));
  return bytes;
}

}  // namespace

std::span<std::byte> GetSlot::room_values() const { return {room + payload_alignment, bytes_in(room)}; }

SlotSupply::~SlotSupply() {
  for (const Region& region : regions_) {
    for (std::size_t first = 0; first < region.bytes; first += slab_bytes) {
      auto* const slab = reinterpret_cast<Slab*>(region.data + first);
      if (!slab->has_rooms) continue;  // nor is there any to look for where no slot was ever taken
      GetSlot* const begin = slots_of(slab);
      GetSlot* const end = begin + slab_slots == end_ ? next_ : begin + slab_slots;
      for (GetSlot* slot = begin; slot != end; ++slot) {
        if (slot->has_room()) free_room(slot);
      }
    }
    pram::detail::free_hot(account_, region.data, region.bytes, slab_bytes);
  }
}

void SlotSupply::begin_slab() {
  if (free_ == nullptr) make_region();
  Slab* const slab = std::exchange(free_, free_->next);
  slab->left = slab_slots;
  next_ = slots_of(slab);
  end_ = next_ + slab_slots;
}

void SlotSupply::make_region() {
  std::size_t all = 0;
  for (const Region& region : regions_) all += region.bytes;
  Region made = {nullptr, std::clamp(all, slab_bytes, pram::detail::large_page)};
  regions_.reserve(regions_.size() + 1);
  made.data = pram::detail::allocate_hot(account_, made.bytes, slab_bytes);
  regions_.push_back(made);
  for (std::size_t end = made.bytes; end > 0; end -= slab_bytes)
    free_ = new (made.data + end - slab_bytes) Slab{0, false, free_};
}

void SlotSupply::keep(Slab* slab) noexcept { slab->next = std::exchange(free_, slab); }

void SlotSupply::make_room(GetSlot* slot, std::uint64_t bytes) {
  std::byte* const room = RoomAllocator().allocate(payload_alignment + bytes);
  std::memcpy(room, &bytes, sizeof(bytes));
  slot->room = room;
  slot->length = GetSlot::in_room;
  slab_of(slot)->has_rooms = true;
}

void SlotSupply::free_room(GetSlot* slot) noexcept {
  RoomAllocator().deallocate(slot->room, payload_alignment + bytes_in(slot->room));
  slot->length = 0;
}

}  // namespace pram::bsp::detail
