#pragma once

#include <string>
#include <string_view>
#include <vector>

/// What concurrent accesses to one cell in one step mean. Reads of a step always see the value from before it.
namespace pram {

enum class Rule {
  erew,       ///< a cell is accessed by one processor at most, in any way
  crew,       ///< any number of readers, or one writer alone
  common,     ///< CRCW: concurrent writers must agree on the value (Cell::operator=)
  arbitrary,  ///< CRCW: a winner chosen by a seeded hash of step and processor
  priority,   ///< CRCW: the lowest processor wins
  tolerant,   ///< CRCW: of two or more writers none wins, the cell keeps its value
  collision,  ///< CRCW: of two or more writers none wins, the cell gets MachineOptions::collision_marker
  sum,        ///< CRCW: the cell gets the sum of what is written; likewise the rules below
  minimum,    ///< of floating-point numbers as IEEE 754-2019 has it: NaN goes before all numbers, -0.0 is below 0.0
  maximum,    ///< likewise
  bit_and,
  bit_or,
  bit_xor,
  product,
};

/// All rules, in the order of the enumeration.
const std::vector<Rule>& rules();

/// "EREW", "CREW", "common", "arbitrary", …, "bit_and", "product": as the tool reads and prints it.
std::string to_string(Rule rule);

/// One line of explanation for lists.
std::string summary(Rule rule);

/// Reads a rule's name, or what cells and other languages call it: add, min, max, and, or, xor, multiply, mul, prod.
/// Case, _ and - do not matter.
/// @throws ConfigError with the known names
Rule rule_from(std::string_view name);

}  // namespace pram
