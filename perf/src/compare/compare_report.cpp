#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <pram/perf/runs/compare.hpp>
#include <pram/report/detail/run/facts.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include <pram/spec.hpp>
#include "compared_lines.hpp"

namespace pram::perf {

namespace {

std::string state_of(const ComparedRun& run) {
  if (!run.failed.empty()) return "none";
  if (!run.verified) return "NO";
  if (!run.equal) return "differs";
  return run.has_oracle ? "yes" : "equal";
}

std::string verdict(const Comparison& comparison) {
  const std::string check = printable(comparison.checked.check);
  const std::uint64_t results = comparison.results();
  const std::uint64_t failed = comparison.runs.size() - results;
  if (comparison.runs.empty()) return "interrupted before a run was done";
  if (!comparison.sound()) return "the results are WRONG or differ, see below";
  std::string text = fmt::format("{} verified against {}, and equal", plural(results, "result"), check);
  if (results == 1) text = "result verified against " + check;
  if (!comparison.checked.has_oracle()) {
    text = fmt::format("{}, not checked, for the program has no oracle",
                       results == 1 ? "one result" : plural(results, "result") + ", all equal");
  }
  if (results == 0) text = "no result";
  if (failed > 0) text += fmt::format("; {} without a result, see below", plural(failed, "pair"));
  if (comparison.interrupted)
    text += fmt::format("; interrupted, {} of {} runs are done", comparison.runs.size(), comparison.asked);
  return text;
}

std::vector<ProgramRun> runs_of(const Comparison& comparison) {
  return {comparison.runs.begin(), comparison.runs.end()};
}

/// "forward and back and in collectives": what the ideal machine's charge is made of.
std::string charged_parts(const std::vector<ProgramRun>& runs) {
  const auto any = [&](auto of) { return std::ranges::any_of(runs, [of](const auto& run) { return run.*of > 0; }); };
  std::vector<std::string> parts;
  if (have_steps(runs) || any(&ProgramRun::forward)) parts.emplace_back("forward and back");
  if (any(&ProgramRun::collectives)) parts.emplace_back("in collectives");
  if (any(&ProgramRun::supersteps)) parts.emplace_back("in supersteps");
  return fmt::format("{}", fmt::join(parts, " and "));
}

/// The counts of supersteps that all runs share: text says them once.
std::vector<std::size_t> shared_superstep_counts(const Comparison& comparison) {
  std::vector<ProgramRun> runs = runs_of(comparison);
  std::erase_if(runs, [](const ProgramRun& run) { return !run.failed.empty(); });
  std::vector<std::size_t> shared;
  if (!have_supersteps(runs)) return shared;
  for (const std::size_t k : shown_counts(runs)) {
    const auto of = run_counts[k].of;
    if (of != &ProgramRun::supersteps && of != &ProgramRun::superstep_work && of != &ProgramRun::superstep_relation)
      continue;
    if (std::ranges::all_of(runs, [&](const ProgramRun& run) { return run.*of == runs.front().*of; }))
      shared.push_back(k);
  }
  return shared;
}

void add_shared_supersteps(Report& report, const Comparison& comparison) {
  for (const std::size_t k : shared_superstep_counts(comparison)) {
    const auto of = run_counts[k].of;
    const auto run = std::ranges::find(comparison.runs, "", &ComparedRun::failed);
    report.line(of == &ProgramRun::supersteps       ? "supersteps S"
                : of == &ProgramRun::superstep_work ? "local work w"
                                                    : "relation h",
                with_separators((*run).*of));
  }
}

void add_shared(Report& report, const Comparison& comparison) {
  Record machine = machine_record(comparison.machine);
  std::erase_if(machine, [](const auto& field) { return field.first == "network" || field.first == "access"; });
  report.data("program", comparison.program);
  report.data("machine", std::move(machine));
  report.item("input", input_record(comparison.checked), "input", comparison.checked.input_text);
  report.line("machine",
              fmt::format("{}, {}", plural(comparison.machine.components, "component"), rule_text(comparison.machine)));
  const std::string& facts = comparison.checked.facts_text;
  Record result = {{"check", comparison.checked.check}, {"text", facts}};
  for (const auto& fact : comparison.checked.facts) result.push_back(fact);
  report.item("result", std::move(result), facts.empty() ? "" : "result", facts);
  Report counts;
  counts.item("steps", comparison.steps, "time T", plural(comparison.steps, "step"));
  counts.item("work", comparison.work, "work W", with_separators(comparison.work));
  counts.item("requests", comparison.requests, "requests", with_separators(comparison.requests));
  report.append(std::move(counts), comparison.results() > 0 && have_steps(runs_of(comparison)));
  add_shared_supersteps(report, comparison);
  Report ideal;
  ideal.item("ideal_charge", comparison.ideal_charge, "ideal machine",
             fmt::format("charges {}, {}: a unit a phase", with_separators(comparison.ideal_charge),
                         charged_parts(runs_of(comparison))));
  report.append(std::move(ideal), comparison.results() > 0 && comparison.ideal_charge > 0);
}

/// What a count takes of a line, at most, with the blanks before it.
std::size_t column_width(const RunCount& count) {
  std::size_t width = 7;
  std::string_view heading = count.heading;
  for (std::string_view line; take_line(heading, line);) width = std::max(width, line.size());
  return width + 2;
}

/// The table of runs. Where names are too long for one line, the network stands above the lines of its protocols.
Table table_of(const Comparison& comparison) {
  const std::vector<ProgramRun> runs = runs_of(comparison);
  std::vector<std::size_t> shown = shown_counts(runs);
  const std::vector<std::size_t> shared = shared_superstep_counts(comparison);
  std::erase_if(
      shown, [&](std::size_t k) { return run_counts[k].of_program || std::ranges::find(shared, k) != shared.end(); });
  std::size_t counts_width = 0;
  for (const std::size_t k : shown) counts_width += column_width(run_counts[k]);
  // Beside the counts stand the time to ideal and the verdict. The factor is what else goes with the charges of steps.
  constexpr std::size_t room = 57;
  constexpr std::size_t factor_width = 13;
  constexpr std::size_t cost_width = 9;
  const auto known = [](const ProgramRun& run) { return run.predicted().has_value(); };
  const bool predicted = std::ranges::any_of(runs, known);
  const bool cost = predicted && counts_width + 2 * cost_width < room;
  counts_width += (predicted ? cost_width : 0) + (cost ? cost_width : 0);
  const bool factor = have_factors(runs) && counts_width + factor_width < room;
  const std::size_t room_for_names = room - counts_width - (factor ? factor_width : 0);
  std::size_t network_width = std::string_view("network").size();
  std::size_t access_width = std::string_view("access").size();
  for (const ComparedRun& run : comparison.runs) {
    network_width = std::max(network_width, columns(printable(run.network)));
    access_width = std::max(access_width, columns(printable(run.access)));
  }
  const bool grouped = network_width + access_width > room_for_names;

  using Row = ComparedRun;
  const auto if_done = [](auto of) {
    return [of](const Row& run) { return run.failed.empty() ? Value(std::invoke(of, run)) : Value(Value::Absent()); };
  };
  const auto positive = [](double number) { return number > 0 ? decimal(number) : "-"; };
  const auto times = [&](const Row& run) { return comparison.times_ideal(run); };
  Fields<Row> fields;
  fields
      .add(
          "network", "network", &Row::network, [](const Row& run) { return printable(run.network); },
          grouped ? Shown::above : Shown::always)
      .add("access", grouped ? "network\n  access" : "access", &Row::access,
           [grouped](const Row& run) { return (grouped ? "  " : "") + printable(run.access); });
  for (std::size_t k = 0; k < std::size(run_counts); ++k) {
    const RunCount& count = run_counts[k];
    const auto of = if_done(count.of);
    if (std::ranges::find(shown, k) != shown.end()) {
      fields.add(count.key, count.heading, of,
                 [of = count.of](const Row& run) { return run.failed.empty() ? compact(run.*of) : "-"; });
    } else if (count.of_program || count.shown == RunCount::Shown::with_steps || any_has(runs, count)) {
      fields.data(count.key, of);
    }
  }
  if (have_supersteps(runs)) {
    const auto cost_of = if_done(&Row::superstep_cost);
    if (cost) {
      fields.add("superstep_cost", "w +\ncharge", cost_of,
                 [](const Row& run) { return run.failed.empty() ? compact(run.superstep_cost()) : "-"; });
    } else {
      fields.data("superstep_cost", cost_of);
    }
  }
  if (predicted) {
    const auto of_parameters = [](auto of) {
      return [of](const Row& run) {
        return run.predicted() ? Value(std::invoke(of, *run.parameters)) : Value(Value::Absent());
      };
    };
    fields.data("g", of_parameters(&BspParameters::g))
        .data("l", of_parameters(&BspParameters::l))
        .data("probed", of_parameters(&BspParameters::fitted));
    fields.add(
        "predicted", "w + g h\n+ S l",
        [](const Row& run) { return run.predicted() ? Value(*run.predicted()) : Value(Value::Absent()); },
        [](const Row& run) { return run.predicted() ? decimal(*run.predicted()) : "-"; });
  }
  const auto factor_of = if_done(&Row::performance_factor);
  if (factor) {
    fields.add("performance_factor", "performance\nfactor", factor_of,
               [=](const Row& run) { return positive(run.performance_factor); });
  } else {
    fields.data("performance_factor", factor_of);
  }
  return fields
      .add("times_ideal", "time to\nideal", if_done(times), [=](const Row& run) { return positive(times(run)); })
      .add("verified", "verified",
           if_done([](const Row& run) { return run.has_oracle ? Value(run.verified) : Value(); }), state_of)
      .data("equal", if_done(&Row::equal))
      .data("failure", [](const Row& run) { return run.failed.empty() ? Value(Value::Absent()) : Value(run.failed); })
      .table("runs", "", comparison.runs);
}

/// By which g and l each network's supersteps were predicted.
void add_parameters(Report& report, const Comparison& comparison) {
  std::vector<std::string> said;
  for (const ComparedRun& run : comparison.runs) {
    if (!run.predicted() || std::ranges::find(said, run.network) != said.end()) continue;
    said.push_back(run.network);
    report.note(printable(run.network) + ": " + parameters_text(*run.parameters));
  }
}

/// Adds why pairs have no result, and what a factor below 1 means.
void add_notes(Report& report, const Comparison& comparison) {
  for (const ComparedRun& run : comparison.runs) {
    if (run.failed.empty()) continue;
    const std::string pair = printable(run.network) + " with " + printable(run.access);
    report.note("none: " + pair + ": " + printable(run.failed));
  }
  if (std::ranges::none_of(comparison.runs, [](const ComparedRun& run) { return below_one(run.performance_factor); }))
    return;
  report.parts.emplace_back(
      Paragraph{"A factor is over the mean charge of as many requests to distinct addresses, "
                "each hashed on its own. It can be below 1: " +
                    below_one_text(comparison.machine.placement) + ".",
                0, 0});
}

}  // namespace

bool Comparison::sound() const {
  return std::ranges::all_of(runs,
                             [](const ComparedRun& run) { return !run.failed.empty() || (run.verified && run.equal); });
}

std::uint64_t Comparison::results() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(runs, &std::string::empty, &ComparedRun::failed));
}

double Comparison::times_ideal(const ComparedRun& run) const {
  return ideal_charge == 0 ? 0 : static_cast<double>(run.total_charge()) / static_cast<double>(ideal_charge);
}

Report compare_report(const Comparison& comparison) {
  Report report;
  report.headline(comparison.program + ": " + verdict(comparison));
  add_shared(report, comparison);
  comparison.runs.empty() ? report.add_data(table_of(comparison)) : report.add(table_of(comparison));
  report.add(runs_table("", comparison.program, comparison.machine, runs_of(comparison)));
  add_parameters(report, comparison);
  add_notes(report, comparison);
  report.json("lines", lines_value(comparison));
  report.data("asked", comparison.asked);
  report.data("sound", comparison.sound());
  report.data("interrupted", comparison.interrupted);
  report.data("wall_seconds", comparison.wall_seconds);
  report.closing = fmt::format("Ran in {} on {}.", duration(comparison.wall_seconds),
                               plural(comparison.machine.threads, "host thread"));
  return report;
}

}  // namespace pram::perf
