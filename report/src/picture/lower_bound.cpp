#include "lower_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include <pram/access.hpp>

namespace pram::report {

LowerBound lower_bound(const MachineOptions& machine) {
  try {
    const std::unique_ptr<Network> network = networks().make(machine.network.spec(), machine.components);
    if (access_protocols().make(machine.access.spec(), machine.components)->asynchronous())
      return {.least = {}, .combines = network->combines(), .overlap = true};
    return {network->least_charge(), network->combines()};
  } catch (const ConfigError&) {
    return {};
  }
}

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
