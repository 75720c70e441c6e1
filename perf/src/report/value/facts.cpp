#include "facts.hpp"

#include <utility>
#include <variant>

#include "fields.hpp"

namespace pram::perf {

Record machine_record(const MachineOptions& machine) {
  return {{"components", machine.components},
          {"network", machine.network.text()},
          {"access", machine.access.text()},
          {"rule", to_string(machine.rule)},
          {"placement", to_string(machine.placement)},
          {"threads", machine.threads},
          {"seed", machine.seed},
          {"max_steps", machine.max_steps}};
}

Record input_record(const programs::InputFacts& input) {
  // Every input has an n. A size that has another name stands under that name too.
  Record record = {{"source", input.source}, {"n", input.sizes.empty() ? 0 : input.sizes.front().second}};
  for (const auto& [name, size] : input.sizes) {
    if (name != "n") record.emplace_back(name, size);
  }
  if (!input.read_as.empty()) record.emplace_back("read_as", input.read_as);
  return record;
}

Record facts_record(const programs::Outcome& outcome) {
  Record record;
  for (const auto& [name, value] : outcome.facts) {
    record.emplace_back(name, std::visit([](const auto& fact) { return Value(fact); }, value));
  }
  return record;
}

Table runs_table(std::string key, const std::string& program, const MachineOptions& machine,
                 std::span<const ProgramRun> runs) {
  Fields<ProgramRun> fields;
  fields.data("n", &ProgramRun::n)
      .data("seed", &ProgramRun::seed)
      .data("network", &ProgramRun::network)
      .data("access", &ProgramRun::access);
  for (const RunCount& count : run_counts) fields.data(count.key, count.of);
  fields.data("performance_factor", &ProgramRun::performance_factor)
      .data("verified", &ProgramRun::verified)
      .data("failed",
            [](const ProgramRun& run) { return run.failed.empty() ? Value(Value::Absent()) : Value(run.failed); });
  Table table = fields.table(std::move(key), "", runs);
  table.lines_of_csv = Record{{"program", program},
                              {"components", machine.components},
                              {"rule", to_string(machine.rule)},
                              {"placement", to_string(machine.placement)}};
  return table;
}

Value statistic_value(const Statistic& values) {
  if (values.count() == 0) return nullptr;
  return Record{{"mean", values.mean()}, {"stderr", values.error()}, {"largest", values.largest()}};
}

}  // namespace pram::perf
