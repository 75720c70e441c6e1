#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>

#include <pram/detail/poll.hpp>
#include <pram/programs/program.hpp>
#include "description.hpp"

/// How a function of a machine becomes a row of the table of programs.
namespace pram::programs {

namespace detail {

/// A program with its input.
template <class Kind, class Result, class Run>
class InputJob final : public Job {
 public:
  using Value = typename Kind::Value;
  using Entry = std::shared_ptr<const Description<Kind, Result>>;

  InputJob(Entry entry, Run run, const InputRequest& request) : entry_(std::move(entry)), run_(run) {
    NamedInput<Value> made = make_input<Kind>(request, entry_->size);
    if constexpr (BeginsSomewhere<Kind>) Kind::begin_at(made.value, request.source);
    source_ = std::move(made.source);
    value_ = std::make_shared<const Value>(std::move(made.value));
  }

  InputFacts input() const override {
    InputFacts facts{source_, Kind::sizes(*value_)};
    if constexpr (requires { Kind::read_as(*value_); }) facts.read_as = Kind::read_as(*value_);
    return facts;
  }

  Outcome run(Machine& machine) const override {
    const auto result = std::make_shared<const Result>(run_(machine, *value_));
    poll("checking the result");
    Verdict verdict = entry_->oracle(*value_, *result);
    Facts facts = entry_->facts(*value_, *result);
    std::ranges::move(verdict.facts, std::back_inserter(facts));
    return {verdict.right,
            entry_->against,
            std::move(facts),
            [entry = entry_, value = value_, result](std::ostream& out) { entry->write(out, *value, *result); },
            {entry_->steps(*value_, *result), entry_->steps_at_most(*value_, *result),
             entry_->work_at_most(*value_, *result), entry_->degree_at_most(*value_, *result),
             entry_->cost(*value_, *result, machine.options().components)}};
  }

 private:
  Entry entry_;
  Run run_;
  std::string source_;
  std::shared_ptr<const Value> value_;  // shared with the function that writes the result
};

}  // namespace detail

/// The row of a program in the table.
/// @param run    runs it on the machine; its other parameters say which kind of input it takes, see KindOf
/// @param entry  what its author says of it
template <class Result, class... Parameters>
Program program(Result (*run)(Machine&, Parameters...),
                std::type_identity_t<Description<KindOf<Parameters...>, Result>> entry) {
  using Kind = KindOf<Parameters...>;
  static_assert(InputKind<Kind>);
  const auto shared = std::make_shared<const Description<Kind, Result>>(std::move(entry));
  const auto run_on = [run](Machine& machine, const typename Kind::Value& value) {
    return std::apply([&](auto&&... arguments) { return run(machine, arguments...); }, Kind::arguments(value));
  };
  Program row{.name = shared->name,
              .alias = shared->alias,
              .family = {},
              .what = shared->what,
              .source = shared->source,
              .time = shared->time,
              .work = shared->work,
              .time_growth = shared->model.is_bsp() ? std::nullopt : growth_of(shared->time, shared->letters),
              .work_growth = shared->model.is_bsp() ? std::nullopt : growth_of(shared->work, shared->letters),
              .random = is_of_random_choices(shared->time) || is_of_random_choices(shared->work),
              .model = shared->model,
              .needs_more_than = shared->needs_more_than,
              .placement = shared->placement,
              .access = shared->access,
              .components = shared->components,
              .default_size = shared->size.usual,
              .least_size = shared->size.least,
              .most_size = shared->size.most,
              .tested_size = shared->size.tested != 0 ? shared->size.tested : shared->size.usual / 2,
              .power_of_two = shared->size.power_of_two,
              .input = Kind::file,
              .takes_source = BeginsSomewhere<Kind> && shared->begins_at_source,
              .prepare = [shared, run_on](const InputRequest& request) -> std::unique_ptr<Job> {
                return std::make_unique<detail::InputJob<Kind, Result, decltype(run_on)>>(shared, run_on, request);
              },
              .promised_of_size = [shared](std::uint64_t n) -> Bounds {
                return {shared->steps.of_size(n), shared->steps_at_most.of_size(n), shared->work_at_most.of_size(n),
                        shared->degree_at_most.of_size(n)};
              }};
  for (const auto& shape : Kind::shapes()) row.shapes.push_back({shape.name, shape.what});
  return row;
}

}  // namespace pram::programs
