#include <fmt/format.h>

#include <cmath>

#include <pram/perf/host_probe.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::perf {

namespace {

/// Three digits that count, in the unit that fits: "3.21 µs", "10.1 ns".
std::string short_time(double seconds) {
  if (seconds >= 1) return fmt::format("{:#.3g} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:#.3g} ms", seconds * 1e3);
  if (seconds >= 1e-6) return fmt::format("{:#.3g} µs", seconds * 1e6);
  return fmt::format("{:.3g} ns", seconds * 1e9);
}

std::string microseconds(double seconds) { return fmt::format("{:.2f}", seconds * 1e6); }

/// Three digits that count: "12.3", "4,560".
std::string operations_text(double count) {
  return count < 1000 ? fmt::format("{:.3g}", count) : with_separators(static_cast<std::uint64_t>(std::llround(count)));
}

}  // namespace

Report host_probe_report(const HostProbe& probe) {
  Report report;
  std::string head;
  if (probe.points.empty())
    head = "interrupted before a superstep was timed";
  else if (probe.rate > 0)
    head = fmt::format("a superstep of w operations and h words costs w + {} h + {}", operations_text(probe.g()),
                       operations_text(probe.l()));
  else
    head = fmt::format("a superstep of h words takes {} h + {}", short_time(probe.seconds_a_word),
                       short_time(probe.seconds_a_superstep));
  report.headline("this computer: " + head + (probe.interrupted && !probe.points.empty() ? "; interrupted" : ""));
  report.item("processes", probe.processes, "processes",
              fmt::format("{}, on {}", with_separators(probe.processes), plural(probe.threads, "host thread")));
  report.data("threads", probe.threads);
  report.item("runs", probe.runs, "supersteps", fmt::format("{} for each h, medians", with_separators(probe.runs)));
  report.data("operations_a_second", probe.rate);
  report.data("g", probe.g());
  report.data("l", probe.l());
  report.data("seconds_a_word", probe.seconds_a_word);
  report.data("seconds_a_superstep", probe.seconds_a_superstep);
  if (probe.rate > 0)
    report.line("r", fmt::format("{} million operations a second, each process while all compute",
                                 operations_text(probe.rate / 1e6)));
  if (!probe.points.empty()) {
    const auto in_operations = [&](double count, const char* each) {
      return probe.rate > 0 ? fmt::format("{} operations{}, ", operations_text(count), each) : std::string();
    };
    report.line("g", in_operations(probe.g(), " a word") + short_time(probe.seconds_a_word));
    report.line("l", in_operations(probe.l(), "") + short_time(probe.seconds_a_superstep));
  }
  Table points = Fields<HostPoint>()
                     .add("h", "h", &HostPoint::h, with_separators)
                     .add("least", "least", &HostPoint::least, microseconds)
                     .add("median", "median", &HostPoint::median, microseconds)
                     .add("largest", "largest", &HostPoint::largest, microseconds)
                     .add(
                         "fitted", "g h + l", [&](const HostPoint& point) { return probe.fitted(point); }, microseconds)
                     .table("points", "Time of a superstep, in µs", probe.points);
  probe.points.empty() ? report.add_data(std::move(points)) : report.add(std::move(points));
  report.data("interrupted", probe.interrupted);
  report.data("wall_seconds", probe.wall_seconds);
  report.closing = fmt::format("Ran in {}.", duration(probe.wall_seconds));
  return report;
}

}  // namespace pram::perf
