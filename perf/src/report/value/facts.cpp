#include "facts.hpp"

#include <variant>

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
  // Every input has an n; where the program gives it another name, that comes too.
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

Value statistic_value(const Statistic& values) {
  if (values.count() == 0) return nullptr;
  return Record{{"mean", values.mean()}, {"stderr", values.error()}, {"largest", values.largest()}};
}

}  // namespace pram::perf
