#include "theorem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <mutex>

#include <pram/detail/fork_join.hpp>
#include <pram/error.hpp>
#include <pram/perf/experiment.hpp>
#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "parts/part.hpp"
#include "theorem_proof.hpp"

namespace pram::perf {

namespace {

constexpr std::uint32_t least_components = 64;
constexpr std::uint32_t default_largest = 16384;
constexpr std::uint32_t largest_components = 65536;
constexpr std::uint64_t most_phases = 6;  // of bases of p = 64, which are powers of two

/// The request that a command line asks for.
TheoremRequest asked_theorem(const ExperimentRequest& asked) {
  TheoremRequest request;
  if (const auto epsilon = asked.reals.find("--eps"); epsilon != asked.reals.end()) request.epsilon = epsilon->second;
  if (request.epsilon > 1)
    throw ConfigError("--eps", fmt::format("{}", request.epsilon), "a number above 0, at most 1");
  if (const auto delta = asked.reals.find("--delta"); delta != asked.reals.end()) request.delta = delta->second;
  const double least_phases = 1 + std::floor(1 / request.epsilon);
  const std::uint64_t phases = asked.number("--phases");
  if (phases == 0 && least_phases > most_phases) {
    throw ConfigError("--eps", fmt::format("{}", request.epsilon),
                      fmt::format("an ε for which {} phases are enough", most_phases));
  }
  request.phases = static_cast<std::uint32_t>(phases == 0 ? static_cast<std::uint64_t>(least_phases) : phases);
  request.most_components = static_cast<std::uint32_t>(asked.number("--components"));
  request.runs = asked.number("--runs");
  request.seed = asked.number("--seed");
  request.progress = asked.progress;
  request.parts = asked.parts;
  const double largest = request.most_components;
  if (largest * std::floor(std::pow(largest, request.epsilon)) > static_cast<double>(most_requests)) {
    throw ConfigError(
        "--eps", fmt::format("{}", request.epsilon),
        fmt::format("one for which p^(1 + ε) requests are at most {}, or a smaller --components", most_requests));
  }
  return request;
}

}  // namespace

std::vector<std::uint32_t> even_basis(std::uint32_t components, std::uint32_t phases) {
  const auto bits = static_cast<std::uint32_t>(std::countr_zero(components));
  std::vector<std::uint32_t> basis;
  for (std::uint32_t i = 0; i < phases; ++i) basis.push_back(1U << (bits / phases + (i < bits % phases ? 1 : 0)));
  return basis;
}

std::vector<std::uint32_t> theorem_sizes(const TheoremRequest& request) {
  std::vector<std::uint32_t> sizes;
  for (std::uint32_t p = least_components; p <= request.most_components; p *= 4) sizes.push_back(p);
  return sizes;
}

TheoremTable theorem_table(const TheoremRequest& request) {
  if (request.phases < 1 + std::floor(1 / request.epsilon)) {
    throw ConfigError("phases", std::to_string(request.phases),
                      fmt::format("at least 1 + floor(1 / epsilon) = {}", 1 + std::floor(1 / request.epsilon)));
  }
  TheoremTable table{request, {}};
  for (const std::uint32_t p : theorem_sizes(request)) {
    const double power = std::pow(p, request.epsilon);
    const auto q = static_cast<std::uint32_t>(power);
    for (const char* const spread : {"random", "modular"}) {
      for (const std::uint64_t degree : {std::uint64_t{1}, std::uint64_t{q}, std::uint64_t{p}}) {
        TheoremRow row;
        row.components = p;
        row.requests = q;
        row.basis = fmt::format("{}", fmt::join(even_basis(p, request.phases), ","));
        row.spread = spread;
        row.degree = degree;
        row.bound = (1 + request.delta) * request.phases * power;
        table.rows.push_back(std::move(row));
      }
    }
  }
  const std::uint64_t of = table.rows.size() * request.runs;
  std::mutex reporting;
  std::uint64_t done = 0;
  std::atomic<bool> stopped = false;
  const auto measure = [&](std::size_t k) {
    TheoremRow& row = table.rows[k];
    PatternsRequest patterns;
    patterns.pattern =
        degree_pattern({row.components, std::uint64_t{row.components} * row.requests, Requesters::random}, row.degree);
    patterns.components = row.components;
    patterns.access = {fmt::format("combining:{},spread={}", row.basis, row.spread)};
    patterns.runs = 1;
    patterns.threads = 1;
    for (std::uint64_t run = 0; run < request.runs && !stopped; ++run) {
      patterns.seed = request.seed * 1'000'003 + run;
      const std::string name = fmt::format("p {}, {}, degree {}, run {}", row.components, row.spread, row.degree, run);
      const auto charge =
          part<double>(request.parts, name, [&] { return measure_patterns(patterns).costs.front().charge.mean(); });
      row.charge.add(charge);
      row.above += charge > row.bound ? 1 : 0;
      const std::scoped_lock lock(reporting);
      if (request.progress && !request.progress(++done, of)) stopped = true;
    }
  };
  try {
    tbb::parallel_for(std::size_t{0}, table.rows.size(), ForkJoin(measure), tbb::simple_partitioner());
  } catch (const Interrupted&) {  // within a run: the others count
  }
  return table;
}

Report theorem_report(const TheoremTable& table) {
  const auto charge = [](double (Statistic::*of)() const) {
    return [of](const TheoremRow& row) { return (row.charge.*of)(); };
  };
  // A row without runs has no mean.
  const auto measured = [](const char* format, auto&& of) {
    return [format, of](const TheoremRow& row) {
      return row.charge.count() > 0 ? fmt::format(fmt::runtime(format), of(row)) : "-";
    };
  };
  const TheoremRequest& request = table.request;
  Report report;
  report.data("epsilon", request.epsilon);
  report.data("delta", request.delta);
  report.data("phases", request.phases);
  report.data("runs", request.runs);
  report.data("seed", request.seed);
  report.add(
      Fields<TheoremRow>()
          .add("components", "p", &TheoremRow::components, with_separators, Shown::where_it_changes)
          .add("requests", "q", &TheoremRow::requests, plain, Shown::where_it_changes)
          .add("basis", "basis", &TheoremRow::basis, plain)
          .add("spread", "spread", &TheoremRow::spread, plain)
          .add("degree", "degree", &TheoremRow::degree, with_separators)
          .data("bound", &TheoremRow::bound)
          .add("charge.mean", "mean\ncharge", charge(&Statistic::mean), measured("{:.1f}", charge(&Statistic::mean)))
          .data("charge.error", charge(&Statistic::error))
          .add("charge.largest", "largest\ncharge", charge(&Statistic::largest),
               measured("{:.0f}", charge(&Statistic::largest)))
          .text("bound", [](const TheoremRow& row) { return fmt::format("{:.1f}", row.bound); })
          .add(
              "of_bound", "of the\nbound", [](const TheoremRow& row) { return row.charge.mean() / row.bound; },
              measured("{:.2f}", [](const TheoremRow& row) { return row.charge.mean() / row.bound; }))
          .data("above", &TheoremRow::above)
          .add("share", "runs\nabove", &TheoremRow::share,
               measured("{:.0f} %", [](const TheoremRow& row) { return 100 * row.share(); }))
          .table("rows",
                 fmt::format("The theorem of TR-24-92: with m = {} phases, p^ε requests a component, ε = {},\nthe "
                             "charge is at most (1 + δ) m p^ε, δ = {}, in ever more of the runs",
                             request.phases, request.epsilon, request.delta),
                 table.rows));
  return report;
}

extern const Experiment theorem_experiment = {
    "theorem",
    "TR-24-92's bound on multi-phase combining: the share of runs above it",
    {{"--eps", "E", "ε: a component makes p^ε requests, at most p (0.5)", 0, 0, 0,
      ExperimentOption::Values::above_zero},
     {"--delta", "D", "δ: the bound is (1 + δ) m p^ε (0.5)", 0, 0, 0, ExperimentOption::Values::above_zero},
     {"--phases", "M", "m, at least 1 + ⌊1 / ε⌋ (that)", 0, 1, most_phases},
     {"--components", "P", "the largest p, from 64 on (16384)", default_largest, least_components, largest_components},
     {"--runs", "R", "runs that each row is made of (40)", 40, 1},
     {"--seed", "S", "seed of the runs (1)", 1}},
    [](const ExperimentRequest& asked) {
      const TheoremRequest request = asked_theorem(asked);
      Report report = theorem_report(theorem_table(request));
      report.add(proof_table(request, proof_rows(request)));
      return report;
    }};

}  // namespace pram::perf
