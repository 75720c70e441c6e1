#pragma once

#include "../command_line/command_line.hpp"

/// What each command does. All return the exit code, or throw pram::Error.
namespace pram::tool {

int list(const CommandLine& line);
int show(const CommandLine& line);
int run(const CommandLine& line);
int trace(const CommandLine& line);
int compare(const CommandLine& line);
int scale(const CommandLine& line);
int route(const CommandLine& line);
int probe(const CommandLine& line);
int request_patterns(const CommandLine& line);
int collective(const CommandLine& line);
int bsp(const CommandLine& line);
int report(const CommandLine& line);
int table(const CommandLine& line);

}  // namespace pram::tool
