#include "timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/picture/axis.hpp>
#include <pram/report/detail/picture/frame.hpp>
#include <pram/report/detail/run/bins.hpp>
#include <pram/report/detail/value/text.hpp>
#include "profile/columns/region_bands.hpp"

namespace pram::report {

namespace {

constexpr double timeline_width = 960;
constexpr double timeline_height = 316;
constexpr PlotArea area_without_regions{64, 46, timeline_width - 12, 216};
constexpr double band_height = 13;
constexpr double band_pitch = 16;    // of the rows of regions
constexpr double strip_height = 14;  // below the bars
constexpr std::size_t most_bars = 880;
constexpr std::size_t colours = 6;  // of phases; those that come later share the last

/// A step or superstep, of which a run may have very many.
struct TimelineStep {
  std::uint64_t number = 0;
  std::uint64_t total = 0;  ///< the height of its bar
  std::uint64_t degree = 0;
  std::uint32_t pardo = 0;         ///< index into Ledger::pardos()
  std::uint64_t pardo_number = 0;  ///< of the machine's pardos; 0: not known
};

TimelineStep timeline_step(const StepRecord& step) {
  return {step.step, step.charge + step.charge_back, std::max(step.largest_read_degree, step.largest_write_degree),
          step.pardo, step.pardo_number};
}

TimelineStep timeline_step(const SuperstepRecord& superstep) {
  return {superstep.superstep, superstep.largest_work + superstep.total_charge(), superstep.relation(), superstep.pardo,
          superstep.pardo_number};
}

/// A step or superstep as a bar: its parts from below, each with the kind of its colour.
struct Bar {
  std::vector<std::pair<std::string, std::uint64_t>> parts = {};
  std::string hint = {};
};

std::string phase_kind(std::size_t phase) { return fmt::format("phase{}", std::min(phase + 1, colours)); }

Bar bar_of(const StepRecord& step, const Ledger& ledger) {
  Bar bar;
  for (std::size_t k = 0; k < step.phases.size(); ++k) bar.parts.emplace_back(phase_kind(k), step.phases[k].charge);
  bar.parts.emplace_back("back", step.charge_back);
  const std::string where = step.requests.total() > 0 && step.line < ledger.lines().size()
                                ? fmt::format(", line {}", ledger.lines()[step.line].where.line)
                                : "";
  bar.hint = fmt::format("step {}{}: charge {} forward, {} back; {} requests, {} distinct, degree {}", step.step, where,
                         with_separators(step.charge), with_separators(step.charge_back),
                         with_separators(step.requests.total()), with_separators(step.distinct),
                         with_separators(timeline_step(step).degree));
  return bar;
}

Bar bar_of(const SuperstepRecord& superstep) {
  Bar bar;
  bar.parts.emplace_back("work", superstep.largest_work);
  bar.parts.emplace_back("phase1", superstep.charge + superstep.shared.charge);
  bar.parts.emplace_back("back", superstep.charge_back + superstep.shared.charge_back);
  bar.hint =
      fmt::format("superstep {}{}: w {}, h {}, charge {}", superstep.superstep,
                  superstep.tag.empty() ? "" : " \"" + superstep.tag + "\"", with_separators(superstep.largest_work),
                  with_separators(superstep.relation()), with_separators(superstep.total_charge()));
  return bar;
}

std::vector<std::pair<std::string, std::string>> legend_of(const Ledger& ledger, bool supersteps) {
  if (supersteps) return {{"work", "local work w"}, {"phase1", "charge forward"}, {"back", "charge back"}};
  std::vector<std::pair<std::string, std::string>> legend;
  for (std::size_t k = 0; k < std::min(ledger.phases().size(), colours); ++k) {
    std::string name = (ledger.phases_have_names() ? "" : "phase ") + ledger.phase_name(k);
    if (k + 1 == colours && ledger.phases().size() > colours) name += " and later";
    legend.emplace_back(phase_kind(k), shortened(name, 24));
  }
  legend.emplace_back("back", "replies");
  return legend;
}

/// A band above the bars for each pardo, with its name where that fits. Pardos narrower than a pixel share one.
void draw_pardos(Drawing& drawing, const PlotArea& area, const std::vector<TimelineStep>& steps, const Ledger& ledger) {
  if (steps.front().pardo_number == 0) return;
  const double pitch = (area.right - area.left) / static_cast<double>(steps.size());
  bool odd = false;
  for (std::size_t first = 0; first < steps.size();) {
    std::size_t last = first + 1;
    while (last < steps.size() &&
           (steps[last].pardo_number == steps[last - 1].pardo_number || pitch * static_cast<double>(last - first) < 1))
      ++last;
    const PardoTotal& pardo = ledger.pardos().at(steps[first].pardo);
    const std::string place = fmt::format("line {}", pardo.where.line);
    const std::string name = pardo.name.empty() ? place : shortened(pardo.name, 24);
    const double left = area.left + pitch * static_cast<double>(first);
    const double wide = pitch * static_cast<double>(last - first);
    drawing.rectangle(odd ? "band odd" : "band", left, area.top - 42, wide, band_height,
                      steps[last - 1].pardo_number == steps[first].pardo_number
                          ? fmt::format("pardo {}, {}: {} to {}", steps[first].pardo_number, place, steps[first].number,
                                        steps[last - 1].number)
                          : fmt::format("pardos {} to {}: {} to {}", steps[first].pardo_number,
                                        steps[last - 1].pardo_number, steps[first].number, steps[last - 1].number));
    if (text_width(name) + 8 < wide) drawing.text("label", left + 4, area.top - 32, name);
    odd = !odd;
    first = last;
  }
}

/// A row of bands above the pardos for each depth of regions, the outermost on top, with the names that fit.
void draw_regions(Drawing& drawing, const PlotArea& area, const std::vector<TimelineStep>& steps,
                  const std::vector<std::vector<RegionBand>>& rows) {
  const double pitch = (area.right - area.left) / static_cast<double>(steps.size());
  for (std::size_t depth = 0; depth < rows.size(); ++depth) {
    const double top = area.top - 42 - band_pitch * static_cast<double>(rows.size() - depth);
    bool odd = false;
    for (const RegionBand& band : rows[depth]) {
      const auto first = std::ranges::lower_bound(steps, band.first, {}, &TimelineStep::number);
      const auto end = std::ranges::upper_bound(steps, band.last, {}, &TimelineStep::number);
      if (first >= end) continue;
      const double left = area.left + pitch * static_cast<double>(first - steps.begin());
      const double wide = pitch * static_cast<double>(end - first);
      const std::string name = band.name.empty() ? "several regions" : band.name;
      drawing.rectangle(odd ? "band odd region" : "band region", left, top, wide, band_height,
                        fmt::format("region {}: {} to {}", name, band.first, band.last));
      const std::string shown = shortened(printable(name), 40);
      if (text_width(shown) + 8 < wide) drawing.text("label", left + 4, top + 10, shown);
      odd = !odd;
    }
  }
}

/// The marks of all bars, those of a kind as one: a mark for each part of each bar would be most of a page.
class TimelineMarks {
 public:
  explicit TimelineMarks(const PlotArea& area) : area_(area) {}

