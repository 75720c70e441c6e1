#include "own.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <pram/spec.hpp>
#include "input.hpp"

namespace pram::tool {

namespace {

using programs::Program;
using programs::ProgramOption;

/// What stands for a value in help; null of a flag.
const char* value_word(const ProgramOption& option) {
  constexpr const char* words[] = {nullptr, "N", "X", "TEXT"};
  return words[option.otherwise.index()];
}

std::string usual_value(const ProgramOption& option) {
  struct Show {
    std::string operator()(bool) const { return ""; }
    std::string operator()(std::int64_t number) const { return fmt::format(" ({})", number); }
    std::string operator()(double number) const { return fmt::format(" ({})", number); }
    std::string operator()(const std::string& text) const { return text.empty() ? "" : fmt::format(" ({})", text); }
  };
  return std::visit(Show{}, static_cast<const programs::FactValue::Variant&>(option.otherwise));
}

/// Rows with the texts to which they point.
struct OwnRows {
  std::deque<std::string> texts;
  std::vector<option::OwnOption> rows;
};

OwnRows made_rows() {
  OwnRows made;
  const auto kept = [&](std::string text) { return made.texts.emplace_back(std::move(text)).c_str(); };
  for (const Program* const program : option::own_programs()) {
    for (const ProgramOption& option : program->options) {
      const std::string flag = "--" + option.name;
      const auto known = std::ranges::find_if(made.rows, [&](const auto& one) { return one.row.flag == flag; });
      const char* const word = value_word(option);
      if (known == made.rows.end()) {
        made.rows.push_back({{.flag = kept(flag),
                              .value = word,
                              .group = "Options of programs",
                              .help = kept(fmt::format("{}{}, of {}", option.what, usual_value(option), program->name)),
                              .brief = kept(option.what)},
                             program});
      } else {
        known->row.help =
            kept(fmt::format("{}; {}{}, of {}", known->row.help, option.what, usual_value(option), program->name));
      }
    }
  }
  return made;
}

/// A whole number, which may have a sign.
std::optional<std::int64_t> signed_number(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::optional<std::uint64_t> size = whole_number(text.substr(negative ? 1 : 0));
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!size || *size > most) return std::nullopt;
  return negative ? -static_cast<std::int64_t>(*size) : static_cast<std::int64_t>(*size);
}

programs::FactValue read_value(const ProgramOption& option, const std::string& typed) {
  const auto refuse = [&](const char* allowed) { throw ConfigError("--" + option.name, typed, allowed); };
  if (option.is_flag()) return true;
  if (std::holds_alternative<std::int64_t>(option.otherwise)) {
    const std::optional<std::int64_t> number = signed_number(typed);
    if (!number) refuse("a whole number, as 4096, 2^12 or 1e6");
    return *number;
  }
  if (std::holds_alternative<double>(option.otherwise)) {
    const std::optional<double> number = real_number(typed);
    if (!number) refuse("a number, as 0.5 or 1e-3");
    return *number;
  }
  return typed;
}

}  // namespace

std::vector<const Program*> option::own_programs() {
  std::vector<const Program*> all;
  for (const programs::ProgramName& name : programs::program_names()) {
    // A bundled program is not made for this.
    if (name.family == programs::own_family) all.push_back(&programs::find_program(name.name));
  }
  return all;
}

std::span<const option::OwnOption> option::own() {
  static const OwnRows made = made_rows();
  return made.rows;
}

std::span<const option::OwnOption> option::own_beside(std::span<const ListedOption> options) {
  // What runs programs takes the shape of their input.
  if (std::ranges::find(options, &shape.row, &ListedOption::row) == options.end()) return {};
  return own();
}

void option::check_own() {
  for (const OwnOption& one : own()) {
    for (const Program* const other : own_programs()) {
      for (const ProgramOption& option : other->options) {
        if ("--" + option.name == one.row.flag && value_word(option) != one.row.value) {
          throw ConfigError("option of program " + other->name, option.name,
                            fmt::format("an option of the type that it has in program {}", one.program->name));
        }
      }
    }
  }
}

programs::Facts own_values(const Options& options, const Program& program) {
  programs::Facts values;
  for (const option::OwnOption& one : option::own()) {
    if (!options.has(one.row)) continue;
    const std::string name = std::string(one.row.flag).substr(2);
    const auto known = std::ranges::find(program.options, name, &ProgramOption::name);
    const std::string typed = options.text(one.row);
    if (known == program.options.end()) {
      throw ConfigError(
          one.row.flag, typed,
          fmt::format("nothing, for {} has no such option; it is of {}", program.name, one.program->name));
    }
    values.emplace_back(name, read_value(*known, typed));
  }
  return values;
}

}  // namespace pram::tool
