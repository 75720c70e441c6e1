#pragma once

#include <pram/rule.hpp>

#include "../../processors/worker_team.hpp"
#include "../context/step_context.hpp"

namespace pram::detail {

/// @throws Error: a processor or a process starts a run
void refuse_nesting();

/// The machine runs processors of a team as long as it lives, and ends what is left of them.
class RunScope {
 public:
  RunScope(StepContext& context, const WorkerTeam& team);
  ~RunScope();
  RunScope(const RunScope&) = delete;
  RunScope& operator=(const RunScope&) = delete;

 private:
  StepContext& context_;
  const WorkerTeam& team_;
};

/// Sets another rule than the machine's own, as long as it lives.
class RuleScope {
 public:
  /// @throws Error, if a processor asks
  RuleScope(StepContext& context, Rule rule);
  ~RuleScope() { context_.sites.judge_by(context_.options.rule); }
  RuleScope(const RuleScope&) = delete;
  RuleScope& operator=(const RuleScope&) = delete;

 private:
  StepContext& context_;
};

}  // namespace pram::detail
