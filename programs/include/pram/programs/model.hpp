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

  constexpr bool is_bsp() const { return is_bsp_; }
  /// The weakest rule under which it runs.
  constexpr operator Rule() const { return rule_; }  // NOLINT: a machine's rule

 private:
  constexpr Model(Rule rule, bool is_bsp) : rule_(rule), is_bsp_(is_bsp) {}

  Rule rule_;
  bool is_bsp_ = false;
};

inline constexpr Model Model::bsp(Rule::erew, true);

/// "BSP", or the rule's name: "CREW", "arbitrary".
std::string to_string(Model model);

}  // namespace pram::programs
