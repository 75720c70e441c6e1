#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <pram/perf/finished_parts.hpp>
#include <pram/perf/report.hpp>

/// The data of Hamdi's RCN-FULL paper, measured anew: properties and routes, what sorting and concurrent accesses cost,
/// and the pins of chips (Theorems 1 to 3, Fig. 2). Each number is measured, and stands beside the corrected formula
/// and the paper's.
namespace pram::perf {

/// RCN-FULL (N_A, L).
struct RcnShape {
  std::uint32_t atom = 2;
  std::uint32_t levels = 0;

  std::string network() const;  ///< "rcn-full:16,2"
};

/// Lengths of routes or of shortest paths, in links, from the sources searched to all nodes, the source itself
/// included.
struct RcnLengths {
  double mean = 0;
  std::uint32_t longest = 0;
};

struct RcnProperties {
  RcnShape shape;
  std::uint32_t nodes = 0;
  std::uint32_t sources = 0;         ///< searched from: all nodes of a small network, random ones of a large one
  std::uint32_t largest_degree = 0;  ///< counted
  std::uint32_t degree_formula = 0;  ///< (3)
  std::uint64_t links = 0;           ///< counted
  std::uint64_t links_formula = 0;
  RcnLengths distance;                  ///< found by breadth-first search; the longest is the diameter
  std::uint32_t diameter_formula = 0;   ///< (2)
  std::optional<double> mean_formula;   ///< of distances; known for L <= 1
  RcnLengths algorithm_1;               ///< walked
  RcnLengths algorithm_2;               ///< walked step by step as listed, Algorithm 1 inside rows
  RcnLengths cut_short;                 ///< Algorithm 2 that goes on as Algorithm 1 from its first stop: routing=spread
  std::uint32_t longest_formula_2 = 0;  ///< of Algorithm 2's routes for atoms of three nodes and more
};

/// Steps of one routine.
struct RcnSteps {
  std::optional<std::uint64_t> executed;  ///< none where the run would take too long
  std::uint64_t formula = 0;              ///< corrected
  std::optional<std::uint64_t> paper;     ///< its formulas as printed; none where it has none
};

struct RcnCosts {
  RcnShape shape;
  std::uint64_t nodes = 0;
  RcnSteps ascend;                  ///< AS
  RcnSteps sort;                    ///< ST: SORT as listed, K1 = 15 and K2 = 14, atoms by bitonic exchange
  RcnSteps rotatesort;              ///< K1 = 16 at level 1 and 17 above, K2 = 16
  RcnSteps bitonic;                 ///< direct
  RcnSteps read;                    ///< RAR
  RcnSteps write;                   ///< RAW
  std::uint64_t rotatesort_16 = 0;  ///< with K1 = 16 on all levels, as published
};

/// Sorting by formula on one network of 2^log_nodes nodes.
struct RcnSorts {
  std::uint32_t log_nodes = 0;
  std::uint32_t levels = 0;
  std::uint64_t direct = 0;         ///< bitonic
  std::uint64_t bitonic_atoms = 0;  ///< SORT
  std::vector<std::uint64_t> cole;  ///< SORT with atoms by Cole's sort, one for each of the tables' constants
};

/// The smallest atom with which SORT, with atoms by Cole's sort, takes fewer steps than direct bitonic sort.
struct RcnCrossover {
  std::uint32_t levels = 0;
  std::uint32_t cole_constant = 0;  ///< K3
  std::uint64_t log_atom = 0;       ///< N_A is 2 to this power
  std::uint64_t log_nodes = 0;      ///< and N to this
};

/// Links that leave a chip.
struct RcnPinCount {
  std::string network;
  std::uint64_t least = 0;    ///< counted, over all chips
  std::uint64_t most = 0;     ///< what a chip must have
  std::uint64_t formula = 0;  ///< the theorem, corrected
  double paper = 0;           ///< as printed
};

/// One network of `nodes` nodes dealt to chips of consecutive nodes: rows, parts of rows, subcubes.
struct RcnPins {
  std::uint64_t nodes = 0;
  std::uint64_t chips = 0;  ///< MCB
  RcnPinCount flat;         ///< RCN-FULL, L = 1
  RcnPinCount deep;         ///< RCN-FULL, L = 2
  RcnPinCount hypercube;
};

struct RcnFullTables {
  std::vector<RcnProperties> properties;
  std::vector<RcnCosts> costs;
  std::vector<std::uint32_t> cole_constants;  ///< of sorts
  std::vector<RcnSorts> sorts;
  std::vector<RcnCrossover> crossovers;
  std::vector<RcnPins> pins;
};

struct RcnFullRequest {
  static constexpr std::uint64_t everything = ~std::uint64_t{0};

  /// Routines that take more steps times nodes, by formula, are not executed.
  std::uint64_t most_work = std::uint64_t{1} << 30;
  /// Is called now and then with the numbers of measurements done and to do. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress;
  FinishedParts* parts = nullptr;  ///< finished measurements, and where new ones are kept; null: none is kept
};

/// Measures all tables. If progress() stopped it, the tables have the rows that are done, and some routines are not
/// executed.
/// @throws Error if a routine's outcome is wrong
RcnFullTables rcn_full_tables(const RcnFullRequest& request);

/// Tables with what is wrong in the paper marked and explained below each. JSON: {version, properties, costs, sorts,
/// crossovers, pins, interrupted, wall_seconds}; what was not executed is null.
Report rcn_full_report(const RcnFullTables& tables);

}  // namespace pram::perf
