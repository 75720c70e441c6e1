#pragma once

#include <optional>
#include <string>
#include <vector>

#include <pram/perf/report.hpp>
#include <pram/perf/runs/growth_fit.hpp>
#include <pram/perf/runs/sweep.hpp>
#include <pram/perf/statistic.hpp>
#include <pram/programs/program.hpp>

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

/// The size of an input by which costs are fitted. For a graph it is the sum of vertices and edges, because its costs
/// grow with both. For any other input it is the first of the sizes. It is at least 1, also without sizes.
double fitted_size(const programs::InputSizes& sizes);

/// The costs of the runs on one network with one protocol, and their growth. Runs that failed are left out.
Scale scale_of(const Sweep& sweep, const programs::Program& program);

/// A table of the costs by size, and the fits beside the claims. JSON: {version, program, machine, source, check,
/// seeds, costs: [{n, sizes, size, steps: {mean, error}, …}], fits: [{cost, size, claimed, claimed_class, class, terms:
/// [{coefficient, class}], error, others: [class, …], part_of_bound, above_claim}], asked, sound, interrupted,
/// wall_seconds}. CSV: a row a line of the two lists.
Report scale_report(const Sweep& sweep, const programs::Program& program);

/// The same as a page, with a picture of each cost over the sizes.
std::string scale_page(const Sweep& sweep, const programs::Program& program);

}  // namespace pram::perf
