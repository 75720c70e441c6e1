#pragma once

#include <pram/detail/operation.hpp>

#include "rule_types.hpp"

namespace pram::detail {

/// Whether any of several such requests for a cell may be the one that stands: writes under a rule by which any writer
/// may win.
inline bool any_may_stand(const Operation& operation) {
  return operation.action == Action::write && !operation.combines() &&
         with_rule(operation.rule, [](auto rule) { return decltype(rule)::any_may_win; });
}

}  // namespace pram::detail
