#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../option.hpp"
#include "../options.hpp"

/// What a command is. Each command stands in a file of its own, commands/NAME.cpp, as NAME_command, and has a row in
/// commands/commands.def.
namespace pram::tool {

struct CommandLine;

/// One of the things that a command does by name, as `pram tables combining`.
struct CommandPart {
  std::string name;
  std::string description;
  std::string examples;
  std::vector<ListedOption> options;
};

struct Command {
  const char* examples = nullptr;  ///< what help ends with; null: one for each of its parts
  const Operand* operand = nullptr;
  bool runs_another = false;                   ///< what follows its options is another program, and what that is given
  std::span<const ListedOption> options = {};  ///< in the order of help
  const std::vector<CommandPart>& (*parts)() = nullptr;  ///< one of which must be named; null: it has none
  const char* part = "table";                            ///< what one of them is, in errors
  const char* part_usage = "TABLES";                     ///< in the line of usage

  /// Whether the command keeps within --memory-limit as a process, since it runs no machine that heeds the limit
  /// itself.
  bool limits_process = false;

  bool on_ranks = false;  ///< whether several ranks may run the command together

  /// @returns the exit code
  /// @throws pram::Error
  int (*run)(const CommandLine& line) = nullptr;
};

/// What the tool is, as its help begins.
inline constexpr const char* tool_description =
    "Runs PRAM programs on an emulated parallel machine and charges what their communication costs.";
/// What its help ends with.
extern const char* const tool_examples;

/// The options that every command has, and that of the tool alone.
inline constexpr OptionRow short_help_option = {
    .flag = "-h", .value = nullptr, .group = "Other", .help = "show a short help and leave"};
inline constexpr OptionRow help_option = {
    .flag = "--help", .value = nullptr, .group = "Other", .help = "show this help and leave"};
inline constexpr OptionRow version_option = {
    .flag = "--version", .value = nullptr, .group = "Other", .help = "print the version and leave"};

/// A row of commands.def.
struct CommandRow {
  const char* name;
  const char* alias;  ///< "": none
  const char* brief;  ///< what the short help of the tool says of it; "": its name is all
  const char* description;
  const Command* command;  ///< null: the tool was linked without it
};

/// In the order of `pram --help`.
std::span<const CommandRow> command_table();

struct CommandLine {
  const Command* command = nullptr;    ///< null: help is asked for
  std::string name;                    ///< the command as it is typed: "pram tables combining"
  std::string text;                    ///< of help: the help or the version, to be printed
  std::optional<std::string> operand;  ///< a program, an operation, a list or a file, as it is typed
  std::string part;                    ///< "combining"
  std::vector<std::string> arguments;  ///< another program's command line
  Options options;
};

}  // namespace pram::tool
