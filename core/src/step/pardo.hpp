#pragma once

#include <cstdint>

#include <pram/detail/processors/pardo_body.hpp>
#include <pram/detail/processors/pardo_call.hpp>

#include "context/step_context.hpp"
#include "machinery/machinery.hpp"
#include "stations/stations.hpp"

namespace pram::detail {

/// Runs pardos: processors that are coroutines, step by step.
class PardoRunner {
 public:
  PardoRunner(StepContext& context, Stations& stations) : context_(context), stations_(stations) {}

  /// Runs a pardo under the machine's own rule, or that of the RuleScope around the call.
  void run(std::uint64_t processors, const Spawn& spawn, const PardoCall& call);

 private:
  void run_all(std::uint64_t processors, const Spawn& spawn, const PardoCall& call);
  /// @returns false when no processor is left
  bool run_step(const TeamWithDelivery& with_delivery);

  StepContext& context_;
  Stations& stations_;
};

}  // namespace pram::detail
