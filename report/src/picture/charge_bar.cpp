#include "charge_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/axis.hpp>
#include <pram/report/detail/frame.hpp>
#include <pram/report/text.hpp>

namespace pram::report {

namespace {

constexpr double bar_width = 960;
constexpr double bar_top = 8;
constexpr double bar_height = 26;

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

}  // namespace

Drawing charge_bar(const Ledger& ledger) {
  const std::vector<Part> parts = parts_of(ledger);
  if (parts.empty()) {
    Drawing drawing(bar_width, 2 * line_height);
    drawing.text("label", 4, line_height, "Nothing was charged.");
    return drawing;
  }
  const double saved = ledger.distinct_charge() - static_cast<double>(ledger.charge());
  double whole = std::max(saved, 0.0);
  for (const Part& part : parts) whole += part.charge;
  Drawing drawing(bar_width, bar_top + bar_height + 3 * line_height);
  const Axis axis = Axis::linear(whole, 4, bar_width - 4);
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
    const std::string text = fmt::format("saved by combining in the network {}", decimal(saved));
    drawing.rectangle("saved", axis.at(before), bar_top, axis.at(whole) - axis.at(before), bar_height, text);
    legend.emplace_back("saved", text);
  }
  draw_legend(drawing, legend, 4, bar_width - 4, bar_top + bar_height + 10);
  return drawing;
}

}  // namespace pram::report
