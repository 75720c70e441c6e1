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
  std::string key;                                      ///< in JSON and CSV: "steps"
  std::string symbol;                                   ///< in text: "T"
  std::vector<Statistic> values = {};                   ///< over the seeds, a size each
  std::string claim = {};                               ///< of the program's row: "O(log n)"; "": there is none
  std::optional<programs::Growth> claimed_growth = {};  ///< none: the claim is no class, or there is none
  std::optional<FittedGrowth> fitted = {};              ///< none of too few sizes
  bool above_claim = false;                             ///< the sizes speak against the claim
};

/// The costs of a sweep over sizes.
struct Scale {
  std::vector<std::uint64_t> n;              ///< as --n gives them, ascending
  std::vector<programs::InputSizes> inputs;  ///< what the first run of each n had
  std::vector<double> sizes;                 ///< in which costs are fitted
  std::string size = "n";                    ///< what that is called: "n", or "N" for the N = n + m of graphs
  std::vector<ScaledCost> costs;             ///< T, W, κ, requests and charge; of BSP programs S, w, h and charge
};

/// The size of an input in which costs are fitted: vertices and edges of a graph together, for its costs grow with
/// either, and a generated graph has as many of one as its shape has of the other; else the first of the sizes.
double fitted_size(const programs::InputSizes& sizes);

/// What the runs of one network and protocol cost, and how that grows. Runs that failed are left out.
Scale scale_of(const Sweep& sweep, const programs::Program& program);

/// A table of the costs by size, and the fits beside the claims. JSON: {version, program, machine, source, check,
/// seeds, costs: [{n, sizes, size, steps: {mean, error}, …}], fits: [{cost, size, claimed, claimed_class, class, terms:
/// [{coefficient, class}], error, others: [class, …], above_claim}], asked, sound, interrupted, wall_seconds}. CSV: a
/// row a line of the two lists.
Report scale_report(const Sweep& sweep, const programs::Program& program);

}  // namespace pram::perf
