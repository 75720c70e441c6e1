#pragma once

#include <cstdint>

/// The digits by which access integer-sort sorts.
namespace pram::detail {

/// The numbers of the options; 0: chosen in every step.
struct IntegerSortOptions {
  std::uint32_t bits = 0;   ///< K, of a key
  std::uint32_t digit = 0;  ///< w, of a digit
};

inline constexpr std::uint32_t most_key_bits = 64;
inline constexpr std::uint32_t most_digit_bits = 16;

/// The digits of one step's keys, the least significant first.
struct SortDigits {
  std::uint32_t bits = 1;   ///< K
  std::uint32_t digit = 1;  ///< w

  std::uint32_t count() const { return (bits + digit - 1) / digit; }
  std::uint32_t values() const { return 1U << digit; }

  std::uint32_t of(std::uint64_t key, std::uint32_t level) const {
    return static_cast<std::uint32_t>(key >> (level * digit)) & (values() - 1);
  }
  /// The key without the digits above this one.
  std::uint64_t up_to(std::uint64_t key, std::uint32_t level) const {
    const std::uint32_t kept = (level + 1) * digit;
    return kept < most_key_bits ? key & ((std::uint64_t{1} << kept) - 1) : key;
  }
};

/// Chooses what the options leave open for at most this many records: keys of 2 ⌈log₂ v⌉ bits, and the digits by which
/// sorting is charged least.
SortDigits choose_digits(const IntegerSortOptions& options, std::uint32_t components, std::uint64_t records);

/// The supersteps of the count of one digit: each component has a number of each of the digit's values.
std::uint64_t digit_count_time(const SortDigits& digits, std::uint32_t components, std::uint64_t records);

}  // namespace pram::detail
