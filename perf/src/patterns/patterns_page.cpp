#include <fmt/format.h>

#include <string>
#include <utility>

#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/value/text.hpp>
#include "patterns_chart.hpp"

namespace pram::perf {

Page patterns_page(const PatternsResult& result) {
  const Report report = patterns_report(result);
  Page page;
  page.title = fmt::format("{} on {}", result.pattern, result.network);
  if (!result.costs.empty()) {
    page.views.push_back(picture_view(
        "protocols", result.most_phases > 0 ? "The best bases" : "Protocols",
        "A row for each access protocol: what its requests are charged, below that each of its phases, and "
        "the replies. Behind a row stands its performance factor. A dot is a charge, on a logarithmic scale.",
        patterns_chart(result)));
  }
  return with_tables(std::move(page), report);
}

}  // namespace pram::perf
