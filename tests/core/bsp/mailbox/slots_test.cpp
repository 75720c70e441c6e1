#include <pram/detail/bsp/slots.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

namespace pram::bsp::detail {

namespace {

/// Takes a slot and fills its values with a byte.
GetSlot* filled_slot(SlotSupply& supply, std::uint64_t bytes, std::uint32_t line) {
  GetSlot* const slot = supply.take(bytes, line);
  std::byte* const place = slot->has_room() ? slot->room_values().data() : reinterpret_cast<std::byte*>(&slot->word);
  std::fill_n(place, bytes, static_cast<std::byte>(line));
  return slot;
}

bool is_filled(const GetSlot& slot, std::uint64_t bytes, std::uint32_t line) {
  const auto values = slot.values();
  return slot.line == line && slot.state == GetSlot::State::asked && values.size() == bytes &&
         std::ranges::all_of(values, [&](std::byte one) { return one == static_cast<std::byte>(line); });
}

}  // namespace

TEST_CASE("a slot has the values that it was taken for, few in its word and many in a room of their own") {
  SlotSupply supply;
  const std::vector<std::uint64_t> sizes = {0, 1, 7, 8, 9, 16, 254, 255, 256, 257, 100'000};
  std::vector<GetSlot*> slots;
  for (const std::uint64_t bytes : sizes)
    slots.push_back(filled_slot(supply, bytes, static_cast<std::uint32_t>(slots.size())));
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    CAPTURE(sizes[k]);
    CHECK(is_filled(*slots[k], sizes[k], static_cast<std::uint32_t>(k)));
    CHECK(slots[k]->has_room() == (sizes[k] > sizeof(Word)));
  }
  for (std::size_t k = 0; k < slots.size(); k += 2) supply.give_back(slots[k]);
  CHECK(is_filled(*slots[5], 16, 5));  // the others stay; rooms that nobody gives back go with the supply
}

TEST_CASE("slots that are given back are used again: supersteps that ask for as much as the first hardly take more") {
  const auto account = std::make_shared<pram::detail::MemoryAccount>(std::uint64_t{64} << 20);
  const pram::detail::AccountScope scope(account.get());
  {
    SlotSupply supply;
    CHECK(account->taken() == 0);
    const auto bytes_of = [](std::uint32_t k) { return k % 1000 == 0 ? std::uint64_t{64} : sizeof(Word); };
    std::uint64_t first = 0;
    for (int superstep = 0; superstep < 12; ++superstep) {
      std::vector<GetSlot*> slots;
      for (std::uint32_t k = 0; k < 30'000; ++k) slots.push_back(filled_slot(supply, bytes_of(k), k));
      CHECK(std::set<GetSlot*>(slots.begin(), slots.end()).size() == slots.size());
      std::uint32_t wrong = 0;
      for (std::uint32_t k = 0; k < slots.size(); ++k) wrong += is_filled(*slots[k], bytes_of(k), k) ? 0 : 1;
      CHECK(wrong == 0);
      if (superstep % 2 == 1) std::ranges::reverse(slots);
      for (GetSlot* const slot : slots) supply.give_back(slot);
      // One that begins in the middle of a slab may need another slab, and with it a region as large as all before.
      if (superstep == 0) first = account->taken();
      CHECK(account->taken() <= 2 * first);
    }
    static_cast<void>(filled_slot(supply, 1000, 1));
  }
  CHECK(account->taken() == 0);
}

}  // namespace pram::bsp::detail
