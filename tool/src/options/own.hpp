#pragma once

#include <span>
#include <vector>

#include <pram/programs/program.hpp>
#include "../option.hpp"
#include "../options.hpp"

/// The options of users' own programs.
namespace pram::tool::option {

/// An option as a row of the command line, and the program that has it first.
struct OwnOption {
  OptionRow row;
  const programs::Program* program;
};

/// The programs of a user's own, in the order of lists.
std::vector<const programs::Program*> own_programs();

/// The options of all of them, each name once.
std::span<const OwnOption> own();

/// Those that a command takes beside its options: all of them, where it runs programs.
std::span<const OwnOption> own_beside(std::span<const ListedOption> options);

/// @throws ConfigError where an option has two types, one in one program and one in another
void check_own();

}  // namespace pram::tool::option

namespace pram::tool {

/// The values that are given of own options, by the types that the program's row says.
/// @throws ConfigError for a value that is none of the type, and for an option of another program
programs::Facts own_values(const Options& options, const programs::Program& program);

}  // namespace pram::tool
