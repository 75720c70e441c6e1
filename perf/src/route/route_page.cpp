#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include <pram/perf/route.hpp>
#include <pram/report/detail/frame.hpp>
#include <pram/report/detail/items.hpp>
#include <pram/report/detail/page.hpp>
#include <pram/report/text.hpp>

namespace pram::perf {

namespace {

Drawing links_over_time(const LinkUse& use) {
  constexpr double width = 880;
  const PlotArea area{.left = 70, .top = 24, .right = width - 16, .bottom = 24 + 320};
  Drawing drawing(width, area.bottom + 40);
  draw_lower_axis(drawing, area, Axis::linear(static_cast<double>(use.steps), area.left, area.right), "step");
  draw_left_axis(drawing, area, Axis::linear(static_cast<double>(use.links), area.top, area.bottom),
                 "links, by node and port");
  use.over_time.draw(drawing, area.left, area.top, area.right - area.left, area.bottom - area.top,
                     use.over_time.largest());
  return drawing;
}

std::string utilisation_sentence(const LinkUse& use) {
  if (use.steps == 0) return "No message had to leave its node.";
  std::uint64_t most = 0;
  std::uint64_t sum = 0;
  for (const std::uint64_t busy : use.busy) {
    most = std::max<std::uint64_t>(most, busy);
    sum += busy;
  }
  const auto steps = static_cast<double>(use.steps);
  return fmt::format(
      "In the first run {} carried something. The busiest was busy in {} of the steps, the mean of these in {}.",
      plural(use.links, "link"), percentage(static_cast<double>(most), steps),
      percentage(static_cast<double>(sum) / static_cast<double>(use.links), steps));
}

}  // namespace

std::string route_page(const RouteResult& result) {
  Report report = route_report(result);
  Page page;
  page.title = fmt::format("{} on {}", result.traffic, result.network);
  if (result.first) {
    page.sentences.push_back(utilisation_sentence(*result.first));
    page.views.push_back(
        picture_view("machine", "Network",
                     "The first run. A link is the stronger the more of the steps it was busy. Links in both "
                     "directions lie beside each other, those around an edge are stubs. Of a large network a "
                     "place is as strong as the busiest link that leaves it.",
                     network_picture(result.first->plan)));
    page.views.push_back(
        picture_view("time", "Links over time",
                     "The first run. A row for each link, or for several, a column for each step, or for "
                     "several; as strong as the links were busy.",
                     links_over_time(*result.first)));
  } else if (result.runs() > 0) {
    page.sentences.push_back(fmt::format("There are no pictures of links: a run of more than {} hops is not watched.",
                                         with_separators(most_watched_hops)));
  }
  page.views.push_back({"data", "Data", "", tables_markup(report)});
  page.data = document(report);
  page.footer = report.closing;
  return html_of(page);
}

}  // namespace pram::perf
