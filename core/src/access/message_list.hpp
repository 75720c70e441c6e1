#pragma once

#include <cstdint>

#include <pram/ledger.hpp>
#include <pram/memory_account.hpp>
#include <pram/network.hpp>
#include <pram/operation.hpp>

#include "../host/workers.hpp"

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
  /// Those that await a reply, or those that do not.
  MessageList only(bool replying) const;
  /// The replies that are awaited, sources ascending; of one source in the order of the messages.
  MessageList replies(std::uint32_t components) const;
};

/// Is it all messages of a phase, and not those to the busiest receivers, that stand for what its lines cost? So where
/// some component sends more than any receives, and where the network merges messages for one cell on their way.
inline bool loads_all(const Network& network, const PhaseRecord& phase) {
  return phase.largest_sent > phase.largest_received || network.combines();
}

/// What is known of a phase's replies without a list of them.
struct ReplyCounts {
  std::uint64_t messages = 0;
  std::uint32_t largest_sent = 0;      ///< by a component that got the requests
  std::uint32_t largest_received = 0;  ///< by a component that sent them
};

/// Has the network carry a phase and its replies, on the machine's own threads, and enters both charges into the
/// phase's record.
/// @param list  empty unless the network wants_messages()
void carry_phase(Network& network, Workers& host, std::uint32_t components, const MessageList& list,
                 const ReplyCounts& replies, PhaseRecord& phase);

/// The same in two sweeps, first the messages that await a reply, then the others.
/// @param silent  messages and largest numbers of the others
void carry_sweeps(Network& network, Workers& host, std::uint32_t components, const MessageList& list,
                  const ReplyCounts& replies, PhaseRecord silent, PhaseRecord& phase);

}  // namespace pram::detail
