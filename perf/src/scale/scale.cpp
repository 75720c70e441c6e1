#include <pram/perf/runs/scale.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace pram::perf {

namespace {

/// A cost of a run, and which claim of the row it belongs to.
struct Cost {
  const char* key;
  const char* symbol;
  std::uint64_t (*of)(const ProgramRun&);
  std::string programs::Program::*claim = nullptr;
  std::optional<programs::Growth> programs::Program::*growth = nullptr;
  std::optional<std::uint64_t> (*bound)(const programs::Bounds&) = nullptr;
};

constexpr Cost step_costs[] = {
    {"steps", "T", [](const ProgramRun& run) { return run.steps; }, &programs::Program::time,
     &programs::Program::time_growth,
     [](const programs::Bounds& bounds) { return bounds.steps ? bounds.steps : bounds.steps_at_most; }},
    {"work", "W", [](const ProgramRun& run) { return run.work; }, &programs::Program::work,
     &programs::Program::work_growth, [](const programs::Bounds& bounds) { return bounds.work_at_most; }},
    {"largest_degree", "κ", [](const ProgramRun& run) { return run.largest_degree; }},
    {"requests", "requests", [](const ProgramRun& run) { return run.requests; }},
    {"charge", "charge", [](const ProgramRun& run) { return run.total_charge(); }},
};

constexpr Cost superstep_costs[] = {
    {"supersteps", "S", [](const ProgramRun& run) { return run.supersteps; }},
    {"superstep_work", "w", [](const ProgramRun& run) { return run.superstep_work; }},
    {"superstep_relation", "h", [](const ProgramRun& run) { return run.superstep_relation; }},
    {"charge", "charge", [](const ProgramRun& run) { return run.total_charge(); }},
};

/// The class of the bound on κ that the program's row gives by the size alone; none if it takes more to know, or if no
/// class meets the bound at these sizes.
std::optional<programs::Growth> class_of_degree_bound(const Scale& scale, const programs::Program& program) {
  constexpr double good_fit = 0.01;  // relative error of a class that is believed
  std::vector<double> bounds;
  for (const programs::InputSizes& sizes : scale.inputs) {
    const auto bound = sizes.empty() ? std::nullopt : program.promised_of_size(sizes.front().second).degree_at_most;
    if (!bound) return std::nullopt;
    bounds.push_back(static_cast<double>(*bound));
  }
  const std::optional<FittedGrowth> fitted = fit_growth(scale.sizes, bounds);
  return fitted && fitted->best.error < good_fit ? std::optional(fitted->best.growth()) : std::nullopt;
}

/// Whether the bound that the row gives by the size alone keeps to the claim, at sizes from 2^6 to far beyond those
/// that are run.
bool bound_keeps_to_claim(const programs::Program& program, const Cost& cost, const programs::Growth& claimed) {
  const int last = claimed.half_powers > 4 ? 16 : claimed.half_powers > 2 ? 25 : 31;  // bounds must fit into 64 bits
  std::vector<double> sizes;
  std::vector<double> bounds;
  for (int k = 6; k <= last; ++k) {
    const auto bound = cost.bound(program.promised_of_size(std::uint64_t{1} << k));
    if (!bound) return false;
    sizes.push_back(std::ldexp(1, k));
    bounds.push_back(static_cast<double>(*bound));
  }
  const Judgement judgement = judge(fit_growth(sizes, bounds).value(), claimed, sizes, bounds);
  return judgement == Judgement::within || judgement == Judgement::settled;
}

std::optional<double> part_of_bound(const Scale& scale, const programs::Program& program, const Cost& cost,
                                    const ScaledCost& scaled) {
  if (cost.bound == nullptr || !scaled.claimed_growth) return std::nullopt;
  double largest = 0;
  for (std::size_t k = 0; k < scale.inputs.size(); ++k) {
    if (scale.inputs[k].empty()) return std::nullopt;
    const auto bound = cost.bound(program.promised_of_size(scale.inputs[k].front().second));
    if (!bound) return std::nullopt;
    const double part = scaled.values[k].largest() / std::max(1.0, static_cast<double>(*bound));
    largest = std::max(largest, part);
  }
  return largest <= 1 && bound_keeps_to_claim(program, cost, *scaled.claimed_growth) ? std::optional(largest)
                                                                                     : std::nullopt;
}

std::uint64_t named(const programs::InputSizes& sizes, const char* name) {
  const auto found = std::ranges::find(sizes, name, &programs::InputSizes::value_type::first);
  return found == sizes.end() ? 0 : found->second;
}

std::span<const Cost> costs_table(const programs::Program& program) {
  return program.model.is_bsp() ? std::span<const Cost>(superstep_costs) : step_costs;
}

}  // namespace

