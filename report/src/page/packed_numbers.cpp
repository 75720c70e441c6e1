#include "packed_numbers.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pram::report {

namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bits as letters of six each.
class LetterWriter {
 public:
  void add(bool bit) {
    digit_ = 2 * digit_ + (bit ? 1 : 0);
    if (++bits_ < 6) return;
    text_ += letters[digit_];
    digit_ = 0;
    bits_ = 0;
  }

  std::string text() && {
    while (bits_ > 0) add(false);
    return std::move(text_);
  }

 private:
  std::string text_;
  std::size_t digit_ = 0;
  int bits_ = 0;
};

/// The shift by which numbers take fewest bits.
unsigned best_shift(std::span<const std::uint64_t> numbers, std::uint64_t least, std::uint64_t most) {
  unsigned best = 0;
  double fewest = std::numeric_limits<double>::infinity();
  for (unsigned shift = 0; shift <= static_cast<unsigned>(std::bit_width(most - least)) && shift < 64; ++shift) {
    double bits = 0;  // may be more than 2^64
    for (const std::uint64_t number : numbers) bits += static_cast<double>((number - least) >> shift) + 1 + shift;
    if (bits < fewest) best = shift;
    fewest = std::min(fewest, bits);
  }
  return best;
}

}  // namespace

Record packed_numbers(std::span<const std::uint64_t> numbers) {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  if (!numbers.empty()) {
    const auto [first, last] = std::ranges::minmax_element(numbers);
    least = *first;
    most = *last;
  }
  const unsigned shift = best_shift(numbers, least, most);
  LetterWriter writer;
  for (const std::uint64_t number : numbers) {
    for (std::uint64_t ones = (number - least) >> shift; ones > 0; --ones) writer.add(true);
    writer.add(false);
    for (unsigned bit = shift; bit-- > 0;) writer.add((((number - least) >> bit) & 1U) != 0);
  }
  return {{"least", least},
          {"shift", std::uint64_t{shift}},
          {"count", std::uint64_t{numbers.size()}},
          {"digits", std::move(writer).text()}};
}

Record packed_differences(std::span<const std::optional<std::uint64_t>> numbers) {
  std::vector<std::uint64_t> codes;
  std::uint64_t before = 0;
  for (const std::optional<std::uint64_t>& number : numbers) {
    const std::uint64_t now = number ? *number + 1 : 0;
    codes.push_back(now >= before ? 2 * (now - before) : 2 * (before - now) - 1);
    before = now;
  }
  return packed_numbers(codes);
}

}  // namespace pram::report
