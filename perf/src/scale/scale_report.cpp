#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include <pram/perf/runs/scale.hpp>
#include <pram/report/detail/run/facts.hpp>
#include <pram/report/detail/run/lint.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::perf {

namespace {

constexpr std::size_t most_others = 3;  // that text names

std::string count_text(double mean) {
  constexpr double long_from = 1000;
  const bool whole = std::abs(mean - std::round(mean)) < 1e-9;
  return mean < long_from && !whole ? decimal(mean) : compact(static_cast<std::uint64_t>(std::llround(mean)));
}

/// The number of a size among all, as rows of its table.
std::vector<std::size_t> rows_of(const Scale& scale) {
  std::vector<std::size_t> rows(scale.n.size());
  for (std::size_t k = 0; k < rows.size(); ++k) rows[k] = k;
  return rows;
}

/// The costs by size, means over the seeds.
Table cost_table(const Scale& scale) {
  Fields<std::size_t> fields;
  fields.data("n", [&](std::size_t row) { return scale.n[row]; }).data("size", [&](std::size_t row) {
    return scale.sizes[row];
  });
  const programs::InputSizes names = scale.inputs.empty() ? programs::InputSizes() : scale.inputs.front();
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string& name = names[k].first;
    const auto size = [&scale, k](std::size_t row) { return scale.inputs[row][k].second; };
    if (k == 0 || name == "edges") {
      fields.add("sizes." + name, name, size, [size](std::size_t row) { return with_separators(size(row)); });
    } else {
      fields.data("sizes." + name, size);
    }
  }
  for (const ScaledCost& cost : scale.costs) {
    fields.add(
        cost.key, cost.symbol,
        [&cost](std::size_t row) {
          const Statistic& values = cost.values[row];
          return Record{{"mean", values.mean()}, {"error", values.error()}, {"largest", values.largest()}};
        },
        [&cost](std::size_t row) { return count_text(cost.values[row].mean()); });
  }
  return fields.table("costs", "", rows_of(scale));
}

/// As the field `judgement` of JSON has it.
std::string judgement_name(Judgement judgement) {
  switch (judgement) {
    case Judgement::within: return "within the claim";
    case Judgement::settled: return "settled";
    case Judgement::below_bound: return "below the bound";
    case Judgement::too_few_sizes: return "too few sizes";
    case Judgement::grows_faster: return "grows faster";
  }
  return "";
}

Table fit_table(const Scale& scale) {
  using Row = ScaledCost;
  const auto class_of = [](const programs::Growth& growth) { return programs::to_string(growth); };
  const auto fitted = [](auto of) {
    return [of](const Row& cost) -> Value { return cost.fitted ? Value(of(*cost.fitted)) : Value(); };
  };
  Fields<Row> fields;
  fields.data("cost", &Row::key)
      .data("variable", [&scale](const Row&) { return scale.size; })
      .data("claimed", [](const Row& cost) { return cost.claim.empty() ? Value() : Value(cost.claim); })
      .data("claimed_class",
            [=](const Row& cost) { return cost.claimed_growth ? Value(class_of(*cost.claimed_growth)) : Value(); })
      .data("class", fitted([=](const FittedGrowth& fit) { return class_of(fit.best.growth()); }))
      .data("terms", fitted([=](const FittedGrowth& fit) {
              List terms;
              for (const GrowthTerm& term : fit.best.terms)
                terms.emplace_back(Record{{"coefficient", term.coefficient}, {"class", class_of(term.growth)}});
              return terms;
            }))
      .data("error", fitted([](const FittedGrowth& fit) { return fit.best.error; }))
      .data("largest_error", fitted([](const FittedGrowth& fit) { return fit.best.largest_error; }))
      .data("others", fitted([=](const FittedGrowth& fit) {
              List others;
              for (const GrowthFit& other : fit.others) others.emplace_back(class_of(other.growth()));
              return others;
            }))
      .data("part_of_bound", [](const Row& cost) { return cost.part_of_bound ? Value(*cost.part_of_bound) : Value(); })
      .data("above_claim", [](const Row& cost) { return cost.above_claim(); })
      .data("judgement", [](const Row& cost) {
        return cost.fitted && cost.claimed_growth ? Value(judgement_name(cost.judgement)) : Value();
      });
  return fields.table("fits", "", scale.costs);
}

