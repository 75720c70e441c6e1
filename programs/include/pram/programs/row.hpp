#pragma once

#include <type_traits>

#include <pram/programs/program.hpp>
#include <pram/programs/row/description.hpp>

/// How a function of a machine becomes a row of the table of programs.
namespace pram::programs {

/// The row of a program in the table: `program<MatrixPairs>(matrix_product, {.name = "matrix-product", …})`.
/// @tparam Kind  the kind of input that it takes
/// @param run    runs it on the machine; behind the machine it takes an input, or the members of one
/// @param entry  what its author says of it
template <InputKind Kind, class Result, class... Parameters>
Program program(Result (*run)(Machine&, Parameters...), const std::type_identity_t<Description<Kind, Result>>& entry) {
  using Run = Result (*)(Machine&, Parameters...);
  const UntypedRun run_on(run, [](const void* captured, Machine& machine, const void* value) -> const void* {
    return new Result(call_with_input<Kind>(captured_function<Run>(captured),
                                            *static_cast<const typename Kind::Value*>(value), machine));
  });
  return make_program({.name = entry.name,
                       .alias = entry.alias,
                       .what = entry.what,
                       .columns = entry.columns.empty() ? entry.write.columns() : entry.columns,
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
                       .pointers = entry.pointers,
                       .options = entry.options,
                       .begins_at_source = entry.begins_at_source,
                       .against = entry.against,
                       .functions = {.kind = &untyped_kind<Kind>(),
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
