#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What concurrent accesses to one cell in one step mean. Reads of a step always see the value from before it.
namespace pram {

// Defined outside of the enumeration, for Doxygen takes macros inside for values.
#define PRAM_RULE(rule, ...) rule,
#define PRAM_OPERATOR(Type, rule, ...) rule,
/// `erew` and `crew` refuse accesses that they do not allow. All others are CRCW: any number of processors may access a
/// cell. `common` refuses writers that disagree. `sum` to `bit_xor` combine what is written (operators.hpp). summary()
/// says what each one does.
enum class Rule : std::uint8_t {
#include <pram/detail/rules.def>
};

/// All rules, in the order of the enumeration.
const std::vector<Rule>& rules();

/// "EREW", "CREW", "common", "arbitrary", …, "bit_xor": as the tool reads and prints it.
std::string to_string(Rule rule);

/// One line of explanation for lists.
std::string summary(Rule rule);

/// Reads a rule's name, or what cells and other languages call it: add, min, max, and, or, xor, multiply, mul, prod.
/// Case, _ and - do not matter.
/// @throws ConfigError with the known names
Rule rule_from(std::string_view name);

}  // namespace pram
