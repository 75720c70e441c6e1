#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <pram/detail/memory_account.hpp>

namespace pram::detail {

/// Finds the message of a group that waits at a link. Entries of messages that have gone on stay until the table fills
/// up. The caller says which entries still count.
class MergeIndex {
 public:
  void begin(std::size_t messages) {
    const std::size_t size = std::bit_ceil(std::max<std::size_t>(64, 4 * messages));
    entries_.assign(size, {});
    used_ = 0;
  }

  /// @param waits  waits(message, link): does the message still wait there?
  /// @returns the message of this group at this link, or `message` itself, entered, if there is none
  template <class Waits>
  std::uint32_t find(std::uint32_t group, std::uint32_t link, std::uint32_t message, const Waits& waits) {
    const std::uint64_t key = (std::uint64_t{group} << 32) | link;
    if (2 * used_ > entries_.size()) drop_gone(waits);
    Entry& entry = place_of(key);
    if (entry.message != vacant && waits(entry.message, link)) return entry.message;
    used_ += entry.message == vacant ? 1 : 0;
    entry = {key, message};
    return message;
  }

  /// Enters a message: from now on messages of this group that come to this link meet it.
  void replace(std::uint32_t group, std::uint32_t link, std::uint32_t message) {
    place_of((std::uint64_t{group} << 32) | link).message = message;
  }

 private:
  static constexpr std::uint32_t vacant = 0xFFFFFFFF;

  struct Entry {
    std::uint64_t key = 0;  ///< group in the upper half, link in the lower
    std::uint32_t message = vacant;
  };

  Entry& place_of(std::uint64_t key) {
    const std::size_t mask = entries_.size() - 1;
    std::uint64_t mixed = key * 0x9E3779B97F4A7C15U;
    mixed ^= mixed >> 32;
    for (std::size_t at = mixed & mask;; at = (at + 1) & mask) {
      Entry& entry = entries_[at];
      if (entry.message == vacant || entry.key == key) return entry;
    }
  }

  template <class Waits>
  void drop_gone(const Waits& waits) {
    CountedVector<Entry> old(entries_.size());
    old.swap(entries_);
    used_ = 0;
    for (const Entry& entry : old) {
      if (entry.message == vacant || !waits(entry.message, static_cast<std::uint32_t>(entry.key))) continue;
      place_of(entry.key) = entry;
      ++used_;
    }
  }

  CountedVector<Entry> entries_;
  std::size_t used_ = 0;
};

}  // namespace pram::detail
