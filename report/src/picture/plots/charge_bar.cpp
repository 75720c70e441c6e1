#include "charge_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/picture/axis.hpp>
#include <pram/report/detail/picture/frame.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace {

constexpr double bar_width = 960;
constexpr double bar_top = 8;
constexpr double bar_height = 26;
constexpr double ghost_height = 10;  // of the baseline's bar
constexpr double ghost_gap = 3;

struct Part {
  const char* kind;
  const char* name;
  double charge;
};

std::vector<Part> parts_of(const Ledger& ledger) {
  const auto forward = static_cast<double>(ledger.charge());
  // The needed charge is a mean over hashed addresses, and so no whole number.
  const double needed = std::min(forward, ledger.distinct_charge());
  const bool combined = forward < ledger.distinct_charge();
  std::vector<Part> parts;
  const auto add = [&](const char* kind, const char* name, double charge) {
    if (charge > 0) parts.push_back({kind, name, charge});
  };
  add("needed", combined ? "forward" : "needed", needed);
  add("contention", "above it", forward - needed);
  add("back", "replies", static_cast<double>(ledger.charge_back()));
  add("collective", "collectives", static_cast<double>(ledger.collective_charge()));
  std::uint64_t brought = 0;  // charge of what gets bring
  for (const SuperstepTotal& total : ledger.superstep_totals()) brought += total.charge_back;
  add("phase2", "supersteps: puts and messages", static_cast<double>(ledger.superstep_charge() - brought));
  add("phase3", "supersteps: what gets bring", static_cast<double>(brought));
  return parts;
}

/// The baseline's parts, with their sum below.
void draw_ghost(Drawing& drawing, const std::vector<Part>& parts, const Axis& axis, double top) {
  double before = 0;
  for (const Part& part : parts) {
    drawing.rectangle(fmt::format("{} ghost", part.kind), axis.at(before), top,
                      axis.at(before + part.charge) - axis.at(before), ghost_height,
                      fmt::format("baseline: {} {}", part.name, decimal(part.charge)));
    before += part.charge;
  }
  const std::string text = fmt::format("baseline {}", decimal(before));
  drawing.text("label", 4, top + ghost_height + line_height - 4, text);
}

double sum_of(const std::vector<Part>& parts) {
  double sum = 0;
  for (const Part& part : parts) sum += part.charge;
  return sum;
}

}  // namespace

Drawing charge_bar(const Ledger& ledger, const Ledger* baseline) {
  const std::vector<Part> parts = parts_of(ledger);
  if (parts.empty()) {
    return Drawing::sentence(bar_width, "Nothing was charged.");
  }
  const double saved = ledger.distinct_charge() - static_cast<double>(ledger.charge());
  const double whole = std::max(saved, 0.0) + sum_of(parts);
  const std::vector<Part> then = baseline != nullptr ? parts_of(*baseline) : std::vector<Part>();
  const double below = then.empty() ? 0 : ghost_gap + ghost_height + line_height;
  Drawing drawing(bar_width, bar_top + bar_height + below + 3 * line_height);
  const Axis axis = Axis::linear(std::max(whole, sum_of(then)), 4, bar_width - 4);
  std::vector<std::pair<std::string, std::string>> legend;
  double before = 0;
  for (const Part& part : parts) {
    const std::string text = fmt::format("{} {} ({})", part.name, decimal(part.charge), percentage(part.charge, whole));
    drawing.rectangle(part.kind, axis.at(before), bar_top, axis.at(before + part.charge) - axis.at(before), bar_height,
                      text);
    legend.emplace_back(part.kind, text);
    before += part.charge;
  }
  if (saved > 0) {
    const std::string text = fmt::format("less than as many distinct addresses would cost {}", decimal(saved));
    drawing.rectangle("saved", axis.at(before), bar_top, axis.at(whole) - axis.at(before), bar_height, text);
    legend.emplace_back("saved", text);
  }
  if (!then.empty()) draw_ghost(drawing, then, axis, bar_top + bar_height + ghost_gap);
  draw_legend(drawing, legend, 4, bar_width - 4, bar_top + bar_height + below + 10);
  return drawing;
}

}  // namespace pram::report
