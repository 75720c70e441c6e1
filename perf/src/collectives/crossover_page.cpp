#include <fmt/format.h>

#include <utility>

#include <pram/perf/collectives.hpp>
#include <pram/report/detail/page/page.hpp>
#include "crossover_chart.hpp"

namespace pram::perf {

Page crossover_page(const Crossover& crossover) {
  const Report report = crossover_report(crossover);
  Page page;
  page.title = to_string(crossover.operation) + ": the fastest algorithm by formula";
  page.views.push_back(picture_view(
      "ranges", "Words and nodes",
      "A row for each number of nodes. A band is the range of words for which one algorithm takes the least "
      "time by formula; nothing was executed.",
      crossover_chart(crossover)));
  return with_tables(std::move(page), report);
}

}  // namespace pram::perf
