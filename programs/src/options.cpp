#include <pram/programs/row/options.hpp>

#include <fmt/format.h>

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

/// @throws ConfigError if the option cannot have the value
void check_value(const ProgramOption& option, const FactValue& value) {
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
  if (text != nullptr && !option.one_of.empty() && std::ranges::find(option.one_of, *text) == option.one_of.end())
    refuse(allowed_names(*text, option.one_of));
}

std::string flags_of(std::span<const ProgramOption> options) {
  std::string flags;
  for (const ProgramOption& option : options) flags += (flags.empty() ? "--" : ", --") + option.name;
  return flags;
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
    if (option == options.end()) {
      throw ConfigError("--" + name, shown_value(value),
                        options.empty() ? "nothing: the program has no options of its own"
                                        : "nothing: the program's own options are " + flags_of(options));
    }
    check_value(*option, value);
    values_[static_cast<std::size_t>(option - options.begin())].second = value;
  }
}

bool OptionValues::flag(std::string_view name) const { return value_of<bool>(values_, name); }
std::int64_t OptionValues::number(std::string_view name) const { return value_of<std::int64_t>(values_, name); }
double OptionValues::real(std::string_view name) const { return value_of<double>(values_, name); }
const std::string& OptionValues::text(std::string_view name) const { return value_of<std::string>(values_, name); }

}  // namespace pram::programs
