#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include <pram/perf/route.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "links/saved_links.hpp"
#include "report/statistic_value.hpp"

namespace pram::perf {

namespace {

/// Whole numbers in full, others with three digits or one behind the point.
std::string quantity(double value) {
  if (value < 9e15 && value == std::floor(value)) return with_separators(static_cast<std::uint64_t>(value));
  return value < 99.95 ? decimal(value) : value < 1e6 ? fmt::format("{:.1f}", value) : decimal(value);
}

std::string share(double value) { return percentage(value, 1); }

/// The rows of a table of statistics: a column of numbers for one run, three for several.
class Rows {
 public:
  Rows(Report& report, std::uint64_t runs) : report_(report), several_(runs > 1) {
    if (several_) {
      table_.columns = {{"", "", Align::left}, {"", "mean"}, {"", "± error"}, {"", "largest"}};
    } else {
      table_.columns = {{"", "", Align::left}, {"", ""}};
    }
  }

  /// @param name  of text; "": JSON and CSV alone
  void add(const std::string& key, const std::string& name, const Statistic& values,
           std::string (*shown)(double) = quantity) {
    report_.data(key, statistic_value(values));
    if (name.empty()) return;
    if (several_) {
      table_.row({name, shown(values.mean()), "± " + shown(values.error()), shown(values.largest())});
    } else {
      table_.row({name, shown(values.mean())});
    }
  }

  void title(const std::string& name) {
    std::vector<std::string> cells(table_.columns.size());
    cells.front() = name;
    table_.row(std::move(cells));
  }

  const Table& table() const { return table_; }

 private:
  Report& report_;
  bool several_;
  Table table_;
};

std::string headline(const RouteResult& result) {
  const std::string what = fmt::format("{} on {}", printable(result.traffic), printable(result.network));
  if (result.runs() == 0) return what + ": interrupted before a run was done";
  const double steps = result.steps.mean();
  std::string text = fmt::format("{}: drained in {} step{}{}", what, quantity(steps), steps == 1 ? "" : "s",
                                 result.runs() > 1 ? " on average" : "");
  if (result.ratio.count() > 0) text += fmt::format(", {} times the best lower bound", decimal(result.ratio.mean()));
  if (result.interrupted) text += fmt::format("; interrupted, {} of {} runs are done", result.runs(), result.asked);
  return text;
}

std::string passes_line(const RouteResult& result) {
  if (result.passes.count() == 0) return "";
  if (result.passes.count() == 1) {
    return result.conflict_free > 0 ? "conflict-free: it passes the network at once"
                                    : fmt::format(
                                          "not conflict-free: {} passes by greedy first fit, in each of which "
                                          "no wire carries two messages",
                                          quantity(result.passes.mean()));
  }
  return fmt::format("{} of {} permutations are conflict-free; greedy first fit needs {} ± {} passes, {} at most",
                     with_separators(result.conflict_free), with_separators(result.passes.count()),
                     quantity(result.passes.mean()), quantity(result.passes.error()),
                     quantity(result.passes.largest()));
}

}  // namespace

Report route_report(const RouteResult& result) {
  Report report;
  report.headline(headline(result));
  report.item("network", result.network, "network",
              fmt::format("{}: {}, {} (counted by direction)", printable(result.network),
                          plural(result.terminals, "terminal"), plural(result.links, "link")));
  report.item("traffic", result.traffic, "traffic",
              fmt::format("{}, {}, seed {}", printable(result.traffic), plural(result.runs(), "run"), result.seed));
  report.data("terminals", result.terminals);
  report.data("links", result.links);
  report.data("seed", result.seed);
  report.data("runs", result.runs());
  report.data("asked", result.asked);
  report.data("combines", result.combines);
  if (const std::string passes = passes_line(result); !passes.empty()) report.line("permutation", passes);

  Rows rows(report, result.runs());
  rows.add("steps", "steps until drained", result.steps);
  rows.add("messages", "messages", result.messages);
  rows.add("hops", "hops", result.hops);
  rows.add("merged", result.combines ? "messages merged into others" : "", result.merged);
  rows.add("latency", "mean latency, steps", result.latency);
  rows.add("largest_queue", "largest queue, messages", result.largest_queue);
  rows.add("utilisation.largest", "busiest link, of the steps", result.largest_utilisation, share);
  rows.add("utilisation.mean", "mean link, of the steps", result.mean_utilisation, share);
  rows.title("lower bounds on the steps");
  rows.add("bounds.distance", "  distances summed, over links", result.distance);
  rows.add("bounds.farthest", "  the longest way", result.farthest);
  rows.add("bounds.ports", "  a terminal's ports", result.ports);
  rows.add("bounds.bisection", "  bisection", result.bisection);
  rows.add("bounds.best", "", result.best);
  rows.add("ratio", result.ratio.count() > 0 ? "steps to the best bound" : "", result.ratio, decimal);
  if (result.runs() > 0) report.add(rows.table());

  report.data("passes", statistic_value(result.passes));
  report.data("permutations", result.passes.count());
  report.data("conflict_free", result.passes.count() > 0 ? Value(result.conflict_free) : Value());
  report.data("interrupted", result.interrupted);
  if (result.first) report.json("first_run", links_record(*result.first));
  report.data("wall_seconds", result.wall_seconds);
  report.closing = fmt::format("Ran in {}.", duration(result.wall_seconds));
  return report;
}

}  // namespace pram::perf
