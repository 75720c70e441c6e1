#include <cstdint>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/perf/runs/scale.hpp>
#include <pram/report/detail/run/saved.hpp>

namespace pram::perf {

namespace {

const programs::Program& saved_program(const Field& name) {
  try {
    return programs::find_program(name.as<std::string>());
  } catch (const ConfigError&) {
    name.refuse("the name of a bundled program, whose claims the report is about");
  }
}

/// The means of a size over `runs` runs.
void read_costs_of_size(const Field& row, std::uint64_t runs, Scale& scale) {
  scale.n.push_back(row.at("n").as<std::uint64_t>());
  scale.sizes.push_back(row.at("size").as<double>());
  programs::InputSizes& sizes = scale.inputs.emplace_back();
  if (const auto named = row.find("sizes")) {
    for (const auto& [name, value] : named->record()) sizes.emplace_back(name, Field(value, name).as<std::uint64_t>());
  }
  if (!sizes.empty() && sizes.front().first == "vertices") scale.size = "N";
  if (sizes.size() != scale.inputs.front().size()) row.refuse("a size with the names of the first one");
  for (ScaledCost& cost : scale.costs) {
    const Field measured = row.at(cost.key);
    cost.values.emplace_back(runs, measured.at("mean").as<double>(), measured.at("error").as<double>(),
                             measured.at("largest").as<double>());
  }
}

}  // namespace

ScaledSweep read_scale(const Field& report) {
  check_version(report);
  const programs::Program& program = saved_program(report.at("program"));
  ScaledSweep sweep;
  report.get("program", sweep.program).get("source", sweep.source).get("check", sweep.check);
  sweep.machine = read_machine(report.at("machine"));
  const auto seeds = report.at("seeds").as<std::vector<std::uint64_t>>();
  if (seeds.size() != 2) report.at("seeds").refuse("the first seed and the last");
  sweep.first_seed = seeds.front();
  sweep.last_seed = seeds.back();
  report.get("runs", sweep.runs).get("failed", sweep.failed).get("asked", sweep.asked).get("sound", sweep.sound);
  report.get("interrupted", sweep.interrupted).get("wall_seconds", sweep.wall_seconds);
  if (sweep.failed > sweep.runs) report.at("failed").refuse("a number of the runs");
  Scale& scale = sweep.scale;
  scale.costs = costs_of(program);
  if (const auto costs = report.find("costs")) {
    for (const Field& row : costs->entries()) read_costs_of_size(row, sweep.runs, scale);
  }
  fit_costs(scale, program);
  return sweep;
}

}  // namespace pram::perf
