#include "plugin_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <string_view>

#include "../options/input.hpp"
#include "../parts.hpp"
#include "../tool_name.hpp"
#include "command.hpp"

namespace pram::tool {

namespace {

/// The command that a command line names; null: none, or one that takes no plug-in.
const CommandRow* command_that_loads(const std::vector<std::string>& words) {
  if (words.size() < 2) return nullptr;
  for (const CommandRow& row : command_table()) {
    const bool named = words[1] == row.name || (*row.alias != '\0' && words[1] == row.alias);
    if (!named || row.command == nullptr) continue;
    const bool loads =
        std::ranges::find(row.command->options, &option::load.row, &ListedOption::row) != row.command->options.end();
    return loads ? &row : nullptr;
  }
  return nullptr;
}

/// Whether a word is an option that takes the next one as its value.
bool takes_next(const Command& command, std::string_view word) {
  const auto found =
      std::ranges::find_if(command.options, [&](const ListedOption& listed) { return name_of(*listed.row) == word; });
  return found != command.options.end() && found->row->value != nullptr;
}

/// What stands where a command takes a program.
enum class Word { program, file, bare_file };

Word kind_of(std::string_view word) {
  if (!word.ends_with(".so")) return Word::program;
  return word.find('/') == std::string_view::npos ? Word::bare_file : Word::file;
}

bool takes_program(const Command& command) {
  return command.operand != nullptr && std::string_view(command.operand->name) == option::program.name;
}

/// The files that were named, by the programs that each has.
std::map<std::string, std::string, std::less<>> named_files;

std::vector<std::string> load(const std::string& file) {
  std::vector<std::string> names = needed(tool_parts.load_plugin, "plug-ins")(file);
  for (const std::string& name : names) named_files.insert_or_assign(name, file);
  return names;
}

/// The one program of a plug-in.
std::string only_program(const std::string& command, const std::string& file) {
  const std::vector<std::string> names = load(file);
  if (names.size() == 1) return names.front();
  throw UsageError(fmt::format("{0}: {1} has several programs, {2}: name one of them, as in {0} {3} {4} {1}", command,
                               file, fmt::join(names, ", "), names.front(), option::load.row.flag));
}

}  // namespace

std::string plugin_of(std::string_view program) {
  const auto found = named_files.find(program);
  return found == named_files.end() ? std::string() : found->second;
}

void load_named_plugins(std::vector<std::string>& words) {
  const CommandRow* const row = command_that_loads(words);
  if (row == nullptr) return;
  const std::string command = tool_name() + " " + row->name;
  const std::string flag = option::load.row.flag;
  const bool programs = takes_program(*row->command);
  for (std::size_t k = 2; k < words.size() && words[k] != "--"; ++k) {
    if (words[k].starts_with(flag + "=")) {
      load(words[k].substr(flag.size() + 1));
    } else if (takes_next(*row->command, words[k])) {
      ++k;
      if (words[k - 1] == flag && k < words.size()) load(words[k]);
    } else if (programs && !words[k].starts_with('-') && kind_of(words[k]) == Word::file) {
      words[k] = only_program(command, words[k]);
    } else if (programs && !words[k].starts_with('-') && kind_of(words[k]) == Word::bare_file) {
      throw UsageError(fmt::format("{0}: {1} is no program; a plug-in is named with its folder: ./{2}", command,
                                   in_quotes(words[k]), words[k]));
    }
  }
}

}  // namespace pram::tool
