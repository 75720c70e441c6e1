#include "options.hpp"

#include <fmt/format.h>

#include <charconv>

namespace pram::tool {

namespace {

std::optional<std::uint64_t> digits(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// factor · base^exponent, if it fits into 64 bits.
std::optional<std::uint64_t> scaled(std::uint64_t factor, std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t value = factor;
  if (value == 0 || base <= 1) return exponent == 0 ? value : value * base;
  for (; exponent > 0; --exponent) {
    if (value > std::numeric_limits<std::uint64_t>::max() / base) return std::nullopt;
    value *= base;
  }
  return value;
}

}  // namespace

std::optional<std::uint64_t> whole_number(std::string_view text) {
  const std::size_t sign = text.find_first_of("^eE");
  if (sign == std::string_view::npos) return digits(text);
  const auto left = digits(text.substr(0, sign));
  const auto right = digits(text.substr(sign + 1));
  if (!left || !right) return std::nullopt;
  return text[sign] == '^' ? scaled(1, *left, *right) : scaled(*left, 10, *right);
}

std::string Options::text(const std::string& flag, const std::string& otherwise) const {
  const auto place = values_.find(flag);
  return place == values_.end() ? otherwise : place->second;
}

std::uint64_t Options::checked(const std::string& flag, std::uint64_t least, std::uint64_t most) const {
  const std::string& given = values_.at(flag);
  const auto value = whole_number(given);
  if (value && *value >= least && *value <= most) return *value;
  const std::string end = most == std::numeric_limits<std::uint64_t>::max() ? "2^64 - 1" : std::to_string(most);
  throw ConfigError(flag, given, fmt::format("a whole number from {} to {}, as 64, 2^6 or 1e3", least, end));
}

}  // namespace pram::tool
