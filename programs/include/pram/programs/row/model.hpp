#pragma once

#include <string>

#include <pram/rule.hpp>

namespace pram::programs {

/// The model that a program is written for: a PRAM under a rule for concurrent accesses, or BSP.
class Model {
 public:
  constexpr Model(Rule rule) : rule_(rule) {}  // NOLINT: `.model = Rule::crew`

  /// Processes that communicate by supersteps. No two of them put into one element in a superstep: any rule will do.
  static const Model bsp;
  /// A CRCW whose processors learn, besides, what those before them have added to a cell: by requests of the cell's
  /// own, which count under every CRCW rule.
  static const Model multiprefix;
  /// CRCW arbitrary with requests of the cell's own for the minimum.
  static const Model arbitrary_and_minimum;

  constexpr bool is_bsp() const { return kind_ == Kind::bsp; }
  /// Whether the model is a PRAM with nothing beside its rule.
  constexpr bool is_rule() const { return kind_ == Kind::rule; }
  friend std::string to_string(Model model);
  /// The weakest rule under which the program runs.
  constexpr operator Rule() const { return rule_; }  // NOLINT: a machine's rule

 private:
  enum class Kind : unsigned char { rule, bsp, multiprefix, arbitrary_and_minimum };

  constexpr Model(Rule rule, Kind kind) : rule_(rule), kind_(kind) {}

  Rule rule_;
  Kind kind_ = Kind::rule;
};

inline constexpr Model Model::bsp(Rule::erew, Kind::bsp);
inline constexpr Model Model::multiprefix(Rule::sum, Kind::multiprefix);
inline constexpr Model Model::arbitrary_and_minimum(Rule::arbitrary, Kind::arbitrary_and_minimum);

/// "BSP", "multiprefix", "arbitrary and minimum", or the rule's name: "CREW", "arbitrary".
std::string to_string(Model model);

}  // namespace pram::programs
