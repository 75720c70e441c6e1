#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <pram/observer.hpp>

#include "../request/message_log.hpp"
#include "../routing/delivery.hpp"
#include "array_copies.hpp"
#include "observer_link.hpp"
#include "shown_locals.hpp"

namespace pram::detail {

/// What an observer gets of a machine's runs. What happens in a step is noted, and reported once it is known how the
/// step has ended. An observed step has one worker, and its requests travel as records.
class ObservedRun {
 public:
  ObservedRun(std::shared_ptr<ObserverLink> link, SharedMemory& memory, const CallSites& sites)
      : link_(std::move(link)), arrays_(memory), sites_(sites) {}

  /// Whether the observation goes on.
  bool goes_on() const { return link_->observer != nullptr; }

  /// A run goes on, and host code may have changed arrays since its last step.
  void update();
  /// A run begins.
  void begin(const Observer::Run& run);

  /// Host code reads cells of an array.
  /// @param array  its number in the memory
  void host_reads(std::uint32_t array, std::uint64_t first, std::uint64_t count);

  /// Takes what processors show of themselves, which is reported with the next step.
  ShownLocals& locals() { return locals_; }

  /// @param regions  that are open, outermost first
  void begin_step(std::uint64_t number, std::uint64_t run, std::vector<std::string> regions);
  /// Notes the requests of a chunk, before any of them is served.
  void note(const Worker& worker, const Chunk& chunk);
  MessageLog& messages() { return messages_; }
  std::vector<Observer::Transfer>& transfers() { return transfers_; }

  /// A step is complete.
  /// @param worker  in whose slots the replies stand
  /// @param record  as the ledger has it
  void end_step(const Worker& worker, const StepRecord& record);
  /// A superstep is complete.
  /// @param worker  null: nothing was asked of shared arrays
  void end_superstep(const Worker* worker, const SuperstepRecord& record);
  /// The step under way has broken the rule.
  void breach(const ConflictError::Facts& facts);

 private:
  struct NotedRequest {
    std::uint64_t processor;
    Word operand;
    std::uint32_t site;
    std::uint32_t position;
    std::uint32_t slot;
  };
  /// What the requests of a call site have in common.
  struct Asked {
    SourceLine where;
    std::string operation;
  };

  const Asked& asked_at(std::uint32_t site);
  const std::string& operation_of(std::uint32_t species);
  void report_step(Observer& observer, const Worker* worker, std::uint64_t processors);
  void report_locals(Observer& observer);
  void report_requests(Observer& observer, const Worker* worker);
  void report_messages(Observer& observer, Observer::Direction direction);
  void report_cells(Observer& observer);

  std::shared_ptr<ObserverLink> link_;
  ArrayCopies arrays_;
  const CallSites& sites_;
  Observer::Step step_;
  ShownLocals locals_;
  CountedVector<NotedRequest> requests_;
  MessageLog messages_;
  std::vector<Observer::Transfer> transfers_;
  std::vector<std::unique_ptr<Asked>> asked_;             // by site
  std::vector<std::unique_ptr<std::string>> operations_;  // by species
};

}  // namespace pram::detail
