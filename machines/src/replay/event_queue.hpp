#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pram::detail {

/// Numbers with times, taken out in the order of time. A radix heap (Ahuja, Mehlhorn, Orlin, Tarjan: Faster algorithms
/// for the shortest path problem, J. ACM 37, 1990) with digits of 6 bits: a bucket has what differs from the time taken
/// last in the same digit first, and has the same value there. So an entry is moved at most once a digit.
template <class Entry>
class EventQueue {
 public:
  static constexpr std::uint64_t never = UINT64_MAX;

  /// The least time; never: the queue is empty.
  std::uint64_t next() const {
    if (levels_ == 0) return never;
    const auto level = static_cast<std::size_t>(std::countr_zero(levels_));
    return buckets_[level][first_bucket(level)].least;
  }

  /// @param time  not before the one taken last
  void push(std::uint64_t time, const Entry& entry) {
    const std::uint64_t differs = time ^ taken_;
    const std::size_t level = differs == 0 ? 0 : (static_cast<std::size_t>(std::bit_width(differs)) - 1) / digit_bits;
    const std::size_t digit = (time >> (level * digit_bits)) % digit_values;
    Bucket& bucket = buckets_[level][digit];
    bucket.least = std::min(bucket.least, time);
    bucket.entries.emplace_back(time, entry);
    used_[level] |= std::uint64_t{1} << digit;
    levels_ |= 1U << level;
  }

  /// Takes out all entries of time next(), in the order in which they were pushed.
  /// @param take  is called with each
  template <class Take>
  void take_next(const Take& take) {
    const auto level = static_cast<std::size_t>(std::countr_zero(levels_));
    const std::size_t digit = first_bucket(level);
    Bucket& bucket = buckets_[level][digit];
    taken_ = bucket.least;
    bucket.least = never;
    used_[level] &= ~(std::uint64_t{1} << digit);
    if (used_[level] == 0) levels_ &= ~(1U << level);
    moving_.swap(bucket.entries);
    for (const auto& [time, entry] : moving_) {
      if (time == taken_) {
        take(entry);
      } else {
        push(time, entry);
      }
    }
    moving_.clear();
  }

 private:
  static constexpr std::size_t digit_bits = 6;
  static constexpr std::size_t digit_values = std::size_t{1} << digit_bits;
  static constexpr std::size_t digits = 11;

  struct Bucket {
    std::uint64_t least = never;
    std::vector<std::pair<std::uint64_t, Entry>> entries = {};
  };

  std::size_t first_bucket(std::size_t level) const { return static_cast<std::size_t>(std::countr_zero(used_[level])); }

  std::array<std::array<Bucket, digit_values>, digits> buckets_ = {};
  std::array<std::uint64_t, digits> used_ = {};  // bits for buckets with entries
  std::uint32_t levels_ = 0;                     // bits for digits with such buckets
  std::uint64_t taken_ = 0;
  std::vector<std::pair<std::uint64_t, Entry>> moving_;
};

}  // namespace pram::detail
