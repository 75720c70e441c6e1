#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

#include "input/graph/graph_formats.hpp"

namespace pram::programs {

namespace {

/// What is wrong with a weight; null if nothing is.
const char* wrong_with(std::string_view word, double value, std::errc error) {
  const bool negative = word.front() == '-';
  if (error == std::errc::result_out_of_range) {
    if (word.find("e-") != std::string_view::npos || word.find("E-") != std::string_view::npos) return "a fraction";
    return negative ? "negative" : "too large";
  }
  if (error != std::errc{} || std::isnan(value)) return "no number";
  if (value < 0) return "negative";
  if (value > largest_weight) return "too large";
  return value == std::floor(value) ? nullptr : "a fraction";
}

}  // namespace

std::uint32_t read_weight(Scanner& scanner) {
  const std::string_view word = scanner.word();
  if (word.empty()) scanner.fail("the weight of the edge is missing");
  std::string_view digits = word;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  double value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (end != digits.data() + digits.size()) error = std::errc::invalid_argument;
  if (const char* const wrong = wrong_with(digits, value, error)) {
    scanner.fail(fmt::format("the weight {} of the edge is {}: whole numbers from 0 to {} are allowed", in_quotes(word),
                             wrong, largest_weight));
  }
  return static_cast<std::uint32_t>(value);
}

}  // namespace pram::programs
