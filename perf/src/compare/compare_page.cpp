#include <pram/perf/runs/compare.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/items.hpp>
#include <pram/report/detail/page.hpp>
#include <pram/report/text.hpp>
#include "compared_lines.hpp"
#include "comparison_chart.hpp"

namespace pram::perf {

namespace {

std::uint64_t charge_of(const ComparedRun& run) {
  return run.forward + run.back + run.collectives + run.superstep_charge;
}

std::vector<std::string> comparison_sentences(const Comparison& comparison) {
  std::vector<std::string> sentences = {fmt::format(
      "{}: {} of {} gave a result; {}.", comparison.program, comparison.results(), plural(comparison.asked, "run"),
      comparison.sound() ? "all results are right, and equal" : "not all results are right and equal")};
  std::vector<const ComparedRun*> runs;
  for (const ComparedRun& run : comparison.runs) {
    if (run.failed.empty() && charge_of(run) > 0) runs.push_back(&run);
  }
  if (runs.size() < 2) return sentences;
  const auto [least, most] = std::ranges::minmax_element(
      runs, [](const ComparedRun* a, const ComparedRun* b) { return charge_of(*a) < charge_of(*b); });
  sentences.push_back(
      fmt::format("Least was charged by {} with {}: {}; most by {} with {}: {}, {} times as much.", (*least)->network,
                  (*least)->access, with_separators(charge_of(**least)), (*most)->network, (*most)->access,
                  with_separators(charge_of(**most)),
                  decimal(static_cast<double>(charge_of(**most)) / static_cast<double>(charge_of(**least)))));
  return sentences;
}

}  // namespace

std::string compare_page(const Comparison& comparison) {
  const Report report = compare_report(comparison);
  Page page;
  page.title = "Comparison of " + comparison.program;
  page.sentences = comparison_sentences(comparison);
  page.views.push_back(
      picture_view("networks", "Networks and protocols",
                   "A row for each network with each access protocol. The scale is logarithmic: lines of "
                   "the grid stand at powers of ten.",
                   comparison_chart(comparison)));
  const std::string lines = lines_markup(comparison);
  if (!lines.empty()) {
    page.views.push_back({"lines", "Lines",
                          "What part of each run's charge, forward and back, was that of a source line: a column for "
                          "each network and protocol. A line whose part changes along its row costs more on one than "
                          "on another.",
                          lines});
  }
  return html_of(std::move(page), report);
}

}  // namespace pram::perf
