#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../options.hpp"

namespace pram::tool {

enum class Command {
  help,
  list,
  show,
  run,
  profile,
  trace,
  compare,
  scale,
  route,
  probe,
  patterns,
  collective,
  table,
  bsp,
  report
};

struct CommandLine {
  Command command = Command::help;
  std::string name;                    ///< the command as it is typed: "pram tables combining"
  std::string text;                    ///< of help: the help or the version, to be printed
  std::string program;                 ///< of show, run, profile, trace, compare and scale
  std::optional<std::string> list;     ///< of list; none: all of them
  std::string operation;               ///< of collective
  std::string table;                   ///< of tables
  std::vector<std::string> arguments;  ///< of bsp: a program of the host, and what it is given
  Options options;
};

/// Reads a command line.
/// @throws UsageError if it is not understood, with the nearest name if there is one
/// @throws ConfigError if the value of an option is not allowed
CommandLine parse(int count, const char* const* arguments);

/// The flag of the option that a ConfigError names: "--max-steps" for "max_steps". A name without a flag stays as it
/// is.
std::string flag_of(const std::string& option);

}  // namespace pram::tool
