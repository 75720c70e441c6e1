#include <pram/programs/row/options.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <variant>

#include <pram/error.hpp>
#include <pram/registry.hpp>

namespace pram::programs {

namespace {

std::string shown_value(const FactValue& value) {
  struct Show {
    std::string operator()(bool yes) const { return yes ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return fmt::format("{}", number); }
    std::string operator()(double number) const { return fmt::format("{}", number); }
    std::string operator()(const std::string& text) const { return text; }
  };
  return std::visit(Show{}, static_cast<const FactValue::Variant&>(value));
}

constexpr const char* type_names[] = {"a flag, which takes no value", "a whole number", "a number", "a text"};

/// The value as the program gets it: a word as `one_of` has it.
/// @throws ConfigError if the option cannot have the value
FactValue checked_value(const ProgramOption& option, const FactValue& value) {
  const auto refuse = [&](const std::string& allowed) {
    throw ConfigError("--" + option.name, shown_value(value), allowed);
  };
  if (value.index() != option.otherwise.index()) refuse(type_names[option.otherwise.index()]);
  if (const auto* const number = std::get_if<std::int64_t>(&value)) {
    if (*number < option.least || *number > option.most)
      refuse(option.most == std::numeric_limits<std::int64_t>::max()
                 ? fmt::format("a whole number from {} on", option.least)
                 : fmt::format("a whole number from {} to {}", option.least, option.most));
  }
  const auto* const text = std::get_if<std::string>(&value);
  if (text == nullptr || option.one_of.empty()) return value;
  const std::string* const known = known_name(*text, option.one_of);
  if (known == nullptr) refuse(allowed_names(*text, option.one_of));
  return *known;
}

/// What is allowed instead of an option that the program has not.
std::string allowed_flags(const std::string& flag, std::span<const ProgramOption> options) {
  if (options.empty()) return "nothing: the program has no options of its own";
  std::vector<std::string> flags;
  for (const ProgramOption& option : options) flags.push_back("--" + option.name);
  const std::string near = nearest_name(flag, flags);
  return fmt::format("nothing: the program's own options are {}{}", fmt::join(flags, ", "),
                     near.empty() ? "" : fmt::format("; did you mean {}?", near));
}

template <class T>
const T& value_of(const Facts& values, std::string_view name) {
  for (const auto& [known, value] : values) {
    const T* const of_type = std::get_if<T>(&value);
    if (known == name && of_type != nullptr) return *of_type;
  }
  std::vector<std::string> names;
  for (const auto& [known, value] : values) {
    if (std::holds_alternative<T>(value)) names.push_back(known);
  }
  throw ConfigError(
      "option", std::string(name),
      names.empty() ? "an option of the program's row, with a default of this type" : allowed_names(name, names));
}

}  // namespace

OptionValues::OptionValues(std::span<const ProgramOption> options) {
  for (const ProgramOption& option : options) values_.emplace_back(option.name, option.otherwise);
}

OptionValues::OptionValues(std::span<const ProgramOption> options, const Facts& given) : OptionValues(options) {
  for (const auto& [name, value] : given) {
    const auto option = std::ranges::find(options, name, &ProgramOption::name);
    if (option == options.end())
      throw ConfigError("--" + name, shown_value(value), allowed_flags("--" + name, options));
    values_[static_cast<std::size_t>(option - options.begin())].second = checked_value(*option, value);
  }
}

bool OptionValues::flag(std::string_view name) const { return value_of<bool>(values_, name); }
std::int64_t OptionValues::number(std::string_view name) const { return value_of<std::int64_t>(values_, name); }
double OptionValues::real(std::string_view name) const { return value_of<double>(values_, name); }
const std::string& OptionValues::text(std::string_view name) const { return value_of<std::string>(values_, name); }

}  // namespace pram::programs
