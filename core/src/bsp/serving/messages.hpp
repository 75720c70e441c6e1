#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/bsp/mailbox.hpp>

#include "context.hpp"

namespace pram::bsp::detail {

/// Brings the messages that the processes of a group send each other into the order of queues and senders, and keeps
/// them until the next sync.
class MessageServer {
 public:
  explicit MessageServer(const ServingContext& group);

  /// Takes in what comes for a worker's processes.
  /// @param boxes    of the group's workers
  /// @param goes_on  with a later superstep of a collective: the program's messages stay
  void serve(std::uint32_t w, std::span<Mailbox> boxes, bool goes_on);
  /// The superstep ends: the bytes of what has come stay, and the mailboxes get those of the superstep before.
  void keep_payloads(std::span<Mailbox> boxes, bool goes_on);
  /// Whether the last superstep served has brought messages.
  bool any() const;

  /// What has come for a process, which thereby has looked into the queue.
  /// @param goes_on  the process's last sync was a later one of a collective
  std::span<const Arrival> arrivals(std::uint32_t rank, std::uint32_t queue, bool goes_on);

  /// Messages of one queue that came, and into which their processes have not looked.
  struct Unread {
    std::uint32_t queue = 0;
    std::uint64_t messages = 0;
    std::uint64_t looked_for = 0;  ///< of these: the process looked into an empty queue, both without a name
  };
  /// Forgets which messages the superstep before has left unread.
  void forget_unread();
  /// Calls visit(unread) for the messages that the superstep has replaced, by worker and queue.
  template <class Visit>
  void visit_unread(const Visit& visit) const {
    for (const Inbox& inbox : inboxes_) std::ranges::for_each(inbox.unread, visit);
  }
  /// The run has ended: what still lies in the inboxes counts as replaced.
  void end();

 private:
  /// The messages that have come for the processes of one worker.
  struct Arrived {
    RecordList<Arrival> arrivals;      ///< by process, queue and sender, then as sent
    std::vector<std::uint32_t> first;  ///< per own process: where its arrivals begin; one more at the end
    std::vector<Payload> payloads;     ///< per sending worker: where wide messages lie
    bool any = false;
    bool any_of_program = false;  ///< not of collectives alone
  };
  struct Inbox {
    Arrived arrived;
    Arrived arrived_later;       ///< with the supersteps of a collective but its first
    std::vector<Unread> unread;  ///< of what the last superstep has replaced
  };

  /// Counts what lies unread before other messages take its place.
  void count_unread(std::uint32_t w);

  ServingContext group_;
  std::vector<Inbox> inboxes_;  ///< per worker
};

}  // namespace pram::bsp::detail
