#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <pram/data_parallel.hpp>
#include <pram/error.hpp>
#include <pram/machine.hpp>
#include <pram/perf/experiment.hpp>
#include <pram/perf/statistic.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "parts/part.hpp"
#include "report/statistic_value.hpp"

/// The combining tree of Yew, Tzeng and Lawrie (IEEE TC 36(4), 1987), which TR-24-92 names for one hot cell, beside
/// combining.
namespace pram::perf {

namespace {

constexpr std::uint32_t tree_degrees[] = {2, 3, 4, 8, 16, 64};
constexpr const char* flat_accesses[] = {"combining", "combining:spread=ordered", "direct"};

/// What a step was charged in which every component asks once for each of some cells.
struct HotStep {
  std::string access;  ///< in full
  std::uint64_t phases = 0;
  std::uint64_t forward = 0;
  std::uint64_t back = 0;
  std::uint64_t largest = 0;  ///< charge of a phase forward
};

void kept_members(MaybeConst<HotStep> auto& step, const auto& member) {
  member("access", step.access);
  member("phases", step.phases);
  member("forward", step.forward);
  member("back", step.back);
  member("largest", step.largest);
}

/// One cell: trees of degree k.
struct TreeRow {
  std::uint64_t degree = 0;
  std::uint64_t formula = 0;
  HotStep tree = {};
  HotStep ordered = {};  ///< combining by as many phases, where contiguous senders meet
};

/// Several cells at once.
struct CellsRow {
  std::uint64_t cells = 0;
  std::uint64_t degree = 0;
  std::uint64_t levels = 0;
  std::uint64_t largest = 0;  ///< charge of a level, in all runs
  Statistic forward = {};
  Statistic combining = {};
  Statistic direct = {};

