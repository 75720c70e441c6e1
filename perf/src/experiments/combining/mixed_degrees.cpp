#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include <pram/perf/experiment.hpp>
#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "parts/part.hpp"
#include "report/statistic_value.hpp"

/// Patterns of mixed degrees: TR-24-92 measures patterns of one degree alone.
namespace pram::perf {

namespace {

constexpr std::array bases = {"32,16,8", "16,16,16", "32,8,4,4", "32,8,16"};

struct Mix {
  const char* name;
  const char* shares;  ///< as of mixed_pattern()
};
constexpr Mix mixes[] = {
    {"half of degree 4096, half of 1", "4096:0.5,1:0.5"},
    {"one group of 4096, the rest of 1", "4096:0.03125,1:0.96875"},
    {"as many requests of 1, 2, … 4096",
     "4096:0.07693,2048:0.07693,1024:0.07693,512:0.07692,256:0.07692,128:0.07692,64:0.07692,32:0.07692,16:0.07692,"
     "8:0.07692,4:0.07692,2:0.07692,1:0.07693"},
};

struct MixedRow {
  const char* pattern;
  const char* basis;
  Statistic factor;
};

std::vector<MixedRow> mixed_rows(const ExperimentRequest& asked) {
  PatternsRequest request;
  request.access.clear();
  request.runs = 1;
  for (const char* const basis : bases) request.access.emplace_back(std::string("combining:") + basis);
  std::vector<MixedRow> rows;
  const std::uint64_t runs = asked.number("--runs");
  std::uint64_t done = 0;
  try {
    for (const Mix& mix : mixes) {
      const std::size_t first = rows.size();
      for (const char* const basis : bases) rows.push_back({mix.name, basis, {}});
      request.pattern = mixed_pattern({.requesters = Requesters::consecutive}, mix.shares);
      for (std::uint64_t run = 0; run < runs; ++run) {
        if (asked.progress && !asked.progress(done++, runs * std::size(mixes))) return rows;
        request.seed = asked.number("--seed") * 1'000'003 + run;
        const auto factors = part<std::vector<double>>(asked.parts, fmt::format("{}, run {}", mix.name, run), [&] {
          std::vector<double> made;
          for (const AccessCost& cost : measure_patterns(request).costs) made.push_back(cost.factor.mean());
          return made;
        });
        for (std::size_t k = 0; k < bases.size(); ++k) rows[first + k].factor.add(factors.at(k));
      }
    }
  } catch (const Interrupted&) {  // within a run: the others count
  }
  return rows;
}

}  // namespace

extern const Experiment mixed_degrees_experiment = {
    "mixed-degrees",
    "Patterns of mixed degrees, which TR-24-92 does not try: what its sequences cost them",
    {{"--runs", "R", "runs that each number is the mean of (20)", 20, 1}, {"--seed", "S", "seed of the runs (1)", 1}},
    [](const ExperimentRequest& asked) {
      const auto shown = [](auto of, int digits) {
        return [of, digits](const MixedRow& row) {
          return row.factor.count() > 0 ? fmt::format("{:.{}f}", of(row.factor), digits) : "-";
        };
      };
      Report report;
      report.data("seed", asked.number("--seed"));
      report.add(Fields<MixedRow>()
                     .add("pattern", "degrees", &MixedRow::pattern, plain, Shown::where_it_changes)
                     .add("basis", "basis", &MixedRow::basis, plain)
                     .text("factor", shown([](const Statistic& factor) { return factor.mean(); }, 3))
                     .text("± error", shown([](const Statistic& factor) { return factor.error(); }, 3))
                     .text("largest", shown([](const Statistic& factor) { return factor.largest(); }, 2))
                     .data("factor", [](const MixedRow& row) { return statistic_value(row.factor); })
                     .table("rows", "Performance factors of mixed degrees (2^17 requests, 4096 components)",
                            mixed_rows(asked)));
      report.note(
          "The maxima of the phases come from different groups, so that a mix may cost more than each of its degrees.");
      return report;
    }};

}  // namespace pram::perf
