#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/operation.hpp>
#include <pram/ledger.hpp>
#include <pram/network.hpp>

#include "../host/host_threads.hpp"
#include "../ranks/rank_group.hpp"
#include "component_counts.hpp"

namespace pram::detail {

inline Awaits awaits(Operation operation) {
  if (!operation.replies()) return Awaits::nothing;
  return operation.fetches() ? Awaits::own_reply : Awaits::shared_reply;
}

/// Messages of a phase that the workers list for a network that asks for them, in the order of their sources.
struct MessageList {
  CountedVector<std::uint32_t> source;
  CountedVector<std::uint32_t> destination;
  CountedVector<std::uint64_t> key;  ///< empty unless the network combines
  CountedVector<Awaits> awaits;

  void add(std::uint32_t from, std::uint32_t to, Awaits reply) {
    source.push_back(from);
    destination.push_back(to);
    awaits.push_back(reply);
  }
  void clear();
  /// Makes room for so many messages.
  void reserve(std::size_t messages, bool keyed);
  void append(const MessageList& other);
  /// The messages that await a reply, or the others.
  MessageList only(bool await_reply) const;
  /// The replies that are awaited, sources ascending; of one source in the order of the messages.
  MessageList replies(std::uint32_t components) const;
};

/// True if a phase's charge is split among its lines by all their messages, false if by those to the busiest receivers
/// alone. All messages count where some component sends more than any receives, and where the network merges messages
/// for one cell on their way.
inline bool loads_all(const Network& network, const PhaseRecord& phase) {
  return phase.largest_sent > phase.largest_received || network.combines();
}

/// Whether a worker that has a component with so many messages received has one of the phase's busiest receivers.
inline bool has_busiest(const PhaseRecord& phase, std::uint32_t received) { return received == phase.largest_received; }

/// The most messages of one component: sent, or received.
struct LargestCounts {
  std::uint32_t all = 0;
  std::uint32_t replying = 0;  ///< of those that await a reply
  std::uint32_t silent = 0;    ///< of those that do not; counted where both kinds occur

  void add(const LargestCounts& other) {
    all = std::max(all, other.all);
    replying = std::max(replying, other.replying);
    silent = std::max(silent, other.silent);
  }
};

/// The messages of a phase, as far as its network asks: how many there are, and a list if it wants_messages(). Each
/// worker has a part of them.
struct PhaseMessages {
  std::uint64_t count = 0;
  std::uint64_t replying = 0;  ///< those that await a reply
  LargestCounts sent;
  LargestCounts received;
  MessageList list;

  void clear() {
    count = replying = 0;
    sent = received = {};
    list.clear();
  }
  /// The ledger's record of the phase; the charges are still 0.
  PhaseRecord record() const {
    PhaseRecord made;
    made.largest_sent = sent.all;
    made.largest_received = received.all;
    made.messages = count;
    made.largest_replies = replying > 0 ? std::max(sent.replying, received.replying) : 0;
    made.count_all_as_leaving();
    return made;
  }
  /// The messages that await a reply, or the others.
  PhaseMessages only(bool await_reply) const;
};

/// All workers' parts as one, in their order.
/// @param workers  each has its part in `messages`
template <class HostThreads>
PhaseMessages joined(const HostThreads& workers, const Network& network) {
  PhaseMessages all;
  if (network.wants_messages()) {
    std::size_t listed = 0;
    for (const auto& mine : workers) listed += mine.messages.list.source.size();
    all.list.reserve(listed, network.combines());
  }
  for (const auto& mine : workers) {
    all.count += mine.messages.count;
    all.replying += mine.messages.replying;
    all.sent.add(mine.messages.sent);
    all.received.add(mine.messages.received);
    all.list.append(mine.messages.list);
  }
  return all;
}

/// Has the network carry a phase and its replies, on the machine's own threads, and enters both charges into the
/// phase's record.
void carry_phase(Network& network, HostThreads& host, std::uint32_t components, const PhaseMessages& messages,
                 PhaseRecord& phase);

/// The same in two sweeps, first the messages that await a reply, then the others.
void carry_sweeps(Network& network, HostThreads& host, std::uint32_t components, const PhaseMessages& messages,
                  PhaseRecord& phase);

/// Adds up over all ranks what each component has sent or received.
/// @param sums  other numbers to add up
void unite(RankGroup& group, std::initializer_list<ComponentCounts*> counts, std::uint32_t components,
           std::span<std::uint64_t> sums);

}  // namespace pram::detail
