#include <fmt/format.h>

#include <string>
#include <vector>

#include <pram/network.hpp>
#include <pram/perf/experiment.hpp>
#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "parts/part.hpp"
#include "report/statistic_value.hpp"

/// Concurrent access by integer sorting (Kruskal, Rudolph and Snir, TCS 71, 1990), beside which TR-24-92 claims better
/// constants for combining, and gives no numbers of sorting.
namespace pram::perf {

namespace {

constexpr std::uint32_t sort_components = 4096;
constexpr std::uint64_t sort_requests = std::uint64_t{1} << 17;
constexpr std::uint64_t sort_share = sort_requests / sort_components;
constexpr std::uint32_t sort_scan_rounds = 12;  // log₂ p

constexpr std::uint32_t key_bits[] = {24, 36};
constexpr std::uint32_t digit_bits[] = {3, 4, 5, 6, 8, 12};

constexpr std::uint32_t compared_degrees[] = {1, 16, 256, 4096};
constexpr const char* compared_accesses[] = {"integer-sort,bits=24,digit=6", "combining:32,16,8", "adaptive"};

/// Keys of `bits` bits by digits of `digit` bits, requests to distinct addresses.
struct SortRow {
  std::uint32_t bits = 0;   ///< K
  std::uint32_t digit = 0;  ///< w
  Statistic count;          ///< charge of the count of one digit
  Statistic charge;         ///< of the step, forward

  std::uint32_t digits() const { return (bits + digit - 1) / digit; }
  double formula(double distinct) const {
    return digits() * (static_cast<double>(sort_share) + count.mean()) + sort_scan_rounds + distinct;
  }
};

/// A degree of all addresses, and what each of compared_accesses is charged.
struct DegreeRow {
  std::uint32_t degree = 0;
  std::vector<Statistic> factor;
};

struct SortTable {
  std::vector<SortRow> rows;
  std::vector<DegreeRow> degrees;
};

/// What one run of all rows was charged.
PatternsResult run_once(std::uint32_t degree, const std::vector<Spec>& accesses, std::uint64_t seed) {
  PatternsRequest request;
  request.pattern = degree_pattern({.requesters = Requesters::consecutive}, degree);
  request.components = sort_components;
  request.access = accesses;
  request.runs = 1;
  request.seed = seed;
  return measure_patterns(request);
}

SortTable sort_table(const ExperimentRequest& asked) {
  SortTable table;
  std::vector<Spec> sorts;
  for (const std::uint32_t bits : key_bits) {
    for (const std::uint32_t digit : digit_bits) {
      table.rows.push_back({bits, digit, {}, {}});
      sorts.emplace_back(fmt::format("integer-sort,bits={},digit={}", bits, digit));
    }
  }
  const std::vector<Spec> compared(std::begin(compared_accesses), std::end(compared_accesses));
  for (const std::uint32_t degree : compared_degrees)
    table.degrees.push_back({degree, std::vector<Statistic>(compared.size())});
  const std::uint64_t runs = asked.number("--runs");
  const std::uint64_t work = runs * (1 + table.degrees.size());
  std::uint64_t done = 0;
  try {
    for (std::uint64_t run = 0; run < runs; ++run) {
      const std::uint64_t seed = asked.number("--seed") * 1'000'003 + run;
      if (asked.progress && !asked.progress(done++, work)) return table;
      const auto charges = part<std::vector<double>>(asked.parts, fmt::format("sorts, run {}", run), [&] {
        std::vector<double> made;
        for (const AccessCost& cost : run_once(1, sorts, seed).costs) {
          made.push_back(cost.phases.front().charge.mean());
          made.push_back(cost.charge.mean());
        }
        return made;
      });
      for (std::size_t k = 0; k < table.rows.size(); ++k) {
        table.rows[k].count.add(charges.at(2 * k));
        table.rows[k].charge.add(charges.at(2 * k + 1));
      }
      for (DegreeRow& row : table.degrees) {
        if (asked.progress && !asked.progress(done++, work)) return table;
        const auto factors =
            part<std::vector<double>>(asked.parts, fmt::format("degree {}, run {}", row.degree, run), [&] {
              std::vector<double> made;
              for (const AccessCost& cost : run_once(row.degree, compared, seed).costs)
                made.push_back(cost.factor.mean());
              return made;
            });
        for (std::size_t k = 0; k < compared.size(); ++k) row.factor[k].add(factors.at(k));
      }
    }
  } catch (const Interrupted&) {  // within a run: the others count
  }
  return table;
}

Report sort_report(const SortTable& table, std::uint64_t seed) {
  const double distinct = expected_largest_bin(sort_requests, sort_components);
  // A row without runs has no mean.
  const auto shown = [](int digits, auto of) {
    return [of, digits](const SortRow& row) {
      return row.charge.count() > 0 ? fmt::format("{:.{}f}", of(row), digits) : "-";
    };
  };
  const auto count = [](const SortRow& row) { return row.count.mean(); };
  const auto formula = [distinct](const SortRow& row) { return row.formula(distinct); };
  const auto factor = [distinct](const SortRow& row) { return row.charge.mean() / distinct; };
  Report report;
  report.data("seed", seed);
  report.data("distinct_charge", distinct);
  report.add(Fields<SortRow>()
                 .add("bits", "K", &SortRow::bits, plain, Shown::where_it_changes)
                 .add("digit", "w", &SortRow::digit, plain)
                 .add("digits", "digits", &SortRow::digits, plain)
                 .add("count", "count", count, shown(0, count))
                 .add("formula", "formula", formula, shown(1, formula))
                 .text("measured", shown(1, [](const SortRow& row) { return row.charge.mean(); }))
                 .text("± error", shown(1, [](const SortRow& row) { return row.charge.error(); }))
                 .data("charge", [](const SortRow& row) { return statistic_value(row.charge); })
                 .add("factor", "factor", factor, shown(2, factor))
                 .table("rows",
                        "Integer sorting of 2^17 requests to distinct addresses, 4096 components: keys\n"
                        "of K bits by digits of w bits, beside ⌈K / w⌉ (32 + count) + 12 + 54.4",
                        table.rows));
  Fields<DegreeRow> degrees;
  degrees.add("degree", "degree", &DegreeRow::degree, with_separators);
  constexpr const char* names[] = {"integer_sort", "combining", "adaptive"};
  for (std::size_t k = 0; k < std::size(names); ++k) {
    degrees
        .text(compared_accesses[k],
              [k](const DegreeRow& row) {
                const Statistic& measured = row.factor[k];
                return measured.count() > 0 ? fmt::format("{:.2f}", measured.mean()) : "-";
              })
        .data(names[k], [k](const DegreeRow& row) { return statistic_value(row.factor[k]); });
  }
  report.add(degrees.table("degrees", "The same requests in groups of one degree: performance factors", table.degrees));
  report.note(
      "Count is what the count of one digit is charged: every component has 2^w numbers. Sorting costs the more the "
      "more "
      "distinct addresses there are: records that meet on their way merge.");
  return report;
}

}  // namespace

extern const Experiment integer_sort_experiment = {
    "integer-sort",
    "Concurrent access by integer sorting, which TR-24-92 compares itself with, beside combining",
    {{"--runs", "R", "runs that each number is the mean of (10)", 10, 1}, {"--seed", "S", "seed of the runs (1)", 1}},
    [](const ExperimentRequest& asked) { return sort_report(sort_table(asked), asked.number("--seed")); }};

}  // namespace pram::perf
