#include <pram/spec.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include <pram/error.hpp>
#include <pram/registry.hpp>

namespace pram {

Spec::Spec(std::string given) : text(std::move(given)) {
  const std::size_t sign = text.find_first_of(":,");
  if (sign == std::string::npos || sign + 1 == text.size()) {
    name = text;  // "torus:" is a name that no part has
    return;
  }
  name = text.substr(0, sign);
  for (const std::string_view item : split(std::string_view(text).substr(sign + 1), ',')) {
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos) {
      values_first = values_first && options.empty();
      values.emplace_back(item);
    } else {
      options.push_back({std::string(item.substr(0, equals)), std::string(item.substr(equals + 1))});
    }
  }
}

void Spec::refuse(const std::string& part, const std::string& allowed) const { throw ConfigError(part, text, allowed); }

void Spec::refuse_arguments(const std::string& part) const {
  if (!values.empty() || !options.empty()) refuse(part, name + " takes no arguments");
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  std::uint64_t number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  return code == std::errc::result_out_of_range ? std::numeric_limits<std::uint64_t>::max() : number;
}

std::optional<double> real_number(std::string_view text) {
  double number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = code == std::errc() && end == text.data() + text.size();
  return whole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

bool same_name(std::string_view one, std::string_view other) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(one, other, {}, lower, lower);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool take_line(std::string_view& text, std::string_view& line) {
  if (text.empty()) return false;
  const std::size_t end = text.find('\n');
  line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return true;
}

}  // namespace pram

namespace pram::detail {

namespace {

/// The least number that counts as above 0. Quotients by smaller ones might be infinite.
constexpr double least_above_zero = 1e-9;

}  // namespace

std::uint64_t OptionRange::read(const std::string& part, const Spec& spec, const std::string& value) const {
  if (!words.empty()) {
    const auto place = std::ranges::find_if(words, [&](const std::string& word) { return same_name(word, value); });
    if (place == words.end()) spec.refuse(part, fmt::format("{}= with {}", name, allowed_names(value, words)));
    return static_cast<std::uint64_t>(place - words.begin());
  }
  if (real) {
    const auto number = real_number(value);
    if (!number || *number < (above_zero ? least_above_zero : 0))
      spec.refuse(part, fmt::format("{}= with a number {}", name, above_zero ? "above 0" : "of at least 0"));
    return std::bit_cast<std::uint64_t>(*number);
  }
  const auto number = whole_number(value);
  if (!number || *number < least || *number > most)
    spec.refuse(part, fmt::format("{}= with a whole number from {} to {}", name, least, most));
  return *number;
}

std::string OptionRange::text(std::uint64_t value) const {
  if (real) return fmt::format("{}", std::bit_cast<double>(value));
  return words.empty() ? std::to_string(value) : words[value];
}

void refuse_option(const std::string& part, const Spec& spec, const std::string& name,
                   const std::vector<std::string>& known) {
  spec.refuse(part, "options " + allowed_names(name, known));
}

}  // namespace pram::detail
