#include <fmt/format.h>

#include <utility>

#include <pram/perf/collectives.hpp>
#include <pram/perf/network_crossover_report.hpp>
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

Page network_crossover_page(const NetworkCrossover& compared) {
  const Report report = network_crossover_report(compared);
  Page page;
  page.title = to_string(compared.operation) + ": the cheapest network by formula";
  page.views.push_back(
      picture_view("ranges", "Words and nodes",
                   "A row for each number of nodes. A band is the range of words for which one network takes the least "
                   "time by the formula of its fastest algorithm; nothing was executed.",
                   crossover_chart(ranges_by_network(compared))));
  return with_tables(std::move(page), report);
}

}  // namespace pram::perf
