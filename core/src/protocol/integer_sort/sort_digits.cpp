#include "sort_digits.hpp"

#include <algorithm>
#include <bit>

#include "../rounds/exact_count.hpp"

namespace pram::detail {

std::uint64_t digit_count_time(const SortDigits& digits, std::uint32_t components, std::uint64_t records) {
  return count_rounds({0, components, digits.values(), records, (records + components - 1) / components}).rounds.size();
}

SortDigits choose_digits(const IntegerSortOptions& options, std::uint32_t components, std::uint64_t records) {
  SortDigits chosen;
  const auto width = static_cast<std::uint32_t>(std::bit_width(std::max<std::uint64_t>(records, 2) - 1));
  chosen.bits = options.bits > 0 ? options.bits : std::min(2 * width, most_key_bits);
  if (options.digit > 0) {
    chosen.digit = options.digit;
    return chosen;
  }
  const std::uint64_t share = (records + components - 1) / components;
  std::uint64_t least = 0;
  for (SortDigits tried = chosen; tried.digit <= std::min(chosen.bits, most_digit_bits); ++tried.digit) {
    const std::uint64_t counted = digit_count_time(tried, components, records);
    const std::uint64_t charge = tried.count() * (share + counted);
    if (tried.digit == 1 || charge < least) {
      least = charge;
      chosen = tried;
    }
    // Counts grow with the digit.
    if (counted >= least) break;
  }
  return chosen;
}

}  // namespace pram::detail
