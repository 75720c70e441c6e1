#include <fmt/format.h>

#include <cmath>

#include <pram/perf/route.hpp>
#include <pram/perf/text.hpp>
#include "items.hpp"
#include "json_layout.hpp"
#include "json_parts.hpp"
#include "text_table.hpp"

namespace pram::perf {

namespace {

using nlohmann::ordered_json;
using Align = TextTable::Align;

/// Whole numbers in full, others with three digits or one behind the point.
std::string quantity(double value) {
  if (value < 9e15 && value == std::floor(value)) return with_separators(static_cast<std::uint64_t>(value));
  return value < 99.95 ? decimal(value) : value < 1e6 ? fmt::format("{:.1f}", value) : decimal(value);
}

std::string share(double value) { return percentage(value, 1); }

/// The rows of a table: one column of numbers for one run, three for several.
class Rows {
 public:
  explicit Rows(bool several) : table_(heads(several)), several_(several) {}

  void add(const std::string& name, const Statistic& values, std::string (*shown)(double) = quantity) {
    if (several_) {
      table_.row({name, shown(values.mean()), "± " + shown(values.error()), shown(values.largest())});
    } else {
      table_.row({name, shown(values.mean())});
    }
  }

  void title(const std::string& name) {
    std::vector<std::string> cells(several_ ? 4 : 2);
    cells.front() = name;
    table_.row(std::move(cells));
  }

  std::string str() const { return table_.str(); }

 private:
  static std::vector<TextTable::Column> heads(bool several) {
    if (!several) return {{"", Align::left}, {""}};
    return {{"", Align::left}, {"mean"}, {"± error"}, {"largest"}};
  }

  TextTable table_;
  bool several_;
};

std::string headline(const RouteResult& result) {
  const std::string what = fmt::format("{} on {}", printable(result.traffic), printable(result.network));
  if (result.runs() == 0) return wrapped(what + ": interrupted before a run was done", 2);
  const double steps = result.steps.mean();
  std::string text = fmt::format("{}: drained in {} step{}{}", what, quantity(steps), steps == 1 ? "" : "s",
                                 result.runs() > 1 ? " on average" : "");
  if (result.ratio.count() > 0) text += fmt::format(", {} times the best lower bound", decimal(result.ratio.mean()));
  if (result.interrupted) text += fmt::format("; interrupted, {} of {} runs are done", result.runs(), result.asked);
  return wrapped(text, 2);
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

std::string route_text(const RouteResult& result) {
  std::string out = headline(result) + "\n\n";
  out += item("network", fmt::format("{}: {}, {} (counted by direction)", printable(result.network),
                                     plural(result.terminals, "terminal"), plural(result.links, "link")));
  out += item("traffic",
              fmt::format("{}, {}, seed {}", printable(result.traffic), plural(result.runs(), "run"), result.seed));
  if (const std::string passes = passes_line(result); !passes.empty()) out += item("permutation", passes);
  if (result.runs() > 0) {
    Rows rows(result.runs() > 1);
    rows.add("steps until drained", result.steps);
    rows.add("messages", result.messages);
    rows.add("hops", result.hops);
    if (result.combines) rows.add("messages merged into others", result.merged);
    rows.add("mean latency, steps", result.latency);
    rows.add("largest queue, messages", result.largest_queue);
    rows.add("busiest link, of the steps", result.largest_utilisation, share);
    rows.add("mean link, of the steps", result.mean_utilisation, share);
    rows.title("lower bounds on the steps");
    rows.add("  distances summed, over links", result.distance);
    rows.add("  the longest way", result.farthest);
    rows.add("  a terminal's ports", result.ports);
    rows.add("  bisection", result.bisection);
    if (result.ratio.count() > 0) rows.add("steps to the best bound", result.ratio, decimal);
    const std::string table = rows.str();
    out += result.runs() > 1 ? '\n' + table : table;  // without headings their line is empty
  }
  return out + fmt::format("\nRan in {}.\n", duration(result.wall_seconds));
}

std::string route_json(const RouteResult& result) {
  ordered_json json;
  json["version"] = 1;
  json["network"] = result.network;
  json["traffic"] = result.traffic;
  json["terminals"] = result.terminals;
  json["links"] = result.links;
  json["seed"] = result.seed;
  json["runs"] = result.runs();
  json["asked"] = result.asked;
  json["steps"] = statistic_json(result.steps);
  json["messages"] = statistic_json(result.messages);
  json["hops"] = statistic_json(result.hops);
  json["merged"] = statistic_json(result.merged);
  json["latency"] = statistic_json(result.latency);
  json["largest_queue"] = statistic_json(result.largest_queue);
  json["utilisation"] = {{"largest", statistic_json(result.largest_utilisation)},
                         {"mean", statistic_json(result.mean_utilisation)}};
  json["bounds"] = {{"distance", statistic_json(result.distance)},
                    {"farthest", statistic_json(result.farthest)},
                    {"ports", statistic_json(result.ports)},
                    {"bisection", statistic_json(result.bisection)},
                    {"best", statistic_json(result.best)}};
  json["ratio"] = statistic_json(result.ratio);
  json["passes"] = statistic_json(result.passes);
  json["conflict_free"] = result.passes.count() > 0 ? ordered_json(result.conflict_free) : ordered_json();
  json["interrupted"] = result.interrupted;
  json["wall_seconds"] = result.wall_seconds;
  return laid_out(json);
}

}  // namespace pram::perf