/// What is said of a claim behind it.
std::string judgement_text(const ScaledCost& cost) {
  switch (cost.judgement) {
    case Judgement::within: return "";
    case Judgement::settled: return ", to which its ratio rises no more";
    case Judgement::below_bound:
      return fmt::format(": its ratio rises here, up to {:.0f}% of the program's bound", 100 * *cost.part_of_bound);
    case Judgement::too_few_sizes:
      return fmt::format(": to judge that takes {} sizes from {} on", least_judged_sizes, least_judged_size);
    case Judgement::grows_faster: return ": it GROWS FASTER here";
  }
  return "";
}

/// "3.00 log2 n + 2 (claimed O(log n))", and how sure that is.
std::string fit_text(const Scale& scale, const ScaledCost& cost) {
  const FittedGrowth& fitted = *cost.fitted;
  std::string text = to_string(fitted.best, scale.size);
  if (!cost.claim.empty()) text += fmt::format(" (claimed {}{})", cost.claim, judgement_text(cost));
  constexpr double shown_from = 0.0005;
  if (fitted.best.largest_error >= shown_from) {
    text += fmt::format(", off by {:.1f}% (root mean square), {:.1f}% at most", 100 * fitted.best.error,
                        100 * fitted.best.largest_error);
  }
  if (fitted.others.empty()) return text;
  std::vector<std::string> others;
  for (const GrowthFit& other : fitted.others) {
    if (others.size() < most_others) others.push_back(programs::to_string(other.growth(), "log", scale.size));
  }
  const std::size_t more = fitted.others.size() - others.size();
  return text + fmt::format("; these sizes do not tell it from {}{}", fmt::join(others, ", "),
                            more == 0 ? "" : fmt::format(" and {} more classes", more));
}

void add_fits(Report& report, const Scale& scale) {
  const std::string none = reason_for_no_fit(scale);
  report.data("no_fit", none.empty() ? Value() : Value(none));
  if (!none.empty()) {
    report.section();
    report.note(none + ".");
    return;
  }
  report.section(fmt::format("Growth, by least squares of relative residuals{}",
                             scale.size == "N" ? "; N = n + m, vertices and edges" : ""));
  for (const ScaledCost& cost : scale.costs) report.line(cost.symbol, fit_text(scale, cost));
}

}  // namespace

std::string reason_for_no_fit(const Scale& scale) {
  const std::size_t sizes = different_sizes(scale.sizes);
  if (sizes >= least_fitted_sizes) return "";
  if (sizes == 0) return "No run gave a result, so that there is nothing to fit";
  return fmt::format("{} {} too few for a fit, which takes {}", plural(sizes, "size"), sizes == 1 ? "is" : "are",
                     least_fitted_sizes);
}

Report scale_report(const ScaledSweep& sweep, const programs::Program& program) {
  const Scale& scale = sweep.scale;
  Report report;
  report.headline(sweep.program + ": " +
                  sweep_verdict(sweep.runs, sweep.failed, sweep.asked, sweep.check, sweep.sound, sweep.interrupted));
  report.data("program", sweep.program);
  report.data("machine", machine_record(sweep.machine));
  report.item("source", sweep.source, "input", printable(sweep.source));
  report.data("check", sweep.check);
  report.line("machine", fmt::format("{}, network {}, access {}", plural(sweep.machine.components, "component"),
                                     sweep.machine.network.text(), sweep.machine.access.text()));
  report.line("", fmt::format("rule {}, placement {}{}", to_string(sweep.machine.rule), placement_text(sweep.machine),
                              sweep.first_seed == sweep.last_seed ? fmt::format(", seed {}", sweep.first_seed) : ""));
  report.data("seeds", List{sweep.first_seed, sweep.last_seed});
  report.data("runs", sweep.runs);
  report.data("failed", sweep.failed);
  if (sweep.first_seed != sweep.last_seed)
    report.line("", fmt::format("seeds {} to {}: means", sweep.first_seed, sweep.last_seed));
  if (program.model.is_bsp()) report.line("claimed cost", program.time);
  if (!scale.n.empty()) report.add(cost_table(scale));
  report.add_data(fit_table(scale));
  add_fits(report, scale);
  if (sweep.lints) add_lints(report, lints_of(scale));
  report.data("asked", sweep.asked);
  report.data("sound", sweep.sound);
  report.data("interrupted", sweep.interrupted);
  report.data("wall_seconds", sweep.wall_seconds);
  report.closing = fmt::format("Ran {} in {} on {}.", plural(sweep.runs, "time"), duration(sweep.wall_seconds),
                               plural(sweep.machine.threads, "host thread"));
  return report;
}

}  // namespace pram::perf
