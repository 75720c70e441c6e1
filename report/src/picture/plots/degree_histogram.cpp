#include "degree_histogram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include <pram/report/detail/picture/axis.hpp>
#include <pram/report/detail/picture/frame.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "profile/lines/lines.hpp"

namespace pram::report {

namespace {

constexpr double histogram_width = 960;
constexpr PlotArea histogram_area{64, 30, histogram_width - 12, 220};

DegreeBins all_groups(const Ledger& ledger) {
  DegreeBins all{};
  for (const LineTotal& line : ledger.lines()) {
    for (std::size_t bin = 0; bin < all.size(); ++bin) all[bin] += line.degrees[bin];
  }
  return all;
}

/// "1", "2 to 3", "4 to 7"
std::string degrees_text(std::size_t bin) {
  const std::uint64_t first = std::uint64_t{1} << bin;
  return bin == 0 ? "1" : fmt::format("{} to {}", with_separators(first), with_separators(2 * first - 1));
}

/// The line with most groups in a bin: "scan.cpp:12".
std::string most_in(const Ledger& ledger, std::size_t bin) {
  const auto& lines = ledger.lines();
  const auto most = std::ranges::max_element(lines, {}, [bin](const LineTotal& line) { return line.degrees[bin]; });
  return place_text(most->where);
}

}  // namespace

Drawing degree_histogram(const Ledger& ledger) {
  if (!ledger.has_profile())
    return Drawing::sentence(histogram_width,
                             "The ledger was not kept as a profile: degrees of single groups are not known.");
  const DegreeBins groups = all_groups(ledger);
  std::size_t bins = groups.size();
  while (bins > 0 && groups[bins - 1] == 0) --bins;
  if (bins == 0) return Drawing::sentence(histogram_width, "The run made no request.");
  const auto most = static_cast<double>(*std::ranges::max_element(groups));
  Drawing drawing(histogram_width, histogram_area.bottom + 44);
  // Half a decade below the least: its dot does not stand on the axis.
  const Axis y = Axis::close(0.5, std::max(most, 2.0), histogram_area.bottom, histogram_area.top);
  draw_left_axis(drawing, histogram_area, y, "groups of requests for one cell in one step");
  const double pitch = std::min(80.0, (histogram_area.right - histogram_area.left) / static_cast<double>(bins));
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const double x = histogram_area.left + pitch * static_cast<double>(bin);
    const double middle = x + pitch / 2;
    drawing.text("label", middle, histogram_area.bottom + 16, compact(std::uint64_t{1} << bin), Anchor::middle);
    if (groups[bin] == 0) continue;
    // On a logarithmic scale the length of a bar would mean nothing.
    drawing.about("degree", std::to_string(bin));
    drawing.circle(bin == 0 ? "needed dot" : "contention dot", middle, y.at(static_cast<double>(groups[bin])), 7,
                   fmt::format("degree {}: {}, most of them of {}", degrees_text(bin), plural(groups[bin], "group"),
                               most_in(ledger, bin)));
    drawing.about_nothing();
  }
  drawing.text("label", histogram_area.right, histogram_area.bottom + 36, "degree, from this number to the next",
               Anchor::end);
  return drawing;
}

}  // namespace pram::report
