#include <pram/option_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include <pram/registry.hpp>

namespace pram::detail {

namespace {

/// The least number that counts as above 0. Quotients by smaller ones might be infinite.
constexpr double least_above_zero = 1e-9;

}  // namespace

std::uint64_t OptionRange::read(const std::string& part, const Spec& spec, const std::string& value) const {
  if (!words.empty()) {
    const auto place = std::ranges::find(words, value);
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
