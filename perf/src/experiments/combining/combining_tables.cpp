#include "combining_tables.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>

#include <pram/detail/fork_join.hpp>
#include <pram/machine.hpp>
#include <pram/perf/experiment.hpp>
#include <pram/pram.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "parts/part.hpp"

namespace pram::perf {

namespace {

constexpr std::uint32_t table_components = 4096;
constexpr std::uint32_t table_requests_each = 32;

// Runs that one machine makes, one after the other: the same for any number of threads.
constexpr std::uint64_t block_runs = 20;

/// Charges of several runs, phase by phase.
struct Sums {
  std::vector<double> phases;
  double total = 0;
  double squares = 0;
  std::uint64_t runs = 0;

  void add(const StepRecord& step) {
    phases.resize(std::max(phases.size(), step.phases.size()));
    for (std::size_t k = 0; k < step.phases.size(); ++k) phases[k] += static_cast<double>(step.phases[k].charge);
    const auto charge = static_cast<double>(step.charge);
    total += charge;
    squares += charge * charge;
    ++runs;
  }

  void add(const Sums& other) {
    phases.resize(std::max(phases.size(), other.phases.size()));
    for (std::size_t k = 0; k < other.phases.size(); ++k) phases[k] += other.phases[k];
    total += other.total;
    squares += other.squares;
    runs += other.runs;
  }

  PatternCharge mean() const {
    PatternCharge charge;
    const auto n = static_cast<double>(runs);
    for (const double phase : phases) charge.phases.push_back(phase / n);
    charge.mean = total / n;
    charge.deviation = runs < 2 ? 0 : std::sqrt(std::max(0.0, (squares - total * total / n) / (n - 1)));
    return charge;
  }
};

void kept_members(MaybeConst<Sums> auto& sums, const auto& member) {
  member("phases", sums.phases);
  member("total", sums.total);
  member("squares", sums.squares);
  member("runs", sums.runs);
}

/// A pattern is a PRAM step: every processor adds to the cell of its group.
Sums run_block(std::uint32_t components, std::uint32_t requests_each, std::uint32_t degree, const std::string& basis,
               std::uint64_t runs, std::uint64_t seed) {
  Machine machine(
      {.components = components, .network = "router", .access = "combining:" + basis, .threads = 1, .seed = seed});
  const std::uint64_t requests = std::uint64_t{components} * requests_each;
  const std::uint64_t groups = (requests + degree - 1) / degree;
  std::vector<Array<std::uint64_t>> cells;  // an array a run: each has hash values of its own
  for (std::uint64_t run = 0; run < runs; ++run) cells.push_back(machine.array<std::uint64_t>(groups, 0, "groups"));
  std::vector<std::uint32_t> group(requests);  // per processor, and so component by component
  for (std::uint64_t request = 0; request < requests; ++request) {
    group[request % components * requests_each + request / components] = static_cast<std::uint32_t>(request / degree);
  }
  const Processors all = machine.processors(requests);
  for (const Array<std::uint64_t>& fresh : cells) all.combine(fresh, group, Sum{}, 1);
  Sums sums;
  for (const StepRecord& step : machine.ledger().step_records()) sums.add(step);
  return sums;
}

std::uint64_t block_seed(std::uint64_t seed, std::uint64_t cell, std::uint64_t block) {
  return (seed * 1'000'003 + cell) * 1'000'003 + block + 1;
}

}  // namespace

PatternCharge measure_pattern(std::uint32_t components, std::uint32_t requests_each, std::uint32_t degree,
                              const std::string& basis, std::uint64_t runs, std::uint64_t seed) {
  Sums sums;
  for (std::uint64_t first = 0; first < runs; first += block_runs) {
    sums.add(run_block(components, requests_each, degree, basis, std::min(block_runs, runs - first),
                       block_seed(seed, 0, first)));
  }
  return sums.mean();
}

std::vector<CombiningTable> combining_tables(const TablesRequest& request) {
  std::vector<CombiningTable> tables = paper_tables();
  std::vector<TableCell*> cells;
  for (CombiningTable& table : tables) {
    for (TableCell& cell : table.cells) cells.push_back(&cell);
  }
  const std::uint64_t blocks = (request.runs + block_runs - 1) / block_runs;
  std::vector<std::vector<Sums>> sums(cells.size(), std::vector<Sums>(blocks));
  std::mutex reporting;
  std::uint64_t done = 0;
  std::atomic<bool> stopped = false;
  const auto work = [&](std::size_t item) {
    if (stopped) return;
    const std::size_t cell = item / blocks;
    const std::uint64_t block = item % blocks;
    const std::uint64_t runs = std::min(block_runs, request.runs - block * block_runs);
    sums[cell][block] = part<Sums>(request.parts, fmt::format("cell {}, block {}", cell, block), [&] {
      return run_block(table_components, table_requests_each, cells[cell]->degree, cells[cell]->basis, runs,
                       block_seed(request.seed, cell, block));
    });
    const std::scoped_lock lock(reporting);
    done += runs;
    if (request.progress && !request.progress(done, request.runs * cells.size())) stopped = true;
  };
  const unsigned threads = request.threads != 0 ? request.threads : std::max(1U, std::thread::hardware_concurrency());
  tbb::task_arena arena(
      static_cast<int>(std::min(threads, static_cast<unsigned>(tbb::this_task_arena::max_concurrency()))));
  try {
    arena.execute([&] { tbb::parallel_for(std::size_t{0}, cells.size() * blocks, ForkJoin(work)); });
  } catch (const Interrupted&) {  // within a block: the others count
  }

  const double distinct = expected_largest_bin(std::uint64_t{table_components} * table_requests_each, table_components);
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    Sums all;
    for (const Sums& block : sums[cell]) all.add(block);
    if (all.runs == 0) continue;
    const PatternCharge charge = all.mean();
    for (const double phase : charge.phases) cells[cell]->phases.push_back(phase / distinct);
    cells[cell]->measured = charge.mean / distinct;
    cells[cell]->stderr_ = charge.deviation / distinct / std::sqrt(static_cast<double>(all.runs));
    cells[cell]->runs = all.runs;
  }
  return tables;
}

