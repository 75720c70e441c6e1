#include <pram/perf/runs/compare.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "compared_lines.hpp"
#include "comparison_chart.hpp"
#include "what_if.hpp"

namespace pram::perf {

namespace {

std::vector<std::string> comparison_sentences(const Comparison& comparison) {
  std::vector<std::string> sentences = {fmt::format(
      "{}: {} of {} gave a result; {}.", comparison.program, comparison.results(), plural(comparison.asked, "run"),
      comparison.sound() ? "all results are right, and equal" : "not all results are right and equal")};
  std::vector<const ComparedRun*> runs;
  for (const ComparedRun& run : comparison.runs) {
    if (run.failed.empty() && run.total_charge() > 0) runs.push_back(&run);
  }
  if (runs.size() < 2) return sentences;
  const auto [least, most] = std::ranges::minmax_element(
      runs, [](const ComparedRun* a, const ComparedRun* b) { return a->total_charge() < b->total_charge(); });
  sentences.push_back(fmt::format(
      "Least was charged by {} with {}: {}; most by {} with {}: {}, {} times as much.", (*least)->network,
      (*least)->access, with_separators((*least)->total_charge()), (*most)->network, (*most)->access,
      with_separators((*most)->total_charge()),
      decimal(static_cast<double>((*most)->total_charge()) / static_cast<double>((*least)->total_charge()))));
  return sentences;
}

}  // namespace

Page compare_page(const Comparison& comparison) {
  const Report report = compare_report(comparison);
  Page page;
  page.title = "Comparison of " + comparison.program;
  page.sentences = comparison_sentences(comparison);
  page.views.push_back(picture_view(
      "networks", "Networks and protocols",
      "A row for each network with each access protocol. A dot is what was charged, on a logarithmic scale.",
      comparison_chart(comparison)));
  const std::string lines = lines_markup(comparison);
  if (!lines.empty()) {
    page.views.push_back({"lines", "Lines",
                          "What part of each run's charge, forward and back, was that of a source line: a column for "
                          "each network and protocol. A line whose part changes along its row costs more on one than "
                          "on another.",
                          lines});
  }
  const std::string instead = what_if_markup(comparison);
  if (!instead.empty()) {
    page.views.push_back({"what-if", "What if",
                          "What each line was charged in the first run on its network, and the least that another run "
                          "charged it: one with another access protocol there, or one with the same protocol on "
                          "another network. All of them have been executed. What is spared is negative where all "
                          "others charge the line more.",
                          instead});
  }
  return with_tables(std::move(page), report);
}

}  // namespace pram::perf
