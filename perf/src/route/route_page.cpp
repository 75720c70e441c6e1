#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <pram/perf/route.hpp>
#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/page/space_time.hpp>
#include <pram/report/detail/value/text.hpp>
#include "links/link_pictures.hpp"
#include "links/saved_links.hpp"

namespace pram::perf {

Page route_page(const RouteResult& result) {
  Report report = route_report(result);
  Page page;
  page.title = fmt::format("{} on {}", result.traffic, result.network);
  constexpr std::string_view rows = "links, by node and port";
  if (result.first) {
    page.sentences.push_back("The first run: " + utilisation_sentence(*result.first));
    page.views.push_back(network_view(*result.first, "The first run."));
    View over_time =
        picture_view("time", "Links over time",
                     "The first run. A row for each link, or for several, a column for each step, or for several; as "
                     "strong as the links were busy. A message waits for a link from when it has come to its node, or "
                     "to its source, until it begins to cross.",
                     links_over_time(*result.first, rows, "busy step"));
    if (result.first->waiting && result.first->waiting->largest() > 0) {
      over_time.markup += fmt::format(
          "<div data-still=\"waiting\">\n<h3>Waiting</h3>\n<p class=\"reading\">The same rows and columns; as "
          "strong as the most messages that waited for a link at a time, {} at most.</p>\n",
          with_separators(static_cast<std::uint64_t>(result.first->waiting->largest())));
      show(over_time, {"waiting", "Messages that wait over time", waiting_over_time(*result.first, rows)});
      over_time.markup += "</div>\n";
    }
    over_time.script = report::space_time_script();
    page.views.push_back(std::move(over_time));
    if (!result.first->messages) {
      page.sentences.push_back(fmt::format(
          "The page has no ways of messages: those of more than {} messages, or over more links in all, are not kept.",
          with_separators(most_ways)));
    }
    replace_json(report, "first_run", links_record(*result.first, false));
  } else if (result.runs() > 0) {
    page.sentences.push_back(
        fmt::format("There are no pictures of links: a run of more than {} hops is not "
                    "watched, and JSON has links only with --links.",
                    with_separators(most_watched_hops)));
  }
  return with_tables(std::move(page), report);
}

}  // namespace pram::perf
