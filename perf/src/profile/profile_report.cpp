#include <pram/perf/profile.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include <pram/perf/text.hpp>
#include "ledger_tables.hpp"
#include "report/text/items.hpp"
#include "report/value/facts.hpp"

namespace pram::perf {

namespace {

// Requests of a component in a step, from which on combining by (32,16,8) has the paper's factor of about 3.5.
constexpr int claimed_requests = 16;

std::string verdict(const RunSummary& run) {
  if (run.interrupted)
    return fmt::format("interrupted after {}, the result is not checked", plural(run.ledger.steps(), "step"));
  const std::string state = run.outcome.verified ? "result verified" : "the result is WRONG";
  return run.outcome.check.empty() ? state : state + " against " + printable(run.outcome.check);
}

void add_run(Report& report, const RunSummary& run) {
  const MachineOptions& machine = run.machine;
  report.headline(run.program + ": " + verdict(run));
  report.data("program", run.program);
  report.data("machine", machine_record(machine));
  report.item("input", input_record(run.input), "input", input_text(run.input));
  report.line("machine", fmt::format("{}, network {}, access {}", plural(machine.components, "component"),
                                     machine.network.text(), machine.access.text()));
  report.line("", rule_text(machine));
  Record result = {{"verified", run.outcome.verified}, {"check", run.outcome.check}};
  for (auto& fact : facts_record(run.outcome)) result.push_back(std::move(fact));
  const std::string facts = facts_text(run.outcome);
  report.item("result", std::move(result), facts.empty() ? "" : "result", facts);
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
  const double requests = static_cast<double>(run.ledger.requests().total()) / static_cast<double>(run.ledger.steps()) /
                          static_cast<double>(run.machine.components);
  if (requests < claimed_requests && run.machine.access.spec().name == "combining") {
    report.line("", fmt::format("With fewer than {} requests a component and step, here {}, the paper's 3.5 is not "
                                "claimed",
                                claimed_requests, decimal(requests)));
  }
}

void add_totals(Report& report, const RunSummary& run) {
  const Ledger& ledger = run.ledger;
  report.item("steps", ledger.steps(), "time T", plural(ledger.steps(), "step"));
  report.item("work", ledger.work(), "work W",
              fmt::format("{} (processors times steps, idle ones included)", with_separators(ledger.work())));
  const double slackness = static_cast<double>(ledger.processors()) / static_cast<double>(run.machine.components);
  report.item("processors", ledger.processors(), "processors",
              fmt::format("{} at most, {} a component", with_separators(ledger.processors()), decimal(slackness)));
  report.item("requests", counts_record(ledger.requests()), "requests", with_separators(ledger.requests().total()));
  report.data("largest_read_degree", ledger.largest_read_degree());
  report.data("largest_write_degree", ledger.largest_write_degree());
  std::string charge = fmt::format("{} forward (requests), {} back (replies)", with_separators(ledger.charge()),
                                   with_separators(ledger.charge_back()));
  if (!ledger.collectives().empty()) {
    charge += fmt::format(", {} in collectives: {} in all", with_separators(ledger.collective_charge()),
                          with_separators(ledger.total_charge()));
  }
  report.item("charge.forward", ledger.charge(), "charge", charge);
  report.data("charge.back", ledger.charge_back());
  if (!ledger.collectives().empty()) {
    report.data("charge.collectives", ledger.collective_charge());
    report.data("charge.total", ledger.total_charge());
  }
  report.data("charge.distinct", ledger.distinct_charge());
  add_factor(report, run);
}

void add_models(Report& report, const Ledger& ledger, bool profile) {
  const std::vector<std::string> models = ledger.models();
  report.data("models", models);
  if (!profile) return;
  std::string text = models.front();
  if (models.size() > 1) text += fmt::format(" (and so {})", fmt::join(models.begin() + 1, models.end(), ", "));
  report.section("The weakest model that the run satisfied");
  report.line("model", text);
  report.line("largest degree",
              fmt::format("{} reading one cell in a step, {} writing", compact(ledger.largest_read_degree()),
                          compact(ledger.largest_write_degree())));
}

}  // namespace

Report run_report(const RunSummary& run, bool profile) {
  Report report;
  add_run(report, run);
  add_totals(report, run);
  Report tables;
  add_phases(tables, run.ledger);
  add_regions(tables, run.ledger);
  add_lines(tables, run.ledger);
  add_mixed_lines(tables, run.ledger);
  add_collectives(tables, run.ledger);
  add_cells(tables, run.ledger);
  add_costliest_collectives(tables, run.ledger);
  report.append(std::move(tables), profile);
  add_models(report, run.ledger, profile);
  add_steps(report, run.ledger);
  ProgramRun line = program_run(run.n, run.machine, run.ledger);
  line.verified = run.outcome.verified;
  if (run.interrupted) line.failed = "interrupted";
  report.add(runs_table("", run.program, run.machine, {&line, 1}));
  report.data("wall_seconds", run.wall_seconds);
  report.closing =
      fmt::format("Ran in {} on {}.", duration(run.wall_seconds), plural(run.machine.threads, "host thread"));
  return report;
}

}  // namespace pram::perf
