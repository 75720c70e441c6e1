#pragma once

#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/programs/program.hpp>
#include <pram/rule.hpp>

/// What a machine may decide where a program's model leaves it open.
namespace pram::testing {

/// The rules under which a program of this model must do what it says, its own first. Under CRCW common all writers
/// agree, and any rule leaves what they write. Under CRCW arbitrary any writer may win: the lowest one, one that a hash
/// picks, the one that writes the least or the most. Where nobody writes concurrently, any rule will do, and where
/// cells combine by requests of their own, any CRCW rule.
inline std::vector<Rule> legal_rules(const programs::Program& program) {
  if (program.model.is_bsp()) return {program.model};
  switch (program.model) {
    case Rule::erew:
    case Rule::crew: return {program.model, Rule::priority, Rule::tolerant};
    case Rule::common:
      return {Rule::common, Rule::arbitrary, Rule::priority, Rule::minimum, Rule::maximum, Rule::bit_and, Rule::bit_or};
    case Rule::arbitrary: return {Rule::arbitrary, Rule::priority, Rule::minimum, Rule::maximum};
    default: return {program.model, Rule::common, Rule::arbitrary, Rule::priority};
  }
}

/// Whether a machine refuses to combine what an array of classes holds: then that rule is no choice that it has.
inline bool is_no_choice(const Error& error) {
  return std::string(error.what()).find("holds no numbers to combine") != std::string::npos;
}

/// Whether a program of this model can see who wins: what it costs may depend on it.
inline bool sees_who_wins(const programs::Program& program) {
  return !program.model.is_bsp() && (program.model == Rule::arbitrary || program.model == Rule::common);
}

}  // namespace pram::testing
