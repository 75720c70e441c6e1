#include "options.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <limits>

#include <pram/report/detail/value/text.hpp>

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

std::optional<std::uint64_t> bytes(std::string_view text) {
  const std::size_t end = text.find_last_of("0123456789");
  if (end == std::string_view::npos) return std::nullopt;
  const std::optional<std::uint64_t> number = whole_number(text.substr(0, end + 1));
  std::string unit(text.substr(end + 1));
  for (char& letter : unit) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  if (!number) return std::nullopt;
  if (unit.empty() || unit == "b") return number;
  constexpr std::string_view prefixes = "kmgt";
  const std::size_t prefix = prefixes.find(unit[0]);
  const std::string rest = unit.substr(1);
  if (prefix == std::string_view::npos || (!rest.empty() && rest != "b" && rest != "ib")) return std::nullopt;
  return scaled(*number, rest == "b" ? 1000 : 1024, prefix + 1);
}

std::string in_quotes(const std::string& value) {
  constexpr std::size_t longest = 60;
  return fmt::format("'{}'", report::shortened(report::printable(value), longest));
}

void Options::set(const OptionRow& row, std::string value) {
  Given& given = given_.try_emplace(name_of(row), Given{&row, {}, false}).first->second;
  if (!row.repeatable) given.values.clear();
  given.values.push_back(std::move(value));
}

void Options::set_from_file(const OptionRow& row, std::string value) {
  given_.insert_or_assign(name_of(row), Given{&row, {std::move(value)}, true});
}

bool Options::has(const OptionRow& row) const { return given_.contains(name_of(row)); }

bool Options::typed(const OptionRow& row) const {
  const auto place = given_.find(name_of(row));
  return place != given_.end() && !place->second.from_file;
}

std::vector<std::string> Options::operator[](const Option<std::vector<std::string>>& option) const {
  const auto place = given_.find(name_of(option.row));
  return place == given_.end() ? std::vector<std::string>() : place->second.values;
}

std::string Options::text(const std::string& flag, const std::string& otherwise) const {
  const auto place = given_.find(flag);
  return place == given_.end() || place->second.row->repeatable ? otherwise : place->second.values.back();
}

std::string Options::text(const OptionRow& row, const std::string& otherwise) const {
  return text(name_of(row), otherwise);
}

std::uint64_t Options::whole(const OptionRow& row, std::uint64_t least, std::uint64_t most) const {
  const std::string given = text(row);
  const auto value = whole_number(given);
  if (value && *value >= least && *value <= most) return *value;
  const std::string end = most == std::numeric_limits<std::uint64_t>::max() ? "2^64 - 1" : std::to_string(most);
  throw ConfigError(name_of(row), given, fmt::format("a whole number from {} to {}, as 64, 2^6 or 1e3", least, end));
}

std::uint64_t Options::bytes_of(const OptionRow& row, std::uint64_t otherwise) const {
  if (!has(row)) return otherwise;
  const std::string given = text(row);
  if (const auto value = bytes(given)) return *value;
  throw ConfigError(name_of(row), given, "a whole number of bytes up to 2^64 - 1, as 512M, 2G, 1GiB or 2^30");
}

}  // namespace pram::tool
