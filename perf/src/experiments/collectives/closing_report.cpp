#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/perf/experiment.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "closing_table.hpp"
#include "collectives/items.hpp"

namespace pram::perf {

namespace {

constexpr std::uint32_t usual_nodes = 16;
constexpr std::uint32_t fewest_nodes = 4;
constexpr std::uint32_t most_listed_nodes = 64;
constexpr std::uint64_t usual_words = 4096;
constexpr std::uint64_t most_listed_words = std::uint64_t{1} << 16;

/// "all ports, half duplex"
std::string ports_text(const CollectiveModel& model) {
  if (!model.links()) return {};
  std::string text = model.all_ports() ? ", all ports" : ", one port";
  text += model.half_duplex() ? ", half duplex" : ", full duplex";
  return text + (model.switching == SwitchingOptions::Technique::wormhole ? ", wormhole" : "");
}

std::string network_line(const ClosingCell& cell) {
  const CollectiveModel& model = cell.executed.model;
  return fmt::format("{}: {}{}", model.network, plural(model.nodes, "node"), ports_text(model));
}

std::string two_digits(const std::optional<double>& ratio) {
  return ratio ? fmt::format("{:.2f}", *ratio) : std::string("-");
}

std::string to_bound_text(const ClosingCell& cell) {
  return cell.fastest() == nullptr ? "none" : two_digits(cell.to_bound());
}

/// A value of a run, and none if there is no run.
template <class Of>
auto of_run(const CollectiveRun* (ClosingCell::*which)() const, Of of) {
  return [which, of](const ClosingCell& cell) -> Value {
    const CollectiveRun* const run = (cell.*which)();
    return run == nullptr ? Value() : Value(of(*run));
  };
}

/// The same as text.
template <class Of>
auto text_of_run(const CollectiveRun* (ClosingCell::*which)() const, Of of) {
  return [which, of](const ClosingCell& cell) {
    const CollectiveRun* const run = (cell.*which)();
    return run == nullptr ? std::string("-") : of(cell, *run);
  };
}

std::string time_of_run(const ClosingCell&, const CollectiveRun& run) { return time_text(run.time); }

std::string short_name_of_run(const ClosingCell& cell, const CollectiveRun& run) {
  return short_name(run.algorithm, to_string(cell.executed.task.operation));
}

Fields<ClosingCell> closing_fields() {
  const auto best = &ClosingCell::fastest;
  const auto papers = &ClosingCell::of_papers;
  const auto name = [](const CollectiveRun& run) { return run.algorithm; };
  const auto source = [](const CollectiveRun& run) { return run.source; };
  const auto time = [](const CollectiveRun& run) { return run.time; };
  return Fields<ClosingCell>()
      .add("network", "network", &ClosingCell::network, network_line, Shown::above)
      .data("nodes", [](const ClosingCell& cell) { return cell.executed.model.nodes; })
      .data("ports", [](const ClosingCell& cell) { return cell.executed.model.all_ports() ? "all" : "one"; })
      .data("duplex", [](const ClosingCell& cell) { return cell.executed.model.half_duplex() ? "half" : "full"; })
      .data("wormhole",
            [](const ClosingCell& cell) {
              return cell.executed.model.switching == SwitchingOptions::Technique::wormhole;
            })
      .add(
          "operation", "operation", [](const ClosingCell& cell) { return to_string(cell.executed.task.operation); },
          plain)
      .data("words", [](const ClosingCell& cell) { return cell.executed.task.words; })
      .data("source", [](const ClosingCell& cell) { return cell.executed.task.source; })
      .data("target", [](const ClosingCell& cell) { return cell.executed.task.target; })
      .data("algorithms", [](const ClosingCell& cell) { return std::uint64_t{cell.executed.runs.size()}; })
      .data("lower_bound", [](const ClosingCell& cell) { return cell.executed.lower_bound; })
      .data("fastest.name", of_run(best, name))
      .text("fastest", text_of_run(best, short_name_of_run), Align::left)
      .data("fastest.source", of_run(best, source))
      .data("fastest.steps", of_run(best, [](const CollectiveRun& run) { return run.cost.steps; }))
      .data("fastest.words", of_run(best, [](const CollectiveRun& run) { return run.cost.words; }))
      .data("fastest.time", of_run(best, time))
      .text("time", text_of_run(best, time_of_run))
      .text("bound", [](const ClosingCell& cell) { return time_text(cell.executed.lower_bound); })
      .data("fastest.to_bound", &ClosingCell::to_bound)
      .text("to\nbound", to_bound_text)
      .data("papers.name", of_run(papers, name))
      .data("papers.source", of_run(papers, source))
      .data("papers.time", of_run(papers, time))
      .text("the\npapers", text_of_run(papers, time_of_run))
      .add("gain", "gain", &ClosingCell::gain, [](const ClosingCell& cell) { return two_digits(cell.gain()); });
}

/// The least times over the lower bound: a row for each network that stands in the table for all operations, a column
/// for each operation that combines, or for each other one.
Table ratios_text(const ClosingTable& table, bool combines) {
  Table text{{},
             combines ? "The same of the operations that combine"
                      : "The least time over the lower bound, of the operations that move words",
             {{"", "network", Align::left}},
             {}};
  std::vector<CollectiveOperation> operations;
  for (const CollectiveOperation operation : all_operations()) {
    if (operation.combines() == combines) operations.push_back(operation);
  }
  for (const CollectiveOperation operation : operations) {
    std::string heading = to_string(operation);
    const std::size_t dash = heading.find('-');
    if (dash != std::string::npos) heading.insert(dash + 1, "\n");
    text.columns.push_back({"", heading});
  }
  for (auto cell = table.cells.begin(); cell != table.cells.end();) {
    const auto end =
        std::find_if(cell, table.cells.end(), [&](const auto& one) { return one.network != cell->network; });
    std::vector<std::string> row = {cell->network};
    for (const CollectiveOperation operation : operations) {
      const auto of_it =
          std::find_if(cell, end, [&](const auto& one) { return one.executed.task.operation == operation; });
      row.push_back(of_it == end ? "" : to_bound_text(*of_it));
    }
    if (!cell->exchange_alone) text.row(std::move(row));
    cell = end;
  }
  return text;
}

Fields<LaterGain> gain_fields() {
  return Fields<LaterGain>()
      .add(
          "operation", "operation", [](const LaterGain& one) { return to_string(one.operation); }, plain, Shown::above)
      .data("name", [](const LaterGain& one) { return one.run.algorithm; })
      .text(
          "algorithm", [](const LaterGain& one) { return short_name(one.run.algorithm, to_string(one.operation)); },
          Align::left)
      .data("source", [](const LaterGain& one) { return one.run.source; })
      .add("network", "network", &LaterGain::network, plain)
      .add(
          "time", "time", [](const LaterGain& one) { return one.run.time; }, time_text)
      .data("papers.name", [](const LaterGain& one) { return one.papers.algorithm; })
      .add(
          "papers.time", "the\npapers", [](const LaterGain& one) { return one.papers.time; }, time_text)
      .add("gain", "gain", &LaterGain::gain, [](double gain) { return two_digits(gain); });
}

}  // namespace

Report closing_report(const ClosingTable& table) {
  const ClosingRequest& request = table.request;
  Report report;
  report.data("nodes", request.nodes);
  report.data("words", request.words);
  report.data("startup", request.startup);
  report.data("bandwidth", request.bandwidth);
  report.add(ratios_text(table, false));
  report.add(ratios_text(table, true));
  report.add(closing_fields().table(
      "cells",
      fmt::format("Every operation on every topology: N = {}, τ = {:g}, b = {:g}; all algorithms executed, the fastest "
                  "beside the lower bound and the fastest of the papers'",
                  with_separators(request.words), request.startup, request.bandwidth),
      table.cells));
  report.add(
      gain_fields().table("gains", "The most that algorithms beyond the papers gain over theirs", later_gains(table)));
  report.data("without", List(table.without.begin(), table.without.end()));
  if (!table.without.empty()) {
    report.note(fmt::format("No size from {} to {} nodes: {}.", request.nodes, most_times_larger * request.nodes,
                            fmt::format("{}", fmt::join(table.without, ", "))));
  }
  report.note(
      "fastest: of all algorithms that fit, as executed; every word was found where it belongs. the papers: the time "
      "of the fastest that Saad and Schultz, the paper on total exchange in products, or the one on wormhole tori "
      "has; - where none of theirs fits. gain: that time over the fastest's. No paper has an operation that combines.");
  if (std::ranges::any_of(table.cells, [](const ClosingCell& cell) { return cell.fastest() == nullptr; }))
    report.note("none: no algorithm fits; all-to-all is planned for up to 128 nodes with data.");
  report.note(
      "N words are dealt to the nodes, vectors that are combined have ⌈N / k⌉. One-to-one goes from node 0 to the "
      "first "
      "of the nodes that are farthest from it. A topology that cannot have so many nodes has the next number that it "
      "can, and only the complete graph is one. The last networks are the models of the papers on all-to-all.");
  return report;
}

using Values = ExperimentOption::Values;

extern const Experiment collectives_experiment = {
    "collectives",
    "Every collective on every topology: the fastest algorithm, the lower bound, and what is gained over the papers",
    {{"--nodes", "K", "nodes, or the next number that a topology can have, from 4 to 64 (16)", usual_nodes,
      fewest_nodes, most_listed_nodes},
     {"--words", "N", "words in all, up to 65536 (4096)", usual_words, 1, most_listed_words},
     {"--tau", "T", "start-up time τ of a step (100)", 0, 0, 0, Values::from_zero},
     {"--bandwidth", "B", "words a unit of time, b (1)", 0, 0, 0, Values::above_zero}},
    [](const ExperimentRequest& asked) {
      ClosingRequest request;
      request.nodes = static_cast<std::uint32_t>(asked.number("--nodes"));
      request.words = asked.number("--words");
      if (const auto tau = asked.reals.find("--tau"); tau != asked.reals.end()) request.startup = tau->second;
      if (const auto bandwidth = asked.reals.find("--bandwidth"); bandwidth != asked.reals.end())
        request.bandwidth = bandwidth->second;
      request.progress = asked.progress;
      request.parts = asked.parts;
      return closing_report(closing_table(request));
    }};

}  // namespace pram::perf