std::vector<ScaledCost> costs_of(const programs::Program& program) {
  std::vector<ScaledCost> costs;
  for (const Cost& cost : costs_table(program)) {
    ScaledCost& scaled = costs.emplace_back(ScaledCost{cost.key, cost.symbol});
    if (cost.claim != nullptr) scaled.claim = program.*cost.claim;
    if (cost.growth != nullptr) scaled.claimed_growth = program.*cost.growth;
  }
  return costs;
}

double fitted_size(const programs::InputSizes& sizes) {
  if (sizes.empty()) return 1;
  const std::uint64_t size =
      sizes.front().first == "vertices" ? named(sizes, "vertices") + named(sizes, "edges") : sizes.front().second;
  return std::max(1.0, static_cast<double>(size));
}

void fit_costs(Scale& scale, const programs::Program& program) {
  const std::span<const Cost> of_program = costs_table(program);
  for (std::size_t k = 0; k < scale.costs.size(); ++k) {
    ScaledCost& cost = scale.costs[k];
    if (cost.key == "largest_degree") {
      cost.claimed_growth = class_of_degree_bound(scale, program);
      if (cost.claimed_growth) cost.claim = "O(" + programs::to_string(*cost.claimed_growth) + ")";
    }
    std::vector<double> means;
    for (const Statistic& value : cost.values) means.push_back(value.mean());
    cost.fitted = fit_growth(scale.sizes, means);
    if (!cost.fitted || !cost.claimed_growth) continue;
    cost.part_of_bound = part_of_bound(scale, program, of_program[k], cost);
    cost.judgement = judge(*cost.fitted, *cost.claimed_growth, scale.sizes, means);
    if (cost.above_claim() && cost.part_of_bound) cost.judgement = Judgement::below_bound;
  }
}

Scale scale_of(const Sweep& sweep, const programs::Program& program) {
  Scale scale;
  std::vector<const ProgramRun*> runs;
  for (const ProgramRun& run : sweep.runs) {
    if (run.failed.empty()) runs.push_back(&run);
  }
  std::ranges::stable_sort(runs, {}, &ProgramRun::n);
  scale.costs = costs_of(program);
  const std::span<const Cost> of_program = costs_table(program);
  std::vector<Statistic> sizes;
  for (const ProgramRun* const run : runs) {
    if (scale.n.empty() || scale.n.back() != run->n) {
      scale.n.push_back(run->n);
      scale.inputs.push_back(run->sizes);
      sizes.emplace_back();
      for (ScaledCost& cost : scale.costs) cost.values.emplace_back();
      if (!run->sizes.empty() && run->sizes.front().first == "vertices") scale.size = "N";
    }
    sizes.back().add(fitted_size(run->sizes));
    for (std::size_t k = 0; k < scale.costs.size(); ++k)
      scale.costs[k].values.back().add(static_cast<double>(of_program[k].of(*run)));
  }
  for (const Statistic& size : sizes) scale.sizes.push_back(size.mean());
  fit_costs(scale, program);
  return scale;
}

ScaledSweep scaled_sweep(const Sweep& sweep, const programs::Program& program) {
  ScaledSweep scaled;
  scaled.program = sweep.program;
  scaled.machine = sweep.machine;
  scaled.source = sweep.source;
  scaled.check = sweep.check;
  scaled.first_seed = sweep.first_seed;
  scaled.last_seed = sweep.last_seed;
  scaled.runs = sweep.runs.size();
  scaled.failed = sweep.failed();
  scaled.asked = sweep.asked;
  scaled.sound = sweep.sound();
  scaled.interrupted = sweep.interrupted;
  scaled.wall_seconds = sweep.wall_seconds;
  scaled.scale = scale_of(sweep, program);
  return scaled;
}

}  // namespace pram::perf
