#include "optical_relations.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include <pram/error.hpp>
#include <pram/perf/experiment.hpp>
#include <pram/perf/probe.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "parts/part.hpp"

namespace pram::perf {

namespace {

constexpr std::uint32_t least_crossbar = 64;
constexpr std::uint32_t largest_crossbar = 4096;

/// The logarithm to base 2, rounded up.
std::uint32_t ceiled_log2(std::uint32_t x) { return x <= 1 ? 0 : static_cast<std::uint32_t>(std::bit_width(x - 1)); }

std::vector<OpticalRow> rows_to_measure(const OpticalRequest& request) {
  std::vector<OpticalRow> rows;
  for (std::uint32_t p = least_crossbar; p <= request.most_components; p *= 4) {
    const std::uint32_t log = ceiled_log2(p);
    const std::uint32_t log_log = ceiled_log2(log);
    const std::pair<std::uint32_t, const char*> sizes[] = {
        {1, "1"}, {log_log, "log log p"}, {log, "log p"}, {log * log_log, "log p log log p"}, {p, "p"}};
    for (const auto& [h, what] : sizes) {
      OpticalRow row;
      row.components = p;
      row.h = h;
      row.what = what;
      rows.push_back(row);
    }
  }
  return rows;
}

/// Mean and standard error; nothing if the work was stopped.
std::optional<std::pair<double, double>> measured_relation(const OpticalRequest& request, const OpticalRow& row,
                                                           const char* retry) {
  using MeanAndError = std::pair<double, double>;
  const std::string name = fmt::format("p {}, h {}, {}", row.components, row.h, retry);
  try {
    return part<MeanAndError>(request.parts, name, [&]() -> MeanAndError {
      ProbeRequest relations;
      relations.network = Spec(fmt::format("ocpc:retry={}", retry));
      relations.components = row.components;
      relations.h = {row.h};
      relations.runs = request.runs;
      relations.seed = request.seed;
      const Probe probed = probe(relations);
      if (probed.interrupted) throw Interrupted(0);
      return {probed.points.front().charge.mean(), probed.points.front().charge.error()};
    });
  } catch (const Interrupted&) {
    return std::nullopt;
  }
}

}  // namespace

std::vector<OpticalRow> optical_rows(const OpticalRequest& request) {
  std::vector<OpticalRow> rows = rows_to_measure(request);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto thinning = measured_relation(request, rows[k], "thinning");
    const auto backoff = thinning ? measured_relation(request, rows[k], "backoff") : std::nullopt;
    if (!backoff) {
      rows.resize(k);
      break;
    }
    std::tie(rows[k].thinning, rows[k].thinning_error) = *thinning;
    std::tie(rows[k].backoff, rows[k].backoff_error) = *backoff;
    if (request.progress && !request.progress(k + 1, rows.size())) {
      rows.resize(k + 1);
      break;
    }
  }
  return rows;
}

Report optical_report(const std::vector<OpticalRow>& rows) {
  using Row = OpticalRow;
  const auto cycles = [](double Row::*mean, double Row::*error) {
    return [=](const Row& row) {
      constexpr double whole_from = 100;
      return row.*mean < whole_from ? fmt::format("{:.1f} ± {:.1f}", row.*mean, row.*error)
                                    : fmt::format("{:.0f} ± {:.0f}", row.*mean, row.*error);
    };
  };
  const auto ratio = [](double value) { return fmt::format("{:.2f}", value); };
  Report report;
  report.add(Fields<Row>()
                 .add("components", "p", &Row::components, with_separators, Shown::where_it_changes)
                 .text(
                     "h =", [](const Row& row) { return std::string(row.what); }, Align::left)
                 .data("what", [](const Row& row) { return std::string(row.what); })
                 .add("h", "h", &Row::h, with_separators)
                 .data("thinning", &Row::thinning)
                 .data("thinning_error", &Row::thinning_error)
                 .text("thinning", cycles(&Row::thinning, &Row::thinning_error))
                 .add("thinning_of_h", "/ h", &Row::thinning_of_h, ratio)
                 .data("backoff", &Row::backoff)
                 .data("backoff_error", &Row::backoff_error)
                 .text("back-off", cycles(&Row::backoff, &Row::backoff_error))
                 .add("backoff_of_h", "/ h", &Row::backoff_of_h, ratio)
                 .text("e h", [](const Row& row) { return fmt::format("{:.0f}", std::numbers::e * row.h); })
                 .table("relations", "Random h-relations on the optical crossbar: cycles", rows));
  report.note(
      "h permutations drawn at random. Thinning knows h: in a round for k messages each goes once, at a random one of "
      "k "
      "cycles, and arrives with a chance of 1 / e. So an h-relation takes e h (1 + o(1)) + O(log p log log p) cycles "
      "(Geréb-Graus and Tsantilas, 1992), and its cycles over h fall towards e = 2.718 as h grows. Back-off knows "
      "nothing.");
  return report;
}

extern const Experiment optical_relations_experiment = {
    "optical-relations",
    "h-relations on the optical crossbar (S*PRAM) by thinning and back-off, beside e h",
    {{"--components", "P", "the largest p, from 64 on (1024)", 1024, least_crossbar, largest_crossbar},
     {"--runs", "R", "relations for each row (10)", 10, 1},
     {"--seed", "S", "seed of the relations (1)", 1}},
    [](const ExperimentRequest& asked) {
      OpticalRequest request;
      request.most_components = static_cast<std::uint32_t>(asked.number("--components"));
      request.runs = asked.number("--runs");
      request.seed = asked.number("--seed");
      request.progress = asked.progress;
      request.parts = asked.parts;
      return optical_report(optical_rows(request));
    }};

}  // namespace pram::perf
