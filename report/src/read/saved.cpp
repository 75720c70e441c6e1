#include <pram/report/detail/run/saved.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <pram/error.hpp>

namespace pram::report {

namespace {

constexpr std::uint64_t known_version = 1;

/// The members of a record, without some of them.
Record without(const Record& record, std::initializer_list<std::string_view> names) {
  Record rest;
  for (const auto& member : record) {
    if (std::ranges::find(names, member.first) == names.end()) rest.push_back(member);
  }
  return rest;
}

}  // namespace

void check_version(const Field& report) {
  const auto version = report.find("version");
  if (!version) throw Error("it is no report: it has no version");
  if (const auto number = version->as<std::uint64_t>(); number != known_version)
    throw Error(fmt::format("its version is {}, and this program reads version {}", number, known_version));
}

MachineOptions read_machine(const Field& field) {
  MachineOptions machine;
  field.get("components", machine.components);
  if (machine.components == 0 || machine.components > most_components)
    field.at("components").refuse(fmt::format("a number from 1 to {}", most_components));
  if (const auto network = field.find("network")) machine.network = network->as<std::string>();
  if (const auto access = field.find("access")) machine.access = access->as<std::string>();
  try {
    machine.rule = rule_from(field.at("rule").as<std::string>());
    machine.placement = placement_from(field.at("placement").as<std::string>());
  } catch (const ConfigError& error) {
    throw Error(fmt::format("its machine has {} '{}', which is not known", error.option, error.value));
  }
  field.get("threads", machine.threads).get("seed", machine.seed).get("max_steps", machine.max_steps);
  return machine;
}

std::optional<CheckedResult> read_checked(const Field& run) {
  const auto result = run.find("result");
  if (!result) return std::nullopt;
  CheckedResult checked;
  const Field input = run.at("input");
  input.get("size", checked.n).get("text", checked.input_text);
  checked.input = without(input.record(), {"size", "text"});
  if (const auto verified = result->find("verified")) verified->to(checked.verified);
  result->get("check", checked.check).get("text", checked.facts_text);
  checked.facts = without(result->record(), {"verified", "check", "text"});
  return checked;
}

std::optional<BspParameters> read_parameters(const Field& run) {
  const auto field = run.find("parameters");
  if (!field) return std::nullopt;
  BspParameters parameters;
  field->get("g", parameters.g).get("l", parameters.l);
  parameters.fitted = field->at("source").as<std::string>() == "probe";
  return parameters;
}

}  // namespace pram::report
