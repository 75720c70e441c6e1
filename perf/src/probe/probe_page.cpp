#include <fmt/format.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <pram/perf/host_probe.hpp>
#include <pram/perf/probe.hpp>
#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/value/text.hpp>
#include "fit_plot.hpp"

namespace pram::perf {

namespace {

/// A page of what was measured, the fit on top.
/// @param title  of the page
Page page_of(const Report& report, const std::string& title, std::string reading,
             const std::vector<MeasuredRelation>& relations, std::string_view cost, const std::string& fitted) {
  Page page;
  page.title = title;
  // The report's first line is what the fit says.
  for (const auto& part : report.parts) {
    if (const auto* const headline = std::get_if<Paragraph>(&part)) {
      page.sentences.push_back(headline->text + ".");
      break;
    }
  }
  page.views.push_back(picture_view("fit", "Relations", std::move(reading), fit_plot(relations, cost, fitted)));
  return with_tables(std::move(page), report);
}

}  // namespace

Page probe_page(const Probe& probe) {
  std::vector<MeasuredRelation> relations;
  for (const ProbePoint& point : probe.points) {
    const Statistic& charge = point.charge;
    relations.push_back({static_cast<double>(point.h), charge.mean(), charge.mean(), charge.largest(),
                         probe.fitted(point),
                         fmt::format("h {}: {:.2f} on average over {} relations, {:.0f} at most; the line has {:.2f}",
                                     point.h, charge.mean(), charge.count(), charge.largest(), probe.fitted(point))});
  }
  return page_of(
      probe_report(probe), "Random h-relations on " + printable(probe.network),
      "A dot is the mean charge of the relations of one h, the stroke above it goes up to the largest. Where the "
      "strokes below grow to one side, the network's cost is no line in h.",
      relations, "charge of a relation",
      fmt::format("{:.2f} h {} {:.2f}", probe.g, probe.l < 0 ? "-" : "+", probe.l < 0 ? -probe.l : probe.l));
}

Page host_probe_page(const HostProbe& probe) {
  constexpr double micro = 1e6;
  std::vector<MeasuredRelation> relations;
  for (const HostPoint& point : probe.points) {
    relations.push_back(
        {static_cast<double>(point.h), point.median * micro, point.least * micro, point.largest * micro,
         probe.fitted(point) * micro,
         fmt::format("h {}: median {:.2f} µs, {:.2f} to {:.2f}; the line has {:.2f}", point.h, point.median * micro,
                     point.least * micro, point.largest * micro, probe.fitted(point) * micro)});
  }
  return page_of(
      host_probe_report(probe), "Supersteps on this computer",
      "A dot is the median time of the supersteps of one h, the stroke through it goes from the fastest to the "
      "slowest.",
      relations, "µs a superstep",
      fmt::format("{:.4f} h + {:.2f}", probe.seconds_a_word * micro, probe.seconds_a_superstep * micro));
}

}  // namespace pram::perf
