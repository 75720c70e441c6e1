#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/perf/experiment.hpp>
#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "parts/part.hpp"
#include "report/statistic_value.hpp"

/// Combining that counts before it sends, on networks whose links limit it: its counts and its numbers of components
/// are chosen for the router.
namespace pram::perf {

namespace {

constexpr std::uint64_t requests_of_component = 32;

// All have 16, 64, 256, … terminals, and each is simulated message by message, but for the router.
constexpr std::array carrying = {"router", "hypercube", "omega", "butterfly", "rcn-full", "fat-tree", "torus"};
constexpr std::array carried_by = {"direct", "combining", "adaptive"};

/// Requests of one degree, or half of them of each of two.
struct NetworkPattern {
  std::string key;
  std::string heading;
  PatternSource source;
};

std::vector<NetworkPattern> network_patterns(std::uint32_t components) {
  const PatternSize size{components, requests_of_component * components, Requesters::random};
  std::vector<NetworkPattern> patterns;
  for (const std::uint64_t degree : {1U, 4U, 16U}) {
    patterns.push_back(
        {fmt::format("degree_{}", degree), fmt::format("degree\n{}", degree), degree_pattern(size, degree)});
  }
  patterns.push_back({"degree_p", "degree\np", degree_pattern(size, components)});
  patterns.push_back({"half_p", "half p,\nhalf 1", mixed_pattern(size, fmt::format("{}:0.5,1:0.5", components))});
  patterns.push_back({"one_of_p", "one of p,\nthe rest 1",
                      mixed_pattern(size, fmt::format("{}:{},1:{}", components, 1.0 / requests_of_component,
                                                      1 - 1.0 / requests_of_component))});
  return patterns;
}

/// The factors of one protocol on one network, pattern by pattern.
struct NetworkRow {
  std::string network;
  std::string access;
  double distinct_charge = 0;
  std::vector<Statistic> factor;
};

/// What a run of a pattern on a network costs by each of carried_by.
struct NetworkRun {
  double distinct_charge = 0;
  std::vector<double> charge;
};

void kept_members(MaybeConst<NetworkRun> auto& run, const auto& member) {
  member("distinct_charge", run.distinct_charge);
  member("charge", run.charge);
}

NetworkRun run_on(const char* network, const NetworkPattern& pattern, std::uint32_t components, std::uint64_t seed) {
  PatternsRequest request;
  request.pattern = pattern.source;
  request.components = components;
  request.network = network;
  request.access.assign(carried_by.begin(), carried_by.end());
  request.runs = 1;
  request.seed = seed;
  const PatternsResult result = measure_patterns(request);
  NetworkRun run;
  run.distinct_charge = result.distinct_charge;
  for (const AccessCost& cost : result.costs) run.charge.push_back(cost.charge.mean());
  return run;
}

std::vector<NetworkRow> network_rows(const ExperimentRequest& asked) {
  const auto components = static_cast<std::uint32_t>(asked.number("--components"));
  const std::uint64_t runs = asked.number("--runs");
  const std::vector<NetworkPattern> patterns = network_patterns(components);
  std::vector<NetworkRow> rows;
  for (const char* const network : carrying) {
    for (const char* const access : carried_by)
      rows.push_back({network, access, 0, std::vector<Statistic>(patterns.size())});
  }
  std::uint64_t done = 0;
  try {
    for (std::size_t n = 0; n < carrying.size(); ++n) {
      for (std::size_t k = 0; k < patterns.size(); ++k) {
        for (std::uint64_t run = 0; run < runs; ++run) {
          if (asked.progress && !asked.progress(done++, runs * patterns.size() * carrying.size())) return rows;
          const std::string name = fmt::format("{}, {}, run {}", carrying[n], patterns[k].key, run);
          const auto made = part<NetworkRun>(asked.parts, name, [&] {
            return run_on(carrying[n], patterns[k], components, asked.number("--seed") * 1'000'003 + run);
          });
          for (std::size_t a = 0; a < carried_by.size(); ++a) {
            NetworkRow& row = rows[n * carried_by.size() + a];
            row.distinct_charge = made.distinct_charge;
            row.factor[k].add(made.charge.at(a) / made.distinct_charge);
          }
        }
      }
    }
  } catch (const Interrupted&) {  // within a run: the others count
  }
  return rows;
}

Report networks_report(const std::vector<NetworkRow>& rows, std::uint32_t components, std::uint64_t seed) {
  Fields<NetworkRow> fields;
  fields.add("network", "network", &NetworkRow::network, plain, Shown::where_it_changes)
      .add("access", "access", &NetworkRow::access, plain)
      .data("distinct_charge", &NetworkRow::distinct_charge);
  const std::vector<NetworkPattern> patterns = network_patterns(components);
  for (std::size_t k = 0; k < patterns.size(); ++k) {
    fields
        .text(patterns[k].heading,
              [k](const NetworkRow& row) {
                // A row without runs has no mean.
                return row.factor[k].count() > 0 ? fmt::format("{:.2f}", row.factor[k].mean()) : "-";
              })
        .data(patterns[k].key, [k](const NetworkRow& row) { return statistic_value(row.factor[k]); });
  }
  Report report;
  report.data("seed", seed);
  report.data("components", components);
  report.add(
      fields.table("rows",
                   fmt::format("Adaptive combining on networks: performance factors\n({} requests for each of {} "
                               "components)",
                               requests_of_component, with_separators(components)),
                   rows));
  report.note(
      "A factor is the charge over what the same network is charged for as many requests to distinct addresses. What "
      "adaptive counts goes by the same links as its records.");
  return report;
}

}  // namespace

extern const Experiment adaptive_networks_experiment = {
    "adaptive-networks",
    "Adaptive combining on networks beside direct access and TR-24-92's combining",
    {{"--components", "P", "p, a power of four from 16 to 4096 (256)", 256, 16, 4096},
     {"--runs", "R", "runs that each number is the mean of (4)", 4, 1},
     {"--seed", "S", "seed of the runs (1)", 1}},
    [](const ExperimentRequest& asked) {
      const std::uint64_t components = asked.number("--components");
      if (!std::has_single_bit(components) || std::countr_zero(components) % 2 != 0)
        throw ConfigError("components", std::to_string(components), "a power of four from 16 to 4096");
      return networks_report(network_rows(asked), static_cast<std::uint32_t>(components), asked.number("--seed"));
    }};

}  // namespace pram::perf
