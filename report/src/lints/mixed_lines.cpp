#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/value/text.hpp>
#include "profile/lines/lines.hpp"
#include "run_lints.hpp"

namespace pram::report {

namespace {

constexpr double least_request_share = 0.1;  // of the run's requests

using LinePlace = std::pair<std::string, std::uint32_t>;

/// The places in the program that asked in a step.
std::set<LinePlace> places_of(const StepRecord& step, const Ledger& ledger) {
  std::set<LinePlace> places;
  for (const StepLine& line : step.lines) {
    const SourceLine& where = ledger.lines()[line.line].where;
    places.emplace(where.file, where.line);
  }
  return places;
}

/// "graph/cc.cpp:40, 44 and 50"
std::string places_text(const std::set<LinePlace>& places) {
  std::vector<std::string> texts;
  const std::string* file = nullptr;
  for (const auto& [name, line] : places) {
    texts.push_back(file != nullptr && *file == name ? std::to_string(line) : printable(place_text({name, line})));
    file = &name;
  }
  const std::string last = std::move(texts.back());
  texts.pop_back();
  return fmt::format("{} and {}", fmt::join(texts, ", "), last);
}

}  // namespace

/// The steps whose requests were kept as records because several lines asked. Direct access names them `chunks`. Of
/// several phases `records` may have other reasons: there the machine must have counted steps of one line.
std::optional<Finding> mixed_lines_lint(const RunSummary& run) {
  const Ledger& ledger = run.ledger;
  const bool counts = std::ranges::any_of(ledger.step_records(),
                                          [](const StepRecord& step) { return step.served_by == ServedBy::counted; });
  std::map<std::set<LinePlace>, std::uint64_t> requests_of;
  std::uint64_t steps = 0;
  std::uint64_t requests = 0;
  for (const StepRecord& step : ledger.step_records()) {
    if (step.lines.size() < 2) continue;
    if (step.served_by != ServedBy::chunks && !(counts && step.served_by == ServedBy::records)) continue;
    std::set<LinePlace> places = places_of(step, ledger);
    if (places.size() < 2) continue;
    ++steps;
    requests += step.requests.total();
    requests_of[std::move(places)] += step.requests.total();
  }
  const double share =
      static_cast<double>(requests) / static_cast<double>(std::max<std::uint64_t>(1, ledger.requests().total()));
  if (steps == 0 || share < least_request_share) return std::nullopt;
  const auto most = std::ranges::max_element(requests_of, {}, [](const auto& one) { return one.second; });
  return Finding{
      fmt::format("in {} {}, with {} of the requests, processors stood at different lines, so that their requests were "
                  "kept as records, which is slower: most at {}",
                  with_separators(steps), steps == 1 ? "step" : "steps", percentage(share, 1),
                  places_text(most->first)),
      share};
}

}  // namespace pram::report
