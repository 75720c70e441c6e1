#include "parameters.hpp"

#include <fmt/format.h>

#include <string>

#include <pram/detail/ranks/from_rank_0.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"

namespace pram::tool {

std::optional<report::BspParameters> fitted_parameters(const Spec& network, std::uint32_t components,
                                                       bool& interrupted) {
  const std::string doing = fmt::format("fitting g and l of network {}", report::printable(network.text));
  ProgressLine progress(doing);
  const InterruptGuard guard(nullptr);
  const PollScope watched = watch(progress, guard);
  const auto goes_on = [&](std::uint64_t done, std::uint64_t of) {
    progress.show(fmt::format("{}: {} of {} relations", doing, done, of));
    return !pram::detail::any_rank(guard.interrupted());
  };
  const auto found = perf::bsp_parameters(network, components, goes_on);
  interrupted |= pram::detail::any_rank(guard.interrupted());
  return found;
}

}  // namespace pram::tool