  std::uint64_t bound() const { return degree * cells; }
};

struct TreeTables {
  std::vector<TreeRow> degrees;
  std::vector<HotStep> others;
  std::vector<CellsRow> cells;
};

/// Has every component of p read each of the cells, and checks what it reads.
HotStep execute_hot_step(const std::string& access, std::uint32_t p, std::uint64_t cells, std::uint64_t seed) {
  Machine machine({.components = p, .network = "router", .access = access, .seed = seed});
  std::vector<std::uint64_t> memory(cells);
  for (std::uint64_t cell = 0; cell < cells; ++cell) memory[cell] = 3 * cell + 1;
  auto hot = machine.array(memory, "hot");
  hot.hot();
  std::vector<std::uint64_t> found(p * cells);
  machine.processors(p * cells).read(
      hot, [cells](std::uint64_t i) { return i % cells; }, found);
  for (std::uint64_t i = 0; i < found.size(); ++i) {
    if (found[i] != memory[i % cells])
      throw Error(fmt::format("access {}: processor {} has read a wrong value", access, i));
  }
  const StepRecord& step = machine.ledger().step_records().front();
  HotStep made{machine.options().access.text(), step.phases.size(), step.charge, step.charge_back};
  for (const PhaseRecord& phase : step.phases) made.largest = std::max(made.largest, phase.charge);
  return made;
}

std::uint64_t quotient_upwards(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

/// A level costs the most messages that a node gets: k, or all that the level below sends.
std::uint64_t tree_formula(std::uint64_t degree, std::uint64_t p) {
  std::uint64_t sum = 0;
  for (std::uint64_t senders = p; senders > 1; senders = quotient_upwards(senders, degree))
    sum += std::min(degree, senders);
  return sum;
}

/// Combining whose phases have the degrees of a tree: the basis k, …, k, the first number cut to what covers p.
std::string ordered_combining(std::uint64_t degree, std::uint64_t p) {
  std::string rest;
  std::uint64_t block = 1;
  while (block * degree < p) {
    block *= degree;
    rest += fmt::format(",{}", degree);
  }
  return fmt::format("combining:{}{},spread=ordered", quotient_upwards(p, block), rest);
}

/// Executes the steps of a table, and keeps them as its parts.
class HotSteps {
 public:
  HotSteps(const ExperimentRequest& asked, std::uint64_t work)
      : asked_(asked), p_(static_cast<std::uint32_t>(asked.number("--components"))), work_(work) {}

  std::uint32_t components() const { return p_; }

  /// @throws Interrupted if progress() stops the work
  HotStep operator()(const std::string& access, std::uint64_t cells, std::uint64_t run) {
    if (asked_.progress && !asked_.progress(done_++, work_)) throw Interrupted(0);
    const std::uint64_t seed = asked_.number("--seed") * 1'000'003 + run;
    const std::string name = fmt::format("{}, {} cells, run {}", access, cells, run);
    const auto known = executed_.find(name);
    if (known != executed_.end()) return known->second;
    return executed_[name] =
               part<HotStep>(asked_.parts, name, [&] { return execute_hot_step(access, p_, cells, seed); });
  }

 private:
  const ExperimentRequest& asked_;
  std::uint32_t p_;
  std::uint64_t work_;
  std::uint64_t done_ = 0;
  std::map<std::string, HotStep> executed_;  ///< both tables have the first run of one cell
};

void measure_one_cell(HotSteps& steps, TreeTables& tables) {
  const std::uint32_t p = steps.components();
  for (const std::uint32_t degree : tree_degrees) {
    TreeRow row{degree, tree_formula(degree, p)};
    row.tree = steps(fmt::format("tree:{}", degree), 1, 0);
    row.ordered = steps(ordered_combining(degree, p), 1, 0);
    tables.degrees.push_back(row);
  }
  for (const char* const access : flat_accesses) tables.others.push_back(steps(access, 1, 0));
}

/// The rows of so many cells, all with the same runs.
std::vector<CellsRow> rows_of_cells(HotSteps& steps, std::uint64_t cells, std::uint64_t runs) {
  std::vector<CellsRow> rows;
  for (const std::uint32_t degree : tree_degrees) rows.push_back({cells, degree});
  for (std::uint64_t run = 0; run < runs; ++run) {
    const auto combining = static_cast<double>(steps("combining", cells, run).forward);
    const auto direct = static_cast<double>(steps("direct", cells, run).forward);
    for (CellsRow& row : rows) {
      const HotStep tree = steps(fmt::format("tree:{}", row.degree), cells, run);
      row.levels = tree.phases;
      row.largest = std::max(row.largest, tree.largest);
      row.forward.add(static_cast<double>(tree.forward));
      row.combining.add(combining);
      row.direct.add(direct);
    }
  }
  return rows;
}

TreeTables tree_tables(const ExperimentRequest& asked) {
  TreeTables tables;
  const std::uint64_t runs = asked.number("--runs");
  std::vector<std::uint64_t> cells;
  for (std::uint64_t many = 1; many <= asked.number("--cells"); many *= 4) cells.push_back(many);
  constexpr std::uint64_t degrees = std::size(tree_degrees);
  HotSteps steps(asked, 2 * degrees + std::size(flat_accesses) + cells.size() * runs * (degrees + 2));
  try {
    measure_one_cell(steps, tables);
    for (const std::uint64_t many : cells) {
      for (const CellsRow& row : rows_of_cells(steps, many, runs)) tables.cells.push_back(row);
    }
  } catch (const Interrupted&) {  // the rows that are whole count
  }
  return tables;
}

std::string rounded_mean(const Statistic& measured) {
  return with_separators(static_cast<std::uint64_t>(std::llround(measured.mean())));
}

Report tree_report(const TreeTables& tables, const ExperimentRequest& asked) {
  const std::string components = with_separators(asked.number("--components"));
  Report report;
  for (const char* const option : {"components", "runs", "seed"})
    report.data(option, asked.number(fmt::format("--{}", option)));
  report.add(Fields<TreeRow>()
                 .add("degree", "k", &TreeRow::degree, plain)
                 .add(
                     "levels", "levels", [](const TreeRow& row) { return row.tree.phases; }, plain)
                 .add("formula", "formula", &TreeRow::formula, with_separators)
                 .add(
                     "forward", "forward", [](const TreeRow& row) { return row.tree.forward; }, with_separators)
                 .add(
                     "back", "back", [](const TreeRow& row) { return row.tree.back; }, with_separators)
                 .add(
                     "combining", "combining", [](const TreeRow& row) { return row.ordered.forward; }, with_separators)
                 .add(
                     "access", "of basis", [](const TreeRow& row) { return row.ordered.access; },
                     [](const TreeRow& row) {
                       const std::string& name = row.ordered.access;
                       return name.substr(name.find(':') + 1, name.find(",spread") - name.find(':') - 1);
                     })
                 .table("degrees",
                        fmt::format("All {} components read one cell: tree:k, and combining of that basis with\n"
                                    "spread=ordered",
                                    components),
                        tables.degrees));
  report.add(Fields<HotStep>()
                 .add("access", "access", &HotStep::access, plain)
                 .add("phases", "phases", &HotStep::phases, plain)
                 .add("forward", "forward", &HotStep::forward, with_separators)
                 .add("back", "back", &HotStep::back, with_separators)
                 .table("others", "The same by accesses that know of no hot cell", tables.others));
  report.add(Fields<CellsRow>()
                 .add("cells", "G", &CellsRow::cells, with_separators, Shown::where_it_changes)
                 .add("degree", "k", &CellsRow::degree, plain)
                 .add("levels", "levels", &CellsRow::levels, plain)
                 .add("largest", "dearest\nlevel", &CellsRow::largest, with_separators)
                 .add("bound", "k G", &CellsRow::bound, with_separators)
                 .add(
                     "forward", "forward", [](const CellsRow& row) { return statistic_value(row.forward); },
                     [](const CellsRow& row) { return rounded_mean(row.forward); })
                 .add(
                     "combining", "combining", [](const CellsRow& row) { return statistic_value(row.combining); },
                     [](const CellsRow& row) { return rounded_mean(row.combining); }, Shown::where_it_changes)
                 .add(
                     "direct", "direct", [](const CellsRow& row) { return statistic_value(row.direct); },
                     [](const CellsRow& row) { return rounded_mean(row.direct); }, Shown::where_it_changes)
                 .table("cells",
                        fmt::format("All {} components read G cells at once, means of {} runs", components,
                                    asked.number("--runs")),
                        tables.cells));
  report.note(
      "A level of a tree costs k, and the last ones what is left to merge: the formula. Trees of several cells meet in "
      "components, at most k G messages a level. Charges are executed, one way; replies cost as much.");
  return report;
}

}  // namespace

extern const Experiment combining_tree_experiment = {
    "combining-tree",
    "Combining trees for hot cells (Yew, Tzeng and Lawrie), by degree and by cells, beside combining",
    {{"--components", "P", "components, each of which reads all cells (4096)", 4096, 2, 1 << 16},
     {"--cells", "G", "cells at once: 1, 4, 16, … up to G (64)", 64, 1, 1024},
     {"--runs", "R", "runs of several cells that means are made of (3)", 3, 1},
     {"--seed", "S", "seed of the first run (1)", 1}},
    [](const ExperimentRequest& asked) { return tree_report(tree_tables(asked), asked); }};

}  // namespace pram::perf
