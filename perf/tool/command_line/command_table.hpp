#pragma once

#include <string>
#include <vector>

#include "command_line.hpp"

/// What can be typed: commands, their options, and the help on both.
namespace pram::tool {

struct OptionRow {
  const char* flag;   ///< "--n"; or "-n,--processes", of which the first is its name
  const char* value;  ///< what stands for it in the help; null: a flag, which takes none
  const char* group;
  std::string description;
  bool repeatable = false;
  std::vector<std::string> one_of = {};  ///< the values that it may have; empty: any
};

struct CommandRow {
  Command command;  ///< help, where one of its parts must be chosen
  std::string name;
  std::string description;
  std::string examples;
  bool takes_program = false;
  std::vector<OptionRow> options;
  std::vector<CommandRow> parts = {};  ///< `pram tables combining`
  bool takes_operation = false;        ///< of collectives
  const char* alias = nullptr;         ///< a name it had before, which help does not list
  bool takes_list = false;             ///< of names, or none
  bool takes_command_line = false;     ///< what follows its options is the command line of another program
  bool takes_file = false;             ///< of JSON, as option FILE
};

/// In the order of `pram --help`.
const std::vector<CommandRow>& command_table();

inline constexpr const char* tool_examples = R"(Examples:
  pram list
  pram list programs --family graph
  pram show prefix-sums
  pram run prefix-sums --n 2^20
  pram profile connected-components --network ideal
  pram trace list-ranking-wyllie --n 16 --html trace.html
  pram compare connected-components --access direct,combining
  pram scale prefix-sums --n 2^8..2^18
  pram route --network torus:64x64 --pattern transpose
  pram patterns --degree 64 --basis 32,16,8
  pram collective all-to-all --network torus:8x8 --words 4096
  pram bsp -n 1024 --network torus:32x32 ./program arguments
  pram tables combining --runs 100
  pram tables rcn-full
  pram profile --help)";

}  // namespace pram::tool
