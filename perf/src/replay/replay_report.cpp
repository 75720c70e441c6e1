#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include <pram/perf/replay.hpp>
#include <pram/perf/route.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "links/link_pictures.hpp"
#include "links/saved_links.hpp"

namespace pram::perf {

namespace {

// Text has the first pieces alone.
constexpr std::size_t shown_pieces = 12;

std::string name_of(PathPart part) {
  switch (part) {
    case PathPart::calc: return "computing";
    case PathPart::overhead: return "sending and receiving";
    case PathPart::network: return "messages on their way";
    case PathPart::waiting: return "waiting for a network interface";
  }
  return "";
}

/// A row for each part that takes time.
Table parts_table(const Replayed& result) {
  Table table;
  table.title = "the critical path, to the end of the last rank";
  table.columns = {{"", "", Align::left}, {"", "ns"}, {"", "share"}};
  for (std::size_t k = 0; k < path_parts; ++k) {
    const std::uint64_t time = result.of_path[k];
    if (time == 0) continue;
    table.row({name_of(static_cast<PathPart>(k)), with_separators(time),
               percentage(static_cast<double>(time), static_cast<double>(result.makespan))});
  }
  return table;
}

Fields<Replayed::Piece> piece_fields() {
  using Piece = Replayed::Piece;
  return Fields<Piece>()
      .add("part", "piece by piece", &Piece::part, plain)
      .add("rank", "rank", &Piece::rank, plain)
      .add("label", "label", &Piece::label, [](const std::string& label) { return printable(label); })
      .add("line", "line", &Piece::line, plain)
      .add("begin", "from ns", &Piece::begin, with_separators)
      .add("end", "to ns", &Piece::end, with_separators);
}

/// The links that were busy for longest.
Table loaded_table(const Replayed& result) {
  using Link = Replayed::LoadedLink;
  return Fields<Link>()
      .add("from", "from node", &Link::from, plain)
      .add("to", "to node", &Link::to, plain)
      .add("busy", "busy ns", &Link::busy, with_separators)
      .text("share", [time = static_cast<double>(result.makespan)](
                         const Link& link) { return percentage(static_cast<double>(link.busy), time); })
      .table("links.most_loaded", "the most loaded links", result.links->most_loaded);
}

}  // namespace

Report replay_report(const Replayed& result) {
  Report report;
  report.headline(fmt::format("{} on {}: done after {} ns", printable(result.trace), printable(result.network),
                              with_separators(result.makespan)));
  report.item("trace", result.trace, "trace",
              fmt::format("{}: {}, {}", printable(result.trace), plural(result.ranks, "rank"),
                          plural(result.operations, "operation")));
  report.item("network", result.network, "network", printable(result.network));
  report.data("ranks", result.ranks);
  report.data("operations", result.operations);
  report.item("messages", result.messages, "messages",
              fmt::format("{} of {} in all", with_separators(result.messages), plural(result.bytes, "byte")));
  report.data("bytes", result.bytes);
  report.data("makespan", result.makespan);
  if (!result.ends.empty()) {
    const auto [first, last] = std::ranges::minmax(result.ends);
    report.line("ranks end", first == last
                                 ? fmt::format("all after {} ns", with_separators(last))
                                 : fmt::format("after {} to {} ns", with_separators(first), with_separators(last)));
  }
  if (result.links) {
    const Replayed::Links& links = *result.links;
    const auto time = static_cast<double>(result.makespan);
    report.line("links",
                fmt::format("{} (counted by direction), {}; the busiest {} of the time, the mean {}; at most {} at one",
                            with_separators(links.links), plural(links.hops, "hop"),
                            percentage(static_cast<double>(links.busiest_link), time),
                            percentage(static_cast<double>(links.busy), time * static_cast<double>(links.links)),
                            plural(links.largest_queue, "message")));
    report.data("links.links", links.links);
    report.data("links.hops", links.hops);
    report.data("links.busy", links.busy);
    report.data("links.busiest_link", links.busiest_link);
    report.data("links.largest_queue", links.largest_queue);
    if (links.over_time) report.json("links_over_time", links_record(*links.over_time));
  }
  if (result.links)
    result.links->most_loaded.empty() ? report.add_data(loaded_table(result)) : report.add(loaded_table(result));
  if (result.makespan > 0) report.add(parts_table(result));
  for (std::size_t k = 0; k < path_parts; ++k)
    report.data("critical_path." + std::string(to_string(static_cast<PathPart>(k))), result.of_path[k]);
  report.data("critical_path.count", result.path_pieces);
  report.add_data(piece_fields().table("critical_path.pieces", "", result.path));
  if (!result.path.empty()) {
    Table shown = piece_fields().table(
        "", "",
        std::vector(result.path.begin(),
                    result.path.begin() + static_cast<std::ptrdiff_t>(std::min(shown_pieces, result.path.size()))));
    for (Column& column : shown.columns) column.key.clear();
    if (result.path_pieces > shown_pieces)
      shown.footnote = fmt::format("and {} more, which JSON has", with_separators(result.path_pieces - shown_pieces));
    report.add(std::move(shown));
  }
  report.data("ends", Value(result.ends));
  report.data("wall_seconds", result.wall_seconds);
  report.closing = fmt::format("Ran in {}.", duration(result.wall_seconds));
  return report;
}

Page replay_page(const Replayed& result) {
  Page page;
  page.title = fmt::format("{} on {}", result.trace, result.network);
  Report report = replay_report(result);
  if (result.links && result.links->over_time) {
    const LinkUse& use = *result.links->over_time;
    page.sentences.push_back(utilisation_sentence(use));
    page.views.push_back(network_view(use, "The whole replay."));
    page.views.push_back(picture_view("time", "Links over time",
                                      "A row for each link, or for several, a column for each nanosecond, or for "
                                      "several; as strong as the links were busy.",
                                      links_over_time(use, "links, by node and port", "busy step")));
    replace_json(report, "links_over_time", links_record(use, false));
  } else if (result.links) {
    page.sentences.push_back(
        fmt::format("There are no pictures of links: a replay of more than {} hops, or of 2^32 "
                    "steps, is not watched, and JSON has links only with --links or --html.",
                    with_separators(most_watched_hops)));
  }
  return with_tables(std::move(page), report);
}

}  // namespace pram::perf
