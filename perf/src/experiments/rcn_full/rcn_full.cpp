#include "rcn_full.hpp"

#include <fmt/format.h>

#include <pram/error.hpp>
#include <pram/machines.hpp>

#include "formulas.hpp"
#include "measures.hpp"
#include "parts/part.hpp"

namespace pram::perf {

void kept_members(MaybeConst<RcnShape> auto& shape, const auto& member) {
  member("atom", shape.atom);
  member("levels", shape.levels);
}

void kept_members(MaybeConst<RcnLengths> auto& lengths, const auto& member) {
  member("mean", lengths.mean);
  member("longest", lengths.longest);
}

void kept_members(MaybeConst<RcnPinCount> auto& count, const auto& member) {
  member("network", count.network);
  member("least", count.least);
  member("most", count.most);
  member("formula", count.formula);
  member("paper", count.paper);
}

void kept_members(MaybeConst<RcnPins> auto& pins, const auto& member) {
  member("nodes", pins.nodes);
  member("chips", pins.chips);
  member("flat", pins.flat);
  member("deep", pins.deep);
  member("hypercube", pins.hypercube);
}

namespace {

/// The properties as --resume keeps them: the kept form has no optional numbers, so that one is a list.
struct KeptProperties : RcnProperties {
  std::vector<double> mean_formulas;  // one or none
};

void kept_members(MaybeConst<KeptProperties> auto& properties, const auto& member) {
  member("shape", properties.shape);
  member("nodes", properties.nodes);
  member("sources", properties.sources);
  member("largest_degree", properties.largest_degree);
  member("degree_formula", properties.degree_formula);
  member("links", properties.links);
  member("links_formula", properties.links_formula);
  member("distance", properties.distance);
  member("diameter_formula", properties.diameter_formula);
  member("algorithm_1", properties.algorithm_1);
  member("algorithm_2", properties.algorithm_2);
  member("cut_short", properties.cut_short);
  member("longest_formula_2", properties.longest_formula_2);
  member("mean_formulas", properties.mean_formulas);
}

RcnProperties properties_part(FinishedParts* parts, const RcnShape& shape) {
  auto kept = part<KeptProperties>(parts, "properties " + shape.network(), [&] {
    KeptProperties made{rcn_measures::properties(shape), {}};
    if (made.mean_formula) made.mean_formulas.push_back(*made.mean_formula);
    return made;
  });
  if (!kept.mean_formulas.empty()) kept.mean_formula = kept.mean_formulas.front();
  return kept;
}

constexpr RcnShape measured_shapes[] = {{2, 1}, {3, 1}, {4, 1}, {8, 1}, {16, 1}, {32, 1}, {64, 1}, {256, 1},
                                        {2, 2}, {3, 2}, {4, 2}, {5, 2}, {16, 2}, {2, 3},  {4, 3},  {2, 4}};
constexpr RcnShape sorted_shapes[] = {{4, 1}, {16, 1}, {4, 2}, {2, 3}, {64, 1}, {256, 1}, {16, 2}, {4, 3}, {2, 4}};

// Cole's merge sort takes three stages for each level of its tree, each of several steps.
constexpr std::uint32_t cole_constants[] = {1, 3};
constexpr std::uint32_t crossover_constants[] = {1, 2, 3, 10, 30};
constexpr std::uint32_t most_crossover_levels = 3;

struct PinTable {
  std::uint64_t nodes, most_chips;
};
constexpr PinTable pin_tables[] = {{256, 128}, {65536, 4096}};

RcnSorts sorts_by_formula(std::uint32_t log_nodes, std::uint32_t levels) {
  const std::uint64_t log_atom = log_nodes >> levels;
  RcnSorts sorts{log_nodes,
                 levels,
                 rcn_formulas::direct_bitonic(log_atom, levels),
                 rcn_formulas::sort(rcn_formulas::bitonic_atom(log_atom), levels),
                 {}};
  for (const std::uint32_t constant : cole_constants)
    sorts.cole.push_back(rcn_formulas::sort(constant * log_atom, levels));
  return sorts;
}

void measure_rcn_full(const RcnFullRequest& request, RcnFullTables& tables) {
  for (const RcnShape& shape : sorted_shapes) tables.costs.push_back(rcn_measures::costs_by_formula(shape));
  std::uint64_t done = 0;
  std::uint64_t of = std::size(measured_shapes) + std::size(pin_tables);
  for (const RcnCosts& costs : tables.costs) of += rcn_measures::executions(costs, request.most_work);
  const auto before = [&] {
    if (request.progress && !request.progress(done, of)) throw Interrupted(done);
    ++done;
  };

  for (const RcnShape& shape : measured_shapes) {
    before();
    tables.properties.push_back(properties_part(request.parts, shape));
  }
  for (const PinTable& table : pin_tables) {
    before();
    const auto count = [&] { return rcn_measures::pins(table.nodes, table.most_chips); };
    for (RcnPins& row : part<std::vector<RcnPins>>(request.parts, fmt::format("pins of {}", table.nodes), count))
      tables.pins.push_back(std::move(row));
  }
  for (RcnCosts& costs : tables.costs) rcn_measures::execute(costs, request.most_work, before, request.parts);
}

void add_formulas(RcnFullTables& tables) {
  tables.cole_constants.assign(std::begin(cole_constants), std::end(cole_constants));
  for (std::uint32_t log_nodes = 4; log_nodes <= 1024; log_nodes *= 2) {
    for (const std::uint32_t levels : {1u, 2u}) tables.sorts.push_back(sorts_by_formula(log_nodes, levels));
  }
  for (const std::uint32_t constant : crossover_constants) {
    for (std::uint32_t levels = 1; levels <= most_crossover_levels; ++levels) {
      const std::uint64_t log_atom = rcn_formulas::crossover(levels, constant);
      tables.crossovers.push_back({levels, constant, log_atom, log_atom << levels});
    }
  }
}

}  // namespace

std::string RcnShape::network() const { return fmt::format("rcn-full:{},{}", atom, levels); }

RcnFullTables rcn_full_tables(const RcnFullRequest& request) {
  register_machines();
  RcnFullTables tables;
  try {
    measure_rcn_full(request, tables);
  } catch (const Interrupted&) {  // what is done stands in the tables
  }
  add_formulas(tables);
  return tables;
}

}  // namespace pram::perf
