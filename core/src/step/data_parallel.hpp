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
class RegisterMemory;
class StepRequests;

/// Takes steps of processors that all do the same. Such a step passes the stations of a step; only where its requests
/// come from and where its replies go is different: there are no coroutines, but functions that are called for a chunk
/// at a time.
class DataParallelRunner {
 public:
  DataParallelRunner(StepContext& context, Stations& stations) : context_(context), stations_(stations) {}

  /// @throws LimitError
  std::shared_ptr<ProcessorGroup> make_group(std::uint64_t processors, std::optional<Rule> rule, const PardoCall& call);
  /// @throws LimitError
  RegisterMemory make_registers(const std::shared_ptr<ProcessorGroup>& group, std::size_t bytes);
  /// Takes one step of all live processors of a group, if it has some.
  /// @param requests  null: all are idle
  void take_step(ProcessorGroup& group, StepRequests* requests);
  /// Has all live processors of a group compute.
  void compute(ProcessorGroup& group, GroupWork& work);

 private:
  /// Makes a call of the program, which all ranks make alike.
  /// @param what   "a step"
  /// @param value  a hash of what the call was given besides
  template <class Act>
  void call(const char* what, const ProcessorGroup& group, const char* file, std::uint32_t line, std::uint64_t value,
            const Act& act);
  TeamWithDelivery& prepare(const ProcessorGroup& group);
  void take_group_step(ProcessorGroup& group, StepRequests* requests);
  /// The delivery of a step. @param in_place  whether it serves the step at cells, without requests in slots
  Delivery& choose_delivery(TeamWithDelivery& with_delivery, const ProcessorGroup& group, const StepRequests& requests,
                            std::uint32_t site, bool& in_place);
  /// Fails the step if processors of one of several ranks have changed what is host code's.
  void check_host_stack(const WorkerTeam& team);
  /// Ranks agree whether any has failed, in what no step carries. @returns the sum of what each knows
  std::uint64_t agree_on_failures(const TeamWithDelivery& with_delivery, std::uint64_t mine);
  void compute_all(ProcessorGroup& group, GroupWork& work);
  /// The call site of a step whose requests are all for one array; no_request if it cannot be known before they are
  /// made.
  std::uint32_t site_of(const StepRequests& requests);

  StepContext& context_;
  Stations& stations_;
};

}  // namespace pram::detail
