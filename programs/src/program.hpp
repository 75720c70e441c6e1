#pragma once

#include <tuple>
#include <type_traits>

#include <pram/programs/program.hpp>
#include "description.hpp"

/// How a function of a machine becomes a row of the table of programs.
namespace pram::programs {

/// The row of a program in the table.
/// @param run    runs it on the machine; its other parameters say which kind of input it takes, see KindOf
/// @param entry  what its author says of it
template <class Result, class... Parameters>
Program program(Result (*run)(Machine&, Parameters...),
                const std::type_identity_t<Description<KindOf<Parameters...>, Result>>& entry) {
  using Kind = KindOf<Parameters...>;
  static_assert(InputKind<Kind>);
  using Run = Result (*)(Machine&, Parameters...);
  const UntypedRun run_on(run, [](const void* captured, Machine& machine, const void* value) -> const void* {
    return std::apply(
        [&](auto&&... arguments) { return new Result(captured_function<Run>(captured)(machine, arguments...)); },
        Kind::arguments(*static_cast<const typename Kind::Value*>(value)));
  });
  return make_program({.name = entry.name,
                       .alias = entry.alias,
                       .what = entry.what,
                       .source = entry.source,
                       .model = entry.model,
                       .needs_more_than = entry.needs_more_than,
                       .time = entry.time,
                       .work = entry.work,
                       .letters = entry.letters,
                       .components = entry.components,
                       .size = entry.size,
                       .placement = entry.placement,
                       .access = entry.access,
                       .begins_at_source = entry.begins_at_source,
                       .against = entry.against,
                       .functions = {.kind = &Kind::untyped(),
                                     .run = run_on,
                                     .destroy = [](const void* result) { delete static_cast<const Result*>(result); },
                                     .oracle = entry.oracle,
                                     .facts = entry.facts,
                                     .steps = entry.steps,
                                     .steps_at_most = entry.steps_at_most,
                                     .work_at_most = entry.work_at_most,
                                     .degree_at_most = entry.degree_at_most,
                                     .cost = entry.cost.untyped(),
                                     .write = entry.write}});
}

}  // namespace pram::programs