  void add(const std::string& kind, double x, double y, double wide, double high) {
    auto found = std::ranges::find(outlines_, kind, &Outline::first);
    if (found == outlines_.end()) found = outlines_.insert(found, {kind, {}});
    // Tenths of a pixel to the side are enough; heights are the charge.
    found->second += box_outline(std::round(10 * x) / 10, y, std::round(10 * wide) / 10, high);
  }
  /// A line above all bars.
  void add_mean(double x, double y, double wide) { means_ += box_outline(x, y, wide, 1.5); }
  /// Says what a place is about, from the top of the bars to the strip below them.
  void add_hint(std::uint64_t step, double x, double wide, std::string hint) {
    hints_.push_back({step, x, wide, std::move(hint)});
  }

  void draw(Drawing& drawing) const {
    for (const auto& [kind, outline] : outlines_) drawing.area(kind, outline);
    drawing.area("mean", means_);
    for (const Hint& hint : hints_) {
      drawing.about("step", std::to_string(hint.step));
      // The area of a hint is not seen: whole pixels do.
      const double left = std::round(hint.x);
      drawing.area(
          "hit",
          box_outline(left, area_.top, std::round(hint.x + hint.wide) - left, area_.bottom + strip_height - area_.top),
          hint.text);
    }
    drawing.about_nothing();
  }

 private:
  using Outline = std::pair<std::string, std::string>;
  struct Hint {
    std::uint64_t step;
    double x;
    double wide;
    std::string text;
  };

