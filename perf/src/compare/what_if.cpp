#include "what_if.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "compared_lines.hpp"

namespace pram::perf {

namespace {

/// The runs with a result that a machine could make.
std::vector<std::size_t> real_runs(const Comparison& comparison) {
  std::vector<std::size_t> real;
  std::vector<std::size_t> ideal;
  for (std::size_t k = 0; k < comparison.runs.size(); ++k) {
    const ComparedRun& run = comparison.runs[k];
    if (run.failed.empty()) (run.network == "ideal" ? ideal : real).push_back(k);
  }
  return real.empty() ? ideal : real;
}

std::vector<LineInstead> lines_instead(const std::vector<LineInRuns>& all, const Alternatives& of) {
  std::vector<LineInstead> lines;
  for (const LineInRuns& line : all) {
    const auto charge = [&](std::size_t run) { return line.charges[run].value_or(0); };
    const std::size_t run = std::ranges::min(of.others, {}, charge);
    if (charge(of.from) > 0 || charge(run) > 0)
      lines.push_back({line.file, line.line, charge(of.from), charge(run), run});
  }
  std::ranges::stable_sort(lines, std::ranges::greater{}, &LineInstead::spared);
  return lines;
}

std::string signed_number(std::int64_t n) {
  const std::string digits = with_separators(static_cast<std::uint64_t>(n < 0 ? -n : n));
  return n < 0 ? "-" + digits : digits;
}

/// What distinguishes a run from those that it is compared with.
const std::string& name_of(const Comparison& comparison, const Alternatives& of, std::size_t run) {
  return of.networks ? comparison.runs[run].network : comparison.runs[run].access;
}

/// The sums of the table's columns, and that of the other run with the least of them.
std::string sums_sentence(const Comparison& comparison, const Alternatives& of) {
  const auto sum_of = [&](std::size_t run) {
    std::uint64_t sum = 0;
    for (const ComparedLine& line : comparison.runs[run].lines) sum += line.charge;
    return sum;
  };
  const std::size_t best = std::ranges::min(of.others, {}, sum_of);
  std::uint64_t least = 0;
  for (const LineInstead& line : of.lines) least += std::min(line.charge, line.least);
  const char* const way = of.networks ? "on" : "with";
  return fmt::format("All lines together: {} {} {}, {} {} {}; {} if each were charged its least of all.",
                     with_separators(sum_of(of.from)), way, name_of(comparison, of, of.from),
                     with_separators(sum_of(best)), way, name_of(comparison, of, best), with_separators(least));
}

Table instead_table(const Comparison& comparison, Alternatives of) {
  const ComparedRun& from = comparison.runs[of.from];
  const std::string footnote = sums_sentence(comparison, of);
  const std::size_t lines = of.lines.size();
  of.lines.resize(std::min(lines, most_lines_shown));
  const auto whole = static_cast<double>(from.total_charge());
  const auto share = [whole](const LineInstead& line) {
    return line.spared() > 0 ? percentage(static_cast<double>(line.spared()), whole) : "";
  };
  const auto as_text = [](const std::string& text) { return text; };
  Fields<LineInstead> fields;
  fields
      .add(
          "line", "line", [](const LineInstead& line) { return fmt::format("{}:{}", line.file, line.line); }, as_text)
      .add("charge", (of.networks ? "on " : "with ") + name_of(comparison, of, of.from), &LineInstead::charge,
           with_separators)
      .add("least", of.networks ? "least on another" : "least with another", &LineInstead::least, with_separators)
      .add(
          "run", of.networks ? "network" : "protocol",
          [&](const LineInstead& line) { return name_of(comparison, of, line.run); }, as_text)
      .add("spared", "spared", &LineInstead::spared, signed_number)
      .text("of the whole charge", share);
  Table table =
      fields.table("",
                   of.networks ? fmt::format("Another network than {}, with {}", from.network, from.access)
                               : fmt::format("Another access protocol than {}, on {}", from.access, from.network),
                   of.lines);
  table.footnote = footnote;
  if (lines > most_lines_shown)
    table.footnote += fmt::format(" The first {} of {} lines are shown.", most_lines_shown, with_separators(lines));
  return table;
}

/// Which whole run was charged least.
std::string whole_sentence(const Comparison& comparison) {
  const std::vector<std::size_t> runs = real_runs(comparison);
  const ComparedRun& first = comparison.runs[runs.front()];
  const ComparedRun& best =
      comparison.runs[std::ranges::min(runs, {}, [&](std::size_t k) { return comparison.runs[k].total_charge(); })];
  std::string text = fmt::format("Of whole runs, that on {} with {} was charged least: {}", best.network, best.access,
                                 with_separators(best.total_charge()));
  if (&best != &first) {
    const std::uint64_t spared = first.total_charge() - best.total_charge();
    text += fmt::format(", {} less than the first, on {} with {}: {}",
                        percentage(static_cast<double>(spared), static_cast<double>(first.total_charge())),
                        first.network, first.access, with_separators(first.total_charge()));
  }
  text += '.';
  const auto on_ideal = [](const ComparedRun& run) { return run.network == "ideal"; };
  if (!on_ideal(first) && std::ranges::any_of(comparison.runs, on_ideal))
    text += " Runs on ideal, which charges a unit a phase, are left out: no machine has it.";
  return text;
}

}  // namespace

std::vector<Alternatives> alternatives(const Comparison& comparison) {
  std::vector<Alternatives> all;
  Alternatives networks{.networks = true};
  const std::vector<std::size_t> runs = real_runs(comparison);
  for (const std::size_t k : runs) {
    const ComparedRun& run = comparison.runs[k];
    const auto same_network = [&](const Alternatives& one) { return comparison.runs[one.from].network == run.network; };
    const auto there = std::ranges::find_if(all, same_network);
    if (there == all.end()) {
      all.push_back({.from = k});
    } else {
      there->others.push_back(k);
    }
  }
  for (const std::size_t k : runs) {
    const ComparedRun& first = comparison.runs[runs.front()];
    const ComparedRun& run = comparison.runs[k];
    if (run.access == first.access && run.network != first.network) networks.others.push_back(k);
  }
  if (!runs.empty()) networks.from = runs.front();
  all.push_back(std::move(networks));
  std::erase_if(all, [](const Alternatives& one) { return one.others.empty(); });
  const std::vector<LineInRuns> lines = lines_in_runs(comparison);
  for (Alternatives& one : all) one.lines = lines_instead(lines, one);
  std::erase_if(all, [](const Alternatives& one) { return one.lines.empty(); });
  return all;
}

std::string what_if_markup(const Comparison& comparison) {
  std::vector<Alternatives> all = alternatives(comparison);
  if (all.empty()) return "";
  Report report;
  report.note(whole_sentence(comparison));
  for (Alternatives& one : all) report.add(instead_table(comparison, std::move(one)));
  return tables_markup(report);
}

}  // namespace pram::perf
