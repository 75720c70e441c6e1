#include "scopes.hpp"

#include <fmt/format.h>

#include <pram/detail/processors/outbox.hpp>
#include <pram/error.hpp>

namespace pram::detail {

void refuse_nesting() {
  if (current_outbox == nullptr) return;
  throw Error(fmt::format("a {} starts no pardo and no spmd: pardos do not nest",
                          current_outbox->mailbox != nullptr ? "process" : "processor"));
}

RunScope::RunScope(StepContext& context, const WorkerTeam& team) : context_(context), team_(team) {
  context_.memory->begin_run();
  context_.control.begin_run();
}

RunScope::~RunScope() {
  for (const auto& worker : team_.workers) {
    worker->destroy_tasks();
    worker->mailbox = nullptr;
    worker->shown = nullptr;
  }
  context_.memory->end_run();
  context_.control.end_run();
}

RuleScope::RuleScope(StepContext& context, Rule rule) : context_(context) {
  refuse_nesting();
  context_.control.refuse_while_running("a pardo is started");
  context_.sites.judge_by(rule);
}

}  // namespace pram::detail
