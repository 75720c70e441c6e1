#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/machines/switching.hpp>

namespace pram::detail {

inline constexpr std::uint32_t no_group = 0xFFFFFFFF;

/// Numbers the groups of messages that may merge: those of equal key and destination. Most messages of most batches are
/// alone in their group, and switches need not search for others to merge them with.
class MergeGroups {
 public:
  /// @returns how many messages are in groups of two or more
  std::size_t begin(const Messages& batch) {
    const std::size_t count = batch.source.size();
    if (batch.key.empty()) {
      group_.assign(count, no_group);
      return 0;
    }
    table_.assign(std::bit_ceil(std::max<std::size_t>(16, 2 * count)), no_group);
    group_.resize(count);
    size_.clear();
    first_.clear();
    const std::size_t mask = table_.size() - 1;
    for (std::uint32_t message = 0; message < count; ++message) {
      const std::uint64_t key = batch.key[message];
      const std::uint32_t destination = batch.destination[message];
      std::uint64_t mixed = (key ^ std::uint64_t{destination} << 40) * 0x9E3779B97F4A7C15U;
      mixed ^= mixed >> 32;
      std::size_t at = mixed & mask;
      while (table_[at] != no_group) {
        const std::uint32_t other = first_[table_[at]];
        if (batch.key[other] == key && batch.destination[other] == destination) break;
        at = (at + 1) & mask;
      }
      if (table_[at] == no_group) {
        table_[at] = static_cast<std::uint32_t>(first_.size());
        first_.push_back(message);
        size_.push_back(0);
      }
      group_[message] = table_[at];
      ++size_[table_[at]];
    }
    std::size_t in_company = 0;
    for (std::uint32_t& group : group_) {
      if (size_[group] == 1) {
        group = no_group;
      } else {
        ++in_company;
      }
    }
    return in_company;
  }

  /// The group of a message, no_group if it is alone.
  std::uint32_t of(std::uint32_t message) const { return group_[message]; }

 private:
  CountedVector<std::uint32_t> table_;  // groups by the hash of key and destination
  CountedVector<std::uint32_t> first_;  // per group: its first message
  CountedVector<std::uint32_t> size_;
  CountedVector<std::uint32_t> group_;
};

}  // namespace pram::detail
