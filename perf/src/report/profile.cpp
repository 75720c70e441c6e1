#include <pram/perf/profile.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

#include <pram/perf/text.hpp>
#include "exchange_items.hpp"
#include "items.hpp"
#include "ledger_sections.hpp"
#include "lines.hpp"
#include "text_table.hpp"

namespace pram::perf {

namespace {

constexpr std::size_t shown_lines = 10;
constexpr std::size_t shown_cells = 10;
constexpr std::size_t shown_phases = 12;

// Requests of a component in a step, from which on combining by (32,16,8) has the paper's factor of about 3.5.
constexpr int claimed_requests = 16;

using Align = TextTable::Align;

std::string headline(const RunSummary& run) {
  std::string state = run.outcome.verified ? "result verified" : "the result is WRONG";
  if (!run.outcome.check.empty()) state += " against " + printable(run.outcome.check);
  if (run.interrupted)
    state = fmt::format("interrupted after {}, the result is not checked", plural(run.ledger.steps(), "step"));
  return wrapped(run.program + ": " + state, 2) + "\n\n";
}

std::string input_items(const RunSummary& run) {
  const MachineOptions& machine = run.machine;
  std::string out = item("input", input_text(run.input));
  out += item("machine", fmt::format("{}, network {}, access {}", plural(machine.components, "component"),
                                     machine.network, machine.access));
  out += item("", rule_text(machine));
  const std::string facts = facts_text(run.outcome);
  if (!facts.empty()) out += item("result", facts);
  return out + '\n';
}

std::string factor_text(double factor) { return factor > 0 ? decimal(factor) : "-"; }

/// The performance factor, what it is measured against, and what it does not say.
std::string factor_items(const RunSummary& run) {
  const double factor = run.ledger.performance_factor();
  std::string out =
      item("performance factor", fmt::format("{}: forward charge over the mean charge of as many requests to distinct "
                                             "addresses, each hashed on its own",
                                             decimal(factor)));
  if (below_one(factor) || run.machine.placement != Placement::hashed)
    out += item("", fmt::format("{} below 1: {}", below_one(factor) ? "It is" : "It may be",
                                below_one_text(run.machine.placement)));
  const double requests = static_cast<double>(run.ledger.requests().total()) / static_cast<double>(run.ledger.steps()) /
                          static_cast<double>(run.machine.components);
  if (requests < claimed_requests && run.machine.access.starts_with("combining")) {
    out += item("", fmt::format("With fewer than {} requests a component and step, here {}, the paper's 3.5 is not "
                                "claimed",
                                claimed_requests, decimal(requests)));
  }
  return out;
}

std::string totals(const RunSummary& run) {
  const Ledger& ledger = run.ledger;
  std::string out = item("time T", plural(ledger.steps(), "step"));
  out += item("work W", fmt::format("{} (processors times steps, idle ones included)", with_separators(ledger.work())));
  const double slackness = static_cast<double>(ledger.processors()) / static_cast<double>(run.machine.components);
  out += item("processors",
              fmt::format("{} at most, {} a component", with_separators(ledger.processors()), decimal(slackness)));
  out += item("requests", with_separators(ledger.requests().total()));
  std::string charge = fmt::format("{} forward (requests), {} back (replies)", with_separators(ledger.charge()),
                                   with_separators(ledger.charge_back()));
  if (!ledger.exchanges().empty()) {
    charge += fmt::format(", {} in data exchanges: {} in all", with_separators(ledger.exchange_charge()),
                          with_separators(ledger.total_charge()));
  }
  out += item("charge", charge);
  if (ledger.distinct_charge() > 0) {
    out += factor_items(run);
  }
  return out;
}

std::string host_line(const RunSummary& run) {
  return fmt::format("\nRan in {} on {}.\n", duration(run.wall_seconds), plural(run.machine.threads, "host thread"));
}

/// Of an access protocol whose phases are routines that have names.
std::string routines_section(const Ledger& ledger) {
  TextTable table({{"routine"}, {"transfers"}, {"charge\nforward"}, {"charge\nback"}, {"factor"}});
  std::uint64_t transfers = 0;
  for (std::size_t k = 0; k < ledger.phases().size(); ++k) {
    const PhaseTotal& routine = ledger.phases()[k];
    if (routine.messages == 0) continue;
    transfers += routine.messages;
    table.row({ledger.phase_name(k), compact(routine.messages), compact(routine.charge), compact(routine.charge_back),
               factor_text(ledger.performance_factor(k))});
  }
  table.row({"total", compact(transfers), compact(ledger.charge()), compact(ledger.charge_back()),
             factor_text(ledger.performance_factor())});
  return "\nCommunication by routine, charge in time units of the network; factors add up\n" + table.str();
}

std::string phases_section(const Ledger& ledger) {
  if (ledger.phases_have_names()) return routines_section(ledger);
  TextTable table({{"phase"},
                   {"messages"},
                   {"after\nmerging"},
                   {"most\nsent"},
                   {"most\nreceived"},
                   {"charge\nforward"},
                   {"charge\nback"},
                   {"factor"}});
  const auto add = [&](const std::string& name, const PhaseTotal& sum, double factor) {
    table.row({name, compact(sum.messages), compact(sum.combined), compact(sum.largest_sent),
               compact(sum.largest_received), compact(sum.charge), compact(sum.charge_back), factor_text(factor)});
  };
  const auto& phases = ledger.phases();
  const bool all = phases.size() <= shown_phases;
  const std::size_t single = all ? phases.size() : shown_phases - 1;
  PhaseTotal rest;
  PhaseTotal sum;
  for (std::size_t k = 0; k < phases.size(); ++k) {
    if (k < single) add(ledger.phase_name(k), phases[k], ledger.performance_factor(k));
    for (PhaseTotal* total : {&sum, &rest}) {
      if (total == &rest && k < single) continue;
      total->messages += phases[k].messages;
      total->combined += phases[k].combined;
      total->largest_sent = std::max(total->largest_sent, phases[k].largest_sent);
      total->largest_received = std::max(total->largest_received, phases[k].largest_received);
      total->charge += phases[k].charge;
      total->charge_back += phases[k].charge_back;
    }
  }
  const double unit = ledger.distinct_charge();
  if (!all)
    add(fmt::format("{}-{}", single + 1, phases.size()), rest, unit > 0 ? static_cast<double>(rest.charge) / unit : 0);
  table.row({"total", compact(sum.messages), "", compact(sum.largest_sent), compact(sum.largest_received),
             compact(ledger.charge()), compact(ledger.charge_back()), factor_text(ledger.performance_factor())});
  return fmt::format("\nCommunication by phase, charge in time units of the network{}\n{}",
                     phases.size() > 1 ? "; factors add up" : "", table.str());
}

/// Base names, with the folder where two files of the list share one.
template <class Total>
std::vector<std::string> file_labels(const std::vector<Total>& lines) {
  std::vector<std::string> labels;
  for (const Total& line : lines) {
    const bool ambiguous = std::ranges::any_of(lines, [&](const Total& other) {
      return other.where.file != line.where.file && base_name(other.where.file) == base_name(line.where.file);
    });
    labels.push_back(printable(ambiguous ? name_in_folder(line.where.file) : base_name(line.where.file)));
  }
  return labels;
}

std::string lines_section(const Ledger& ledger) {
  std::vector<LineTotal> lines = costliest_first(ledger);
  const std::size_t total = lines.size();
  if (total > shown_lines) lines.resize(shown_lines);
  const std::vector<std::string> files = file_labels(lines);
  const bool one_file = std::ranges::adjacent_find(files, std::ranges::not_equal_to{}) == files.end();

  std::vector<TextTable::Column> heads = {{"line"},
                                          {"array", Align::left},
                                          {"operation", Align::left},
                                          {"requests"},
                                          {"mean\ndegree"},
                                          {"largest\ndegree"},
                                          {"charge"},
                                          {"share"}};
  if (!one_file) heads.insert(heads.begin(), {"file", Align::left});
  TextTable table(std::move(heads));
  const auto whole = static_cast<double>(ledger.total_charge());
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const LineTotal& line = lines[k];
    std::vector<std::string> cells = {std::to_string(line.where.line),
                                      printable(line.array),
                                      line.operation,
                                      compact(line.requests),
                                      decimal(line.mean_degree()),
                                      compact(line.largest_degree),
                                      compact(line.charge),
                                      percentage(static_cast<double>(line.charge), whole)};
    if (!one_file) cells.insert(cells.begin(), files[k]);
    table.row(std::move(cells));
  }
  const std::string which = total > shown_lines
                                ? fmt::format("The {} source lines that cost most, of {}", shown_lines, total)
                                : "Source lines by cost";
  const std::string where = one_file ? ", all in " + files.front() : "";
  return fmt::format("\n{}\n{}", shortened(which + where, line_width), table.str());
}

/// The algorithm's name without that of the operation: a transposition is an all-to-all.
std::string algorithm_text(const std::string& algorithm) {
  for (const ExchangeOperation operation : exchange_operations()) {
    if (algorithm.starts_with(to_string(operation) + "-")) return short_name(algorithm, operation);
  }
  return printable(algorithm);
}

std::string exchanges_section(const Ledger& ledger) {
  std::vector<ExchangeTotal> exchanges = ledger.exchanges();
  std::ranges::stable_sort(exchanges, std::ranges::greater(), &ExchangeTotal::charge);
  const std::size_t total = exchanges.size();
  if (total > shown_lines) exchanges.resize(shown_lines);
  const std::vector<std::string> files = file_labels(exchanges);
  const bool one_file = std::ranges::adjacent_find(files, std::ranges::not_equal_to{}) == files.end();
  TextTable table({{one_file ? "line" : "file and line", Align::left},
                   {"operation\n  algorithm", Align::left},
                   {"times"},
                   {"words"},
                   {"steps"},
                   {"charge"},
                   {"to lower\nbound"},
                   {"share"}});
  const auto whole = static_cast<double>(ledger.total_charge());
  for (std::size_t k = 0; k < exchanges.size(); ++k) {
    const ExchangeTotal& one = exchanges[k];
    const double bound = one.lower_bound.value_or(0);
    table.row({(one_file ? "" : files[k] + ":") + std::to_string(one.where.line),
               one.operation + " " + printable(one.array), compact(one.times), compact(one.words), compact(one.steps),
               compact(one.charge), bound > 0 ? decimal(static_cast<double>(one.charge) / bound) : "-",
               percentage(static_cast<double>(one.charge), whole)});
    table.row({"", "  " + algorithm_text(one.algorithm), "", "", "", "", "", ""});
  }
  const std::string which =
      total > shown_lines ? fmt::format(", the {} of {} that cost most", shown_lines, total) : ", by cost";
  const std::string where = one_file ? ", all in " + files.front() : "";
  return fmt::format("\n{}\n{}", shortened("Data exchanges between components" + which + where, line_width),
                     table.str());
}

std::string cells_section(const Ledger& ledger) {
  const std::vector<CellTotal> cells = ledger.cells();
  if (cells.empty()) return "\nNo cell was accessed by two processors in one step.\n";
  TextTable table(
      {{"array", Align::left}, {"index"}, {"largest\ndegree"}, {"in step"}, {"steps as the\nmost contended"}});
  for (std::size_t k = 0; k < std::min(cells.size(), shown_cells); ++k) {
    const CellTotal& cell = cells[k];
    table.row({printable(cell.array), with_separators(cell.index), compact(cell.largest_degree),
               with_separators(cell.step), compact(cell.steps)});
  }
  return "\nThe most contended cells\n" + table.str();
}

std::string models_section(const Ledger& ledger) {
  const std::vector<std::string> models = ledger.models();
  std::string text = models.front();
  if (models.size() > 1) text += fmt::format(" (and so {})", fmt::join(models.begin() + 1, models.end(), ", "));
  std::string out = "\nThe weakest model that the run satisfied\n";
  out += item("model", text);
  out += item("largest degree",
              fmt::format("{} reading one cell in a step, {} writing", compact(ledger.largest_read_degree()),
                          compact(ledger.largest_write_degree())));
  return out;
}

}  // namespace

std::string result_text(const RunSummary& run) {
  return headline(run) + input_items(run) + totals(run) + host_line(run);
}

std::string profile_text(const RunSummary& run) {
  std::string out = headline(run) + input_items(run) + totals(run);
  if (!run.ledger.phases().empty()) out += phases_section(run.ledger);
  out += regions_section(run.ledger);
  if (!run.ledger.lines().empty())
    out += lines_section(run.ledger) + mixed_lines_section(run.ledger) + cells_section(run.ledger);
  if (!run.ledger.exchanges().empty()) out += exchanges_section(run.ledger);
  return out + models_section(run.ledger) + host_line(run);
}

}  // namespace pram::perf
