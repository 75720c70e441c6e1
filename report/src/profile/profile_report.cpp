#include <pram/report/detail/run/run.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/run/facts.hpp>
#include <pram/report/detail/run/lint.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "ledger_tables.hpp"
#include "other_models.hpp"
#include "profile_data.hpp"
#include "scaled_runs.hpp"
#include "superstep_tables.hpp"
#include "text/small_pictures.hpp"
#include "value/fact_fields.hpp"

namespace pram::report {

namespace {

// Requests of a component in a step, from which on combining by (32,16,8) has the paper's factor of about 3.5.
constexpr int claimed_requests = 16;

/// Whether supersteps say something of the run: of BSP processes, even if they made none.
bool has_supersteps(const RunSummary& run) {
  const Ledger& ledger = run.ledger;
  return ledger.supersteps() > 0 || (!run.checked && ledger.steps() == 0 && ledger.processes() > 0);
}

/// Whether PRAM steps say something of the run: not where it has supersteps alone.
bool has_steps(const RunSummary& run) { return run.ledger.steps() > 0 || !has_supersteps(run); }

/// Whether requests say something of the run: steps make them, and processes that ask for cells of arrays.
bool has_requests(const RunSummary& run) { return has_steps(run) || run.ledger.requests().total() > 0; }

/// "12 steps", "3 supersteps", "12 steps and 3 supersteps"
std::string done_text(const RunSummary& run) {
  std::string text;
  if (has_steps(run)) text = plural(run.ledger.steps(), "step");
  if (has_supersteps(run)) text += (text.empty() ? "" : " and ") + plural(run.ledger.supersteps(), "superstep");
  return text;
}

std::string many(std::uint64_t n, const char* one, const char* several) {
  return n == 1 ? fmt::format("1 {}", one) : fmt::format("{} {}", with_separators(n), several);
}

/// What is said of a run whose result nobody has checked.
std::string unchecked_verdict(const RunSummary& run) {
  const Ledger& ledger = run.ledger;
  std::vector<std::string> done;
  if (has_steps(run))
    done.push_back(fmt::format("{} of {}", plural(ledger.steps(), "step"), plural(ledger.processors(), "processor")));
  if (has_supersteps(run))
    done.push_back(fmt::format("{} of {}", plural(ledger.supersteps(), "superstep"),
                               many(ledger.processes(), "process", "processes")));
  return fmt::format("{}, charge {}{}", fmt::join(done, " and "), with_separators(ledger.total_charge()),
                     run.interrupted ? "; interrupted" : "");
}

std::string verdict(const RunSummary& run) {
  if (!run.checked) return unchecked_verdict(run);
  if (run.interrupted) return fmt::format("interrupted after {}, the result is not checked", done_text(run));
  if (run.checked->unchecked) return "the result is not checked, as --unchecked says";
  if (!run.checked->has_oracle()) return "the result is not checked, for the program has no oracle";
  const std::string state = run.checked->verified ? "result verified" : "the result is WRONG";
  return state + " against " + printable(run.checked->check);
}

/// What the program found.
void add_result(Report& report, const CheckedResult& checked, bool interrupted) {
  const Value verified = checked.has_oracle() || interrupted ? Value(checked.verified) : Value();
  Record result = {{"verified", verified}, {"check", checked.check}, {"text", checked.facts_text}};
  if (checked.unchecked) result.emplace_back("unchecked", true);
  result.insert(result.end(), checked.facts.begin(), checked.facts.end());
  report.item("result", std::move(result), checked.facts_text.empty() ? "" : "result", checked.facts_text);
}

void add_run(Report& report, const RunSummary& run) {
  const MachineOptions& machine = run.machine;
  report.headline(printable(run.program) + ": " + verdict(run));
  report.data("program", run.program);
  report.data("machine", machine_record(machine));
  if (run.checked) report.item("input", input_record(*run.checked), "input", run.checked->input_text);
  report.line("machine", fmt::format("{}, network {}, access {}", plural(machine.components, "component"),
                                     machine.network.text(), machine.access.text()));
  report.line("", rule_text(machine));
  if (run.checked) add_result(report, *run.checked, run.interrupted);
  report.data("interrupted", run.interrupted);
  report.section();
}
/// The performance factor, what it is measured against, and what it does not say.
void add_factor(Report& report, const RunSummary& run) {
  const double factor = run.ledger.performance_factor();
  if (run.ledger.distinct_charge() <= 0) {
    report.data("performance_factor", factor);
    return;
  }
  report.item("performance_factor", factor, "performance factor",
              fmt::format("{}: forward charge over the mean charge of as many requests to distinct addresses, each "
                          "hashed on its own",
                          decimal(factor)));
  if (below_one(factor) || run.machine.placement != Placement::hashed)
    report.line("", fmt::format("{} below 1: {}", below_one(factor) ? "It is" : "It may be",
                                below_one_text(run.machine.placement)));
  const std::uint64_t steps = run.ledger.steps() + run.ledger.supersteps();
  const double requests = static_cast<double>(run.ledger.requests().total()) / static_cast<double>(steps) /
                          static_cast<double>(run.machine.components);
  if (requests < claimed_requests && run.machine.access.spec().name == "combining") {
    report.line("", fmt::format("With fewer than {} requests a component and step, here {}, the paper's 3.5 is not "
                                "claimed",
                                claimed_requests, decimal(requests)));
  }
}

void add_step_totals(Report& report, const RunSummary& run) {
  const Ledger& ledger = run.ledger;
  report.data("step_sums", fact_record(ledger.step_total()));
  report.item("steps", ledger.steps(), "time T", plural(ledger.steps(), "step"));
  report.item("work", ledger.work(), "work W",
              fmt::format("{} (processors times steps, idle ones included)", with_separators(ledger.work())));
  const double slackness = static_cast<double>(ledger.processors()) / static_cast<double>(run.machine.components);
  report.item("processors", ledger.processors(), "processors",
              fmt::format("{} at most, {} a component", with_separators(ledger.processors()), decimal(slackness)));
}

void add_request_totals(Report& report, const RunSummary& run) {
  const Ledger& ledger = run.ledger;
  report.item("requests", ledger.requests().total(), "requests", with_separators(ledger.requests().total()));
  for (auto& [kind, count] : fact_record(ledger.requests())) report.data(kind, std::move(count));
  report.data("largest_read_degree", ledger.largest_read_degree());
  report.data("largest_write_degree", ledger.largest_write_degree());
  report.data("largest_degree", std::max(ledger.largest_read_degree(), ledger.largest_write_degree()));
  std::string charge = fmt::format("{} forward (requests), {} back (replies)", with_separators(ledger.charge()),
                                   with_separators(ledger.charge_back()));
  if (!ledger.collectives().empty())
    charge += fmt::format(", {} in collectives", with_separators(ledger.collective_charge()));
  if (has_supersteps(run)) charge += fmt::format(", {} in supersteps", with_separators(ledger.superstep_charge()));
  if (!ledger.collectives().empty() || has_supersteps(run))
    charge += fmt::format(": {} in all", with_separators(ledger.total_charge()));
  report.item("charge.forward", ledger.charge(), "charge", charge);
  report.data("charge.back", ledger.charge_back());
}

/// The messages of BSP processes that came and were never read, where there are any; a lint says so in text.
void add_unread_messages(Report& report, const Ledger& ledger) {
  if (ledger.unread_messages().empty()) return;
  Fields<UnreadMessages> fields;
  report.data("unread_messages", add_facts(fields, &Places::row).records(ledger.unread_messages()));
}

/// What BSP processes did, by the cost model: w, h and the number of supersteps.
void add_superstep_totals(Report& report, const RunSummary& run) {
  const Ledger& ledger = run.ledger;
  if (!has_supersteps(run)) return;
  const SuperstepTotal all = all_supersteps(ledger);
  report.item("supersteps", ledger.supersteps(), "supersteps S", with_separators(ledger.supersteps()));
  const double slackness = static_cast<double>(ledger.processes()) / static_cast<double>(run.machine.components);
  report.item("processes", ledger.processes(), "processes",
              fmt::format("{} at most, {} a component", with_separators(ledger.processes()), decimal(slackness)));
  report.item("superstep_work", all.largest_work, "local work w",
              fmt::format("{} operations: the most of a component in each superstep, added up; of all components {}",
                          with_separators(all.largest_work), with_separators(all.work)));
  report.item(
      "superstep_relation", all.relation, "relation h",
      fmt::format("{} words: the most that a component sent or got in each superstep, added up; in all {} words "
                  "in {} messages",
                  with_separators(all.relation), with_separators(all.words), with_separators(all.messages)));
  add_unread_messages(report, ledger);
  report.line(has_requests(run) ? "charge of h" : "charge",
              fmt::format("{} forward (puts, messages, requests of gets), {} back (what gets bring)",
                          with_separators(all.charge), with_separators(all.charge_back)));
  std::string cost = fmt::format("{}: w and the charge", with_separators(all.cost()));
  if (run.parameters) {
    const BspParameters& parameters = *run.parameters;
    const double predicted = parameters.cost(static_cast<double>(all.largest_work), static_cast<double>(all.relation),
                                             static_cast<double>(all.supersteps));
    report.data("predicted", predicted);
    cost += fmt::format("; w + g h + S l is {} with {}", decimal(predicted), parameters_text(parameters));
    if (all.shared.supersteps > 0) cost += ", shared arrays left out";
  }
  report.item("superstep_cost", all.cost(), "cost", cost);
}

void add_totals(Report& report, const RunSummary& run) {
  const Ledger& ledger = run.ledger;
  Report steps;
  add_step_totals(steps, run);
  report.append(std::move(steps), has_steps(run));
  Report requests;
  add_request_totals(requests, run);
  report.append(std::move(requests), has_requests(run));
  if (!ledger.collectives().empty()) report.data("charge.collectives", ledger.collective_charge());
  if (has_supersteps(run)) report.data("charge.superstep_charge", ledger.superstep_charge());
  if (!ledger.collectives().empty() || has_supersteps(run)) report.data("charge.total", ledger.total_charge());
  report.data("charge.distinct_charge", ledger.distinct_charge());
  add_factor(report, run);
  add_superstep_totals(report, run);
}

void add_models(Report& report, const RunSummary& run, bool profile) {
  const Ledger& ledger = run.ledger;
  const std::vector<std::string> models = ledger.models();
  report.data("models", models);
  if (!profile || !has_requests(run)) return;
  std::string text = models.front();
  if (models.size() > 1) text += fmt::format(" (and so {})", fmt::join(models.begin() + 1, models.end(), ", "));
  report.section("The weakest model that the run satisfied");
  report.line("model", text);
  report.line("largest degree",
              fmt::format("{} reading one cell in a step, {} writing", compact(ledger.largest_read_degree()),
                          compact(ledger.largest_write_degree())));
}

/// The charge of each step that has a record, as a line of small bars; of supersteps their work, too.
void add_charge_line(Report& report, const Ledger& ledger, const TextPlots& plots) {
  std::vector<double> charges;
  std::vector<std::uint64_t> numbers;
  for (const StepRecord& step : ledger.step_records()) {
    charges.push_back(static_cast<double>(step.charge + step.charge_back));
    numbers.push_back(step.step);
  }
  const bool supersteps = charges.empty();
  for (const SuperstepRecord& superstep : ledger.superstep_records()) {
    if (!supersteps) break;
    charges.push_back(static_cast<double>(superstep.largest_work + superstep.total_charge()));
    numbers.push_back(superstep.superstep);
  }
  constexpr std::size_t least_steps = 4;
  constexpr std::size_t text_begins = 22;  // as in items
  // Equal charges and a few steps are said better by numbers.
  if (charges.size() < least_steps || plots.width < text_begins + least_steps) return;
  const auto [least, most] = std::ranges::minmax_element(charges);
  if (*least == *most) return;
  const std::size_t width = std::min(plots.width, line_width) - text_begins;
  // A bar of blanks would be taken for the end of a word, so the line stands as it is.
  report.parts.emplace_back(Listing{fmt::format(
      "  {:<{}}{}\n  {:<{}}{} {} to {}, the most {} in {}\n", supersteps ? "work and charge" : "charge by step",
      text_begins - 2, sparkline(charges, width, plots.blocks), "", text_begins - 2,
      supersteps ? "supersteps" : "steps", numbers.front(), numbers.back(),
      with_separators(static_cast<std::uint64_t>(*most)), numbers[static_cast<std::size_t>(most - charges.begin())])});
}

}  // namespace

std::string host_time_text(const RunSummary& run) {
  if (!run.wall_seconds) return {};
  const std::string threads = plural(run.machine.threads, "host thread");
  const std::string where =
      run.ranks.ranks == 1 ? threads : fmt::format("{} of {}", plural(run.ranks.ranks, "rank"), threads);
  return fmt::format("Ran in {} on {}.", duration(*run.wall_seconds), where);
}

Report run_report(const RunSummary& run, bool profile, const std::optional<TextPlots>& plots) {
  pram::detail::refuse_processor("a report is made");
  Report report;
  add_run(report, run);
  add_totals(report, run);
  if (profile && plots) add_charge_line(report, run.ledger, *plots);
  if (run.parameters) report.data("parameters", parameters_record(*run.parameters));
  Report tables;
  add_supersteps(tables, run.ledger, run.parameters);
  add_transfers(tables, run.ledger);
  add_phases(tables, run.ledger);
  add_regions(tables, run.ledger);
  add_lines(tables, run.ledger, plots);
  add_mixed_lines(tables, run.ledger);
  add_collectives(tables, run.ledger);
  add_cells(tables, run.ledger);
  add_costliest_collectives(tables, run.ledger);
  report.append(std::move(tables), profile);
  add_models(report, run, profile);
  const std::vector<ModelTime> times = model_times(run.ledger, run.machine, run.parameters);
  add_other_models(report, times, run.ledger, profile);
  add_scaled(report, run.scaled, profile);
  add_profile(report, run.ledger);
  if (!run.ledger.has_profile()) add_steps(report, run.ledger);
  add_superstep_records(report, run.ledger);
  ProgramRun line = program_run(run.checked ? run.checked->n : 0, run.machine, run.ledger);
  line.verified = run.checked && run.checked->verified;
  line.checked = run.checked.has_value();
  line.has_oracle = run.interrupted || (run.checked && run.checked->has_oracle());
  line.parameters = run.parameters;
  if (run.interrupted) line.failed = "interrupted";
  Table lines = runs_table("", run.program, run.machine, {&line, 1});
  if (profile) add_model_columns(lines, times);
  report.add(std::move(lines));
  add_lints(report, lints_of(run));
  if (run.ranks.ranks > 1) {
    const RankTraffic& sent = run.ranks;
    report.data(
        "ranks",
        Record{{"count", sent.ranks}, {"steps", sent.steps}, {"messages", sent.messages}, {"bytes", sent.bytes}});
  }
  report.data("wall_seconds", run.wall_seconds);
  report.closing = host_time_text(run);
  return report;
}

}  // namespace pram::report
