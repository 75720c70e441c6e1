#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <pram/detail/processors/pardo_call.hpp>
#include <pram/rule.hpp>

#include "context/step_context.hpp"
#include "machinery/machinery.hpp"
#include "stations/stations.hpp"

namespace pram::detail {

class GroupWork;
class ProcessorGroup;
class StepRequests;

/// Takes steps of processors that all do the same. Such a step passes the stations of a step; only where its requests
/// come from and where its replies go is different: there are no coroutines, but functions that are called for a chunk
/// at a time.
class DataParallelRunner {
 public:
  DataParallelRunner(StepContext& context, Stations& stations) : context_(context), stations_(stations) {}

  /// @throws LimitError
  std::shared_ptr<ProcessorGroup> make_group(std::uint64_t processors, std::optional<Rule> rule, const PardoCall& call);
  /// Takes one step of all live processors of a group, if it has some.
  /// @param requests  null: all are idle
  void take_step(ProcessorGroup& group, StepRequests* requests);
  /// Has all live processors of a group compute.
  void compute(ProcessorGroup& group, GroupWork& work);

 private:
  TeamWithDelivery& prepare(const ProcessorGroup& group);
  void take_group_step(ProcessorGroup& group, StepRequests* requests);
  /// The call site of a step whose requests are all for one array; no_request if it cannot be known before they are
  /// made.
  std::uint32_t site_of(const StepRequests& requests);

  StepContext& context_;
  Stations& stations_;
};

}  // namespace pram::detail