  PlotArea area_;
  std::vector<Outline> outlines_;
  std::string means_;
  std::vector<Hint> hints_;
};

/// The bar of the largest total in front of the mean of all, and the largest degree in the strip below.
/// @param bar_at  makes the bar of a step by its place in the bin
void add_bin(TimelineMarks& marks, const PlotArea& area, std::span<const TimelineStep> steps, const auto& bar_at,
             bool supersteps, std::uint64_t most_degree, const Axis& y, double x, double wide) {
  const auto largest = std::ranges::max_element(steps, {}, &TimelineStep::total);
  const Bar bar = bar_at(static_cast<std::size_t>(largest - steps.begin()));
  double below = 0;
  for (const auto& [kind, charge] : bar.parts) {
    if (charge == 0) continue;
    const double above = below + static_cast<double>(charge);
    marks.add(kind, x, y.at(above), wide, y.at(below) - y.at(above));
    below = above;
  }
  const std::uint64_t degree = std::ranges::max_element(steps, {}, &TimelineStep::degree)->degree;
  const double share =
      degree > 0 ? std::log2(1 + static_cast<double>(degree)) / std::log2(1 + static_cast<double>(most_degree)) : 0;
  marks.add(fmt::format("heat h{}", heat_level(share)), x, area.bottom + 4, wide, strip_height - 4);
  std::string hint = bar.hint;
  if (steps.size() > 1) {
    double sum = 0;
    for (const TimelineStep& step : steps) sum += static_cast<double>(step.total);
    marks.add_mean(x, y.at(sum / static_cast<double>(steps.size())), wide);
    hint = fmt::format("{} to {}, {} {}; the costliest: {}", steps.front().number, steps.back().number,
                       supersteps ? "h" : "largest degree", with_separators(degree), hint);
  }
  marks.add_hint(largest->number, x, wide, std::move(hint));
}

void draw_bars(Drawing& drawing, const PlotArea& area, const std::vector<TimelineStep>& steps, const auto& bar_at,
               bool supersteps) {
  std::uint64_t most = 0;
  std::uint64_t most_degree = 0;
  for (const TimelineStep& step : steps) {
    most = std::max(most, step.total);
    most_degree = std::max(most_degree, step.degree);
  }
  const Axis y = Axis::linear(static_cast<double>(most), area.bottom, area.top);
  draw_left_axis(drawing, area, y, supersteps ? "work and charge of a superstep" : "charge of a step");
  const Bins bins = Bins::of(steps.size(), most_bars);
  const double pitch = (area.right - area.left) / static_cast<double>(bins.bins);
  const double gap = pitch > 4 ? 1 : 0;
  TimelineMarks marks(area);
  for (std::size_t bin = 0; bin < bins.bins; ++bin) {
    const double x = area.left + static_cast<double>(bin) * pitch;
    const std::size_t first = bins.first(bin);
    add_bin(
        marks, area, std::span(steps).subspan(first, bins.first(bin + 1) - first),
        [&](std::size_t k) { return bar_at(first + k); }, supersteps, most_degree, y, x, pitch - gap);
  }
  marks.draw(drawing);
  drawing.text("label", 4, area.bottom + 13, supersteps ? "h" : "degree");
  // Steps stand side by side, so labels are numbers of steps, not of pixels.
  drawing.text("label", area.left, area.bottom + 32, std::to_string(steps.front().number));
  drawing.text("label", area.right, area.bottom + 32,
               fmt::format("{} {}", supersteps ? "superstep" : "step", steps.back().number), Anchor::end);
}

}  // namespace

Drawing timeline(const Ledger& ledger) {
  std::vector<TimelineStep> steps;
  for (const StepRecord& step : ledger.step_records()) steps.push_back(timeline_step(step));
  const bool supersteps = steps.empty();
  if (supersteps) {
    for (const SuperstepRecord& superstep : ledger.superstep_records()) steps.push_back(timeline_step(superstep));
  }
  if (steps.empty()) {
    return Drawing::sentence(timeline_width, ledger.steps() + ledger.supersteps() == 0
                                                 ? "The run had no step."
                                                 : "The ledger kept totals alone: no step has a record.");
  }
  const auto bar_at = [&ledger, supersteps](std::size_t k) {
    return supersteps ? bar_of(ledger.superstep_records()[k]) : bar_of(ledger.step_records()[k], ledger);
  };
  const std::vector<std::vector<RegionBand>> regions = region_bands(ledger, most_bars);
  const double shift = band_pitch * static_cast<double>(regions.size());
  PlotArea area = area_without_regions;
  area.top += shift;
  area.bottom += shift;
  Drawing drawing(timeline_width, timeline_height + shift);
  draw_bars(drawing, area, steps, bar_at, supersteps);
  draw_pardos(drawing, area, steps, ledger);
  draw_regions(drawing, area, steps, regions);
  draw_legend(drawing, legend_of(ledger, supersteps), area.left, area.right, area.bottom + 46);
  return drawing;
}

}  // namespace pram::report
