#pragma once

#include <cstddef>
#include <string>

#include "command.hpp"

/// What -h prints: a screen of the most used, where --help has all.
namespace pram::tool {

/// The lines that it has at most, and that a screen has.
inline constexpr std::size_t short_help_lines = 24;

/// Of the tool itself.
/// @param usage  its line of usage, with its end
std::string short_help(const std::string& usage);

/// Of a command, or of one of its parts.
/// @param name  as it is typed: "pram tables combining"
/// @param part  null: the command itself
std::string short_help(const std::string& usage, const std::string& name, const CommandRow& row,
                       const CommandPart* part);

}  // namespace pram::tool
