#include <pram/report/detail/run/facts.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>
#include <variant>

#include <pram/report/detail/value/fields.hpp>

namespace pram::report {

Record machine_record(const MachineOptions& machine) {
  Record record;
  for (const auto& [name, value] : pram::detail::recorded_options(machine))
    record.emplace_back(name, std::visit([](const auto& one) { return Value(one); }, value));
  return record;
}

Record input_record(const CheckedResult& checked) {
  Record input = checked.input;
  set(input, "n", checked.n);
  input.emplace_back("text", checked.input_text);
  return input;
}

Record parameters_record(const BspParameters& parameters) {
  return {{"g", parameters.g}, {"l", parameters.l}, {"probed", parameters.fitted}};
}

bool any_has(std::span<const ProgramRun> runs, const RunCount& count) {
  return std::ranges::any_of(runs, [&](const ProgramRun& run) { return run.*count.of > 0; });
}

bool have_steps(std::span<const ProgramRun> runs) {
  return std::ranges::any_of(runs, [](const ProgramRun& run) { return run.steps > 0; }) || !have_supersteps(runs);
}

bool have_supersteps(std::span<const ProgramRun> runs) {
  return std::ranges::any_of(runs, [](const ProgramRun& run) { return run.supersteps > 0; });
}

bool have_factors(std::span<const ProgramRun> runs) {
  return have_steps(runs) ||
         std::ranges::any_of(runs, [](const ProgramRun& run) { return run.performance_factor > 0; });
}

std::vector<std::size_t> shown_counts(std::span<const ProgramRun> runs) {
  const bool steps = have_steps(runs);
  const bool supersteps = have_supersteps(runs);
  const auto shown = [&](const RunCount& count) {
    switch (count.shown) {
      case RunCount::Shown::with_steps: return steps || any_has(runs, count);
      case RunCount::Shown::steps_alone: return !supersteps;
      case RunCount::Shown::supersteps_alone: return !steps;
      case RunCount::Shown::elsewhere: return false;
      case RunCount::Shown::where_any: break;
    }
    return any_has(runs, count);
  };
  std::vector<std::size_t> numbers;
  for (std::size_t k = 0; k < std::size(run_counts); ++k) {
    if (shown(run_counts[k])) numbers.push_back(k);
  }
  return numbers;
}

Table runs_table(std::string key, const std::string& program, const MachineOptions& machine,
                 std::span<const ProgramRun> runs) {
  Fields<ProgramRun> fields;
  const auto if_checked = [](auto of) {
    return [of](const ProgramRun& run) { return run.checked ? Value(run.*of) : Value(Value::Absent()); };
  };
  fields.data("n", if_checked(&ProgramRun::n))
      .data("seed", &ProgramRun::seed)
      .data("network", &ProgramRun::network)
      .data("access", &ProgramRun::access);
  for (const RunCount& count : run_counts) fields.data(count.key, count.of);
  const auto of_parameters = [](auto of) {
    return [of](const ProgramRun& run) {
      return run.predicted() ? Value(std::invoke(of, *run.parameters)) : Value(Value::Absent());
    };
  };
  fields.data("g", of_parameters(&BspParameters::g))
      .data("l", of_parameters(&BspParameters::l))
      .data("predicted", [](const ProgramRun& run) {
        const auto predicted = run.predicted();
        return predicted ? Value(*predicted) : Value(Value::Absent());
      });
  fields.data("performance_factor", &ProgramRun::performance_factor)
      .data("verified",
            [](const ProgramRun& run) {
              if (!run.checked) return Value(Value::Absent());
              return run.has_oracle ? Value(run.verified) : Value();
            })
      .data("failure",
            [](const ProgramRun& run) { return run.failed.empty() ? Value(Value::Absent()) : Value(run.failed); });
  Table table = fields.table(std::move(key), "", runs);
  table.lines_of_csv = Record{{"program", program},
                              {"components", machine.components},
                              {"rule", to_string(machine.rule)},
                              {"placement", placement_text(machine)}};
  return table;
}

}  // namespace pram::report
