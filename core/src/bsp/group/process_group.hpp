#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pram/detail/bsp/mailbox.hpp>

#include "../coarrays/coarrays.hpp"
#include "../run/members.hpp"
#include "../run/run_context.hpp"
#include "../serving/breaches.hpp"
#include "../serving/context.hpp"
#include "../serving/gets.hpp"
#include "../serving/messages.hpp"
#include "../serving/puts.hpp"

namespace pram::bsp::detail {

/// Processes that synchronise by themselves: all of a run, or some of them that a split put together. All that goes
/// through the group's coarrays and queues goes by rank, and is done when all of its processes stand at its sync.
class ProcessGroup {
 public:
  /// @param number   among the groups of the run; 0: the run itself
  /// @param members  their numbers in the run, ascending; empty for the run itself
  /// @param slots    per worker of the run
  ProcessGroup(RunContext& run, const ProcessLayout& layout, std::span<SlotSupply> slots, std::uint32_t number,
               CountedVector<std::uint32_t> members);
  ProcessGroup(const ProcessGroup&) = delete;
  ProcessGroup& operator=(const ProcessGroup&) = delete;

  std::uint32_t number() const { return number_; }
  const GroupMembers& members() const { return members_; }
  std::uint32_t count() const { return members_.count(); }
  Coarrays& coarrays() { return coarrays_; }
  const Coarrays& coarrays() const { return coarrays_; }
  MessageServer& messages() { return messages_; }
  const MessageServer& messages() const { return messages_; }
  const WordCounts& words() const { return words_; }
  std::string in_superstep() const { return run_.in_superstep(tag_); }

  /// The mailbox of a worker of the run that has some of its processes.
  Mailbox& mailbox(std::uint32_t worker) { return boxes_[worker - members_.first_worker()]; }
  std::span<Mailbox> mailboxes() { return boxes_; }
  std::span<const Mailbox> mailboxes() const { return boxes_; }

  // Syncs.

  /// How many of its processes stand at a sync.
  std::uint64_t reached() const;
  /// The sync of the lowest process that stands at one.
  const Mailbox::SyncReached& first_reached() const;
  /// All processes stand at their sync: what was asked for is going to be done.
  void begin_delivery();
  /// The group's last sync, as its lowest process made it; no file: there was none.
  const Mailbox::SyncReached& passed() const { return passed_; }
  /// The group's last sync was a later one of a collective.
  bool goes_on() const { return goes_on_; }
  /// What was asked for is done.
  void end_delivery();
  /// Puts, gets and messages that processes have asked for.
  std::uint64_t asked() const;
  /// Brings what processes asked for at different syncs of other groups into the order of the processes again.
  void restore_order();
  /// How many of its processes stand at a split.
  std::uint64_t splits() const;

  // What a worker of the run does for its processes, once all stand at a sync. A worker without any does nothing.

  void serve_gets(std::uint32_t worker);
  void serve_puts_and_messages(std::uint32_t worker);
  /// The first breach that was found while serving; null: there is none.
  const Breach* breach() const { return breaches_.first(); }

  // What processes call, by the functions of the mailbox.

  /// @returns the coarray's number
  std::uint32_t make_block(std::uint32_t rank, std::uint64_t size, const ElementType& element, const void* initial,
                           std::string_view name, const std::string& where);
  std::span<const Arrival> arrivals(std::uint32_t rank, std::uint32_t queue) {
    return messages_.arrivals(rank, queue, goes_on_);
  }

 private:
  /// Do all processes stand at a later sync of one collective?
  /// @throws Error if some do and others do not
  bool all_go_on() const;
  /// Whether a worker of the run has processes of the group.
  bool has(std::uint32_t worker) const { return worker - members_.first_worker() < boxes_.size(); }

  RunContext& run_;
  std::uint32_t number_;
  GroupMembers members_;
  CountedVector<ProcessState> states_;  ///< per rank
  std::vector<Mailbox> boxes_;          ///< per worker
  std::string tag_;                     ///< of the sync whose superstep is being served
  bool goes_on_ = false;
  Mailbox::SyncReached passed_;
  WordCounts words_;
  Coarrays coarrays_;
  Breaches breaches_;
  PutServer puts_;
  GetServer gets_;
  MessageServer messages_;
};

}  // namespace pram::bsp::detail