namespace {

constexpr std::size_t bases_side_by_side = 2;

/// As the paper prints its factors: two digits.
std::string printed(double factor) { return fmt::format("{:.{}f}", factor, factor < 9.95 ? 1 : 0); }

std::string fine(double value, double beside) { return fmt::format("{:.{}f}", value, beside < 9.9995 ? 3 : 2); }

std::string measured(const TableCell& cell) { return cell.runs == 0 ? "-" : fine(cell.measured, cell.measured); }

std::string shown_basis(const std::string& basis) { return "(" + basis + ")"; }

std::string error(const TableCell& cell) { return cell.runs < 2 ? "" : "± " + fine(cell.stderr_, cell.measured); }

std::string difference(const TableCell& cell) {
  return cell.runs == 0 || !(cell.paper > 0) ? "" : fmt::format("{:+.1f}%", 100 * (cell.measured / cell.paper - 1));
}

std::vector<std::string> bases_of(const CombiningTable& table) {
  std::vector<std::string> bases;
  for (const TableCell& cell : table.cells) {
    if (std::ranges::find(bases, cell.basis) == bases.end()) bases.push_back(cell.basis);
  }
  return bases;
}

/// A row for each degree, the bases side by side.
void add_by_degree(Report& report, const CombiningTable& table, std::string title) {
  const std::vector<std::string> bases = bases_of(table);
  std::vector<std::uint32_t> degrees;
  for (const TableCell& cell : table.cells) {
    if (std::ranges::find(degrees, cell.degree) == degrees.end()) degrees.push_back(cell.degree);
  }
  for (std::size_t first = 0; first < bases.size(); first += bases_side_by_side) {
    const std::size_t last = std::min(bases.size(), first + bases_side_by_side);
    Table text{{}, first == 0 ? title : "", {{"", "degree"}}, {}};
    for (std::size_t b = first; b < last; ++b) {
      for (Column column : {Column{"", "paper"}, Column{"", shown_basis(bases[b]) + "\nmeasured"},
                            Column{"", "± error", Align::left}, Column{"", "off"}})
        text.columns.push_back(std::move(column));
    }
    for (const std::uint32_t degree : degrees) {
      std::vector<std::string> row = {std::to_string(degree)};
      for (std::size_t b = first; b < last; ++b) {
        const auto cell = std::ranges::find_if(
            table.cells, [&](const TableCell& c) { return c.degree == degree && c.basis == bases[b]; });
        if (cell == table.cells.end()) {
          row.insert(row.end(), 4, "");
        } else {
          for (std::string entry : {printed(cell->paper), measured(*cell), error(*cell), difference(*cell)})
            row.push_back(std::move(entry));
        }
      }
      text.row(std::move(row));
    }
    report.add(std::move(text));
  }
}

/// Two rows for each cell: the paper's phases and total, and ours.
void add_by_phase(Report& report, const CombiningTable& table, std::string title) {
  std::size_t phases = 0;
  for (const TableCell& cell : table.cells) phases = std::max({phases, cell.paper_phases.size(), cell.phases.size()});
  Table text{{}, std::move(title), {{"", "degree\nbasis", Align::left}, {"", "", Align::left}}, {}};
  for (std::size_t k = 0; k < phases; ++k) text.columns.push_back({"", fmt::format("phase\n{}", k + 1)});
  for (Column column : {Column{"", "total"}, Column{"", "± error", Align::left}, Column{"", "off"}})
    text.columns.push_back(std::move(column));
  for (const TableCell& cell : table.cells) {
    std::vector<std::string> paper = {std::to_string(cell.degree), "paper"};
    std::vector<std::string> ours = {shown_basis(cell.basis), "measured"};
    for (std::size_t k = 0; k < phases; ++k) {
      paper.push_back(k < cell.paper_phases.size() ? fmt::format("{:.2f}", cell.paper_phases[k]) : "");
      ours.push_back(cell.runs > 0 && k < cell.phases.size() ? fine(cell.phases[k], 1) : "");
    }
    for (std::string entry : {printed(cell.paper), std::string(), std::string()}) paper.push_back(std::move(entry));
    for (std::string entry : {measured(cell), error(cell), difference(cell)}) ours.push_back(std::move(entry));
    text.row(std::move(paper));
    text.row(std::move(ours));
  }
  report.add(std::move(text));
}

Value if_done(const TableCell& cell, const Value& value) { return cell.runs > 0 ? value : Value(); }

}  // namespace

