#include "json_parts.hpp"

#include <variant>

namespace pram::perf {

using nlohmann::ordered_json;

ordered_json machine_json(const MachineOptions& machine) {
  return {{"components", machine.components},
          {"network", machine.network},
          {"access", machine.access},
          {"rule", to_string(machine.rule)},
          {"placement", to_string(machine.placement)},
          {"threads", machine.threads},
          {"seed", machine.seed},
          {"max_steps", machine.max_steps}};
}

ordered_json input_json(const programs::InputFacts& input) {
  ordered_json json = {{"source", input.source}};
  // Every input has an n; where the program gives it another name, that comes too.
  json["n"] = input.sizes.empty() ? 0 : input.sizes.front().second;
  for (const auto& [name, size] : input.sizes) json[name] = size;
  if (!input.read_as.empty()) json["read_as"] = input.read_as;
  return json;
}

ordered_json facts_json(const programs::Outcome& outcome) {
  ordered_json json = ordered_json::object();
  for (const auto& [name, value] : outcome.facts) {
    std::visit([&json, &key = name](const auto& fact) { json[key] = fact; }, value);
  }
  return json;
}

nlohmann::ordered_json statistic_json(const Statistic& values) {
  if (values.count() == 0) return nullptr;
  return {{"mean", values.mean()}, {"stderr", values.error()}, {"largest", values.largest()}};
}

}  // namespace pram::perf
