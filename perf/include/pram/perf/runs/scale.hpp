#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pram/perf/report.hpp>
#include <pram/perf/runs/growth_fit.hpp>
#include <pram/perf/runs/sweep.hpp>
#include <pram/perf/statistic.hpp>
#include <pram/programs/program.hpp>
#include <pram/report/detail/run/lint.hpp>
#include <pram/report/detail/value/field.hpp>

/// How a program's costs grow with the size of its input, beside what its row of the table claims.
namespace pram::perf {

/// A cost at all sizes, and its growth.
struct ScaledCost {
  std::string key;                     ///< in JSON and CSV: "steps"
  std::string symbol;                  ///< in text: "T"
  std::vector<Statistic> values = {};  ///< one for each size, over the seeds
  std::string claim = {};  ///< of the program's row: "O(log n)", for κ of its bound by size; "": there is none
  std::optional<programs::Growth> claimed_growth = {};  ///< none: the claim is no class, or there is none
  std::optional<FittedGrowth> fitted = {};              ///< none: there are too few sizes
  Judgement judgement = Judgement::within;              ///< of the claim, where there are claim and fit
  /// The largest part of the bound by size that the program's row gives, where all runs keep to it, and the bound keeps
  /// to the claim at sizes far beyond theirs; else none.
  std::optional<double> part_of_bound = {};

  bool above_claim() const { return judgement == Judgement::grows_faster; }
};

/// The costs of a sweep over sizes.
struct Scale {
  std::vector<std::uint64_t> n;              ///< as --n gives them, ascending
  std::vector<programs::InputSizes> inputs;  ///< the sizes of the input of the first run of each n
  std::vector<double> sizes;                 ///< fitted_size() of each n, its mean over the seeds
  std::string size = "n";                    ///< the name of that size: "n", or "N" for the N = n + m of graphs
  std::vector<ScaledCost> costs;             ///< T, W, κ, requests and charge; of BSP programs S, w, h and charge
};

/// A sweep over sizes: how it went, and what it found.
struct ScaledSweep {
  std::string program;
  MachineOptions machine;  ///< options of the first run
  std::string source;      ///< of the input
  std::string check;       ///< what results were checked against
  std::uint64_t first_seed = 1;
  std::uint64_t last_seed = 1;
  std::uint64_t runs = 0;    ///< that were made
  std::uint64_t failed = 0;  ///< of these without a result
  std::uint64_t asked = 0;   ///< that were to be made
  bool sound = true;         ///< every run that has a result is verified
  bool interrupted = false;
  double wall_seconds = 0;
  Scale scale;
  bool lints = true;  ///< the report says by itself what lints_of() finds
};

/// Why costs at these sizes have no fit: "3 sizes are too few for a fit, which takes 4"; "" if they have one.
std::string reason_for_no_fit(const Scale& scale);

/// What the report says of the costs by itself.
std::vector<report::Lint> lints_of(const Scale& scale);

/// The size of an input by which costs are fitted. For a graph it is the sum of vertices and edges, because its costs
/// grow with both. For any other input it is the first of the sizes. The size is at least 1, also without sizes.
double fitted_size(const programs::InputSizes& sizes);

/// The costs of the runs on one network with one protocol, and their growth. Runs that failed are left out.
Scale scale_of(const Sweep& sweep, const programs::Program& program);

/// The costs that are looked at of a program, without values.
std::vector<ScaledCost> costs_of(const programs::Program& program);

/// The classes of a scale's costs, and whether they are within the program's claims.
void fit_costs(Scale& scale, const programs::Program& program);

/// The sweep with its costs.
ScaledSweep scaled_sweep(const Sweep& sweep, const programs::Program& program);

/// A table of the costs by size, and the fits beside the claims. JSON: {version, program, machine, source, check,
/// seeds, runs, failed, costs: [{n, sizes, size, steps: {mean, error, largest}, …}], fits: [{cost, size, claimed,
/// claimed_class, class, terms: [{coefficient, class}], error, largest_error, others: [class, …], part_of_bound,
/// above_claim, judgement}], no_fit, lints where there are any, asked, sound, interrupted, wall_seconds}. CSV: a row a
/// line of the two lists.
Report scale_report(const ScaledSweep& sweep, const programs::Program& program);
inline Report scale_report(const Sweep& sweep, const programs::Program& program) {
  return scale_report(scaled_sweep(sweep, program), program);
}

/// The same as a page, with a picture of each cost over the sizes.
Page scale_page(const ScaledSweep& sweep, const programs::Program& program);
inline Page scale_page(const Sweep& sweep, const programs::Program& program) {
  return scale_page(scaled_sweep(sweep, program), program);
}

/// The sweep that such a report is of, from its JSON. Growth is fitted once more.
/// @throws Error that names the field that is missing or wrong
ScaledSweep read_scale(const Field& report);

}  // namespace pram::perf
