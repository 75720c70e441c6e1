#include "shown_by_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "../command_line/plugin_files.hpp"
#include "../options/input.hpp"
#include "../options/output.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

/// The steps that are shown of a run without an end.
constexpr int steps_of_endless = 50;

/// A word as a shell reads it.
std::string shell_word(const std::string& word) {
  const auto plain = [](char c) {
    constexpr std::string_view signs = "-_./,:=+@%^";
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           signs.find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, plain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// Whether an option of verify is none of trace, or stands in the command anyway.
bool is_left_out(const std::string& flag) {
  constexpr std::array<std::string_view, 7> flags = {"--n",    "--seed", "--seeds",    "--runs",
                                                     "--json", "--csv",  "--max-steps"};
  return std::ranges::find(flags, flag) != flags.end();
}

}  // namespace

std::string shown_by_trace(const Options& options, const programs::Program& program,
                           const programs::CounterExample& found, std::uint64_t most_steps) {
  std::string command = fmt::format("{} trace {}", tool_name(), shell_word(program.name));
  const auto add = [&command](std::string_view flag, const std::string& value) {
    command += fmt::format(" {} {}", flag, shell_word(value));
  };
  if (options.has(option::size)) add(option::size.row.flag, options.text(option::size));
  add(option::seed.row.flag, options.text(option::seed));
  for (const auto& [flag, given] : options.given()) {
    if (given.from_file || is_left_out(flag)) continue;
    if (given.row->value == nullptr) command += " " + flag;
    for (const std::string& value : given.values) {
      if (given.row->value != nullptr) add(flag, value);
    }
  }
  const std::string plugin = plugin_of(program.name);
  if (!plugin.empty() && !options.has(option::load)) add(option::load.row.flag, plugin);
  if (found.unending) command += fmt::format(" --max-steps {} --steps {}", most_steps, steps_of_endless);
  const programs::WinnerList winners = found.winners.empty() ? programs::WinnerList{0} : found.winners;
  if (!found.winners.empty() || found.has_choices) command += " --choices " + programs::to_text(winners);
  return command;
}

}  // namespace pram::tool