Report combining_report(const std::vector<CombiningTable>& tables, std::uint64_t seed) {
  const auto cells = Fields<TableCell>()
                         .data("degree", &TableCell::degree)
                         .data("basis", &TableCell::basis)
                         .data("paper", &TableCell::paper)
                         .data("measured", [](const TableCell& cell) { return if_done(cell, cell.measured); })
                         .data("error", [](const TableCell& cell) { return if_done(cell, cell.stderr_); })
                         .data("runs", &TableCell::runs)
                         .data("paper_phases",
                               [](const TableCell& cell) {
                                 return cell.paper_phases.empty() ? Value(Value::Absent()) : Value(cell.paper_phases);
                               })
                         .data("phases", [](const TableCell& cell) {
                           return cell.runs == 0 || cell.phases.empty() ? Value(Value::Absent()) : Value(cell.phases);
                         });
  Report report;
  report.data("tables", List());
  for (const CombiningTable& table : tables) {
    const std::string path = fmt::format("tables.{}.", &table - tables.data());
    report.data(path + "name", table.name);
    report.data(path + "caption", table.caption);
    report.add(cells.table(path + "cells", "", table.cells));
    const std::string title = fmt::format("Table {}. {}", table.name, table.caption);
    const bool has_phases =
        std::ranges::any_of(table.cells, [](const TableCell& cell) { return cell.paper_phases.size() > 1; });
    has_phases ? add_by_phase(report, table, title) : add_by_degree(report, table, title);
  }
  report.data("seed", seed);
  return report;
}

extern const Experiment combining_experiment = {
    "combining",
    "Tables 1, 2 and 3 of TR-24-92: what multi-phase combining costs",
    {{"--runs", "R", "runs that each number is the mean of (500, as in the paper)", 500, 1},
     {"--threads", "T", "host threads, 0 for one a core (0); never changes a result", 0, 0, most_threads},
     {"--seed", "S", "seed of the runs (1)", 1}},
    [](const ExperimentRequest& asked) {
      TablesRequest request;
      request.runs = asked.number("--runs");
      request.threads = static_cast<unsigned>(asked.number("--threads"));
      request.seed = asked.number("--seed");
      request.progress = asked.progress;
      request.parts = asked.parts;
      const std::vector<CombiningTable> tables = combining_tables(request);
      const bool whole = std::ranges::all_of(tables, [&](const CombiningTable& table) {
        return std::ranges::all_of(table.cells, [&](const TableCell& cell) { return cell.runs == request.runs; });
      });
      Report report = combining_report(tables, request.seed);
      report.closing =
          fmt::format("Means of {}{} runs a cell, measured", whole ? "" : "up to ", with_separators(request.runs));
      return report;
    }};

}  // namespace pram::perf
