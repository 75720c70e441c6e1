#include "lower_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <pram/access.hpp>
#include <pram/error.hpp>

namespace pram::report {

LowerBound lower_bound(const Network& network, const AccessProtocol& access) {
  if (access.asynchronous()) return {.least = {}, .combines = network.combines(), .overlap = true};
  std::optional<LeastCharge> least = network.least_charge();
  // No line stands for what is no cost.
  const auto is_cost = [](double units) { return std::isfinite(units) && units >= 0; };
  if (least && !(is_cost(least->gap) && is_cost(least->latency))) least.reset();
  return {least, network.combines()};
}

LowerBound lower_bound(const MachineOptions& machine) {
  try {
    const auto network = networks().make(machine.network.spec(), machine.components);
    return lower_bound(*network, *access_protocols().make(machine.access.spec(), machine.components));
  } catch (const Error&) {
    return {};
  }
}

LowerBound lower_bound(const RunSummary& run) { return run.bound ? *run.bound : lower_bound(run.machine); }

std::string missing(const LowerBound& bound) {
  if (bound.overlap) return "no lower bound by h: phases overlap";
  return bound.combines ? "no lower bound by h: messages merge on their way"
                        : "no lower bound by h that is known of this network";
}

std::string formula(const LeastCharge& least) {
  if (least.gap <= 0) return fmt::format("{:g}", std::max(least.latency, 1.0));
  std::string text = "h";
  if (least.gap > 1) text = fmt::format("{:g} h", least.gap);
  if (least.gap < 1) text = fmt::format("h / {:g}", 1 / least.gap);
  if (least.latency > 0) text += fmt::format(" + {:g}", least.latency);
  return text;
}

}  // namespace pram::report
