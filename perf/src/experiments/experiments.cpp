#include <pram/perf/experiment.hpp>

#include <fmt/format.h>

#include <pram/error.hpp>
#include <pram/registry.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::perf {

#define PRAM_EXPERIMENT(name) extern const Experiment name##_experiment;
#include "experiments.def"
#undef PRAM_EXPERIMENT

const std::vector<const Experiment*>& experiments() {
#define PRAM_EXPERIMENT(name) &name##_experiment,
  static const std::vector<const Experiment*> all = {
#include "experiments.def"
  };
#undef PRAM_EXPERIMENT
  return all;
}

void finish(Report& report, double wall_seconds, bool interrupted) {
  report.data("interrupted", interrupted);
  report.data("wall_seconds", wall_seconds);
  report.closing =
      fmt::format("{} in {}.", report.closing.empty() ? "Measured" : report.closing, duration(wall_seconds));
}

std::uint64_t ExperimentRequest::number(std::string_view flag) const {
  const auto option = options.find(flag);
  if (option != options.end()) return option->second;
  std::vector<std::string> names;
  for (const auto& [name, value] : options) names.push_back(name);
  throw ConfigError("option", std::string(flag), allowed_names(std::string(flag), names));
}

ExperimentRequest Experiment::usual_request() const {
  ExperimentRequest request;
  for (const ExperimentOption& option : options) {
    if (option.values == ExperimentOption::Values::whole) request.options[option.flag] = option.otherwise;
  }
  return request;
}

}  // namespace pram::perf
