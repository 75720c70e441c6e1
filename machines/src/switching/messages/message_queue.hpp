#pragma once

#include <cstdint>

namespace pram::detail {

inline constexpr std::uint32_t no_message = 0xFFFFFFFF;

/// A link and the queue of messages that wait for it, first come first served. The queue is a chain through the
/// messages themselves. What a hop changes does not stand side by side: one wide access to both would have to wait for
/// the narrow ones before it.
struct Link {
  std::uint32_t head = no_message;
  std::uint32_t tail = no_message;
  std::uint32_t waiting = 0;
  std::uint32_t target = 0;   ///< the node where it ends
  std::uint32_t busy = 0;     ///< steps in which it was busy, in this batch
  std::uint32_t longest = 0;  ///< the most that waited at once in this batch, where loads are noted
};

/// The place of a message on its path.
struct MessageState {
  std::uint32_t next = no_message;  ///< the message behind it in the queue
  std::uint32_t target = 0;         ///< the node of its next stop
  std::uint32_t port = 0;           ///< port of its present leg
  std::uint32_t hops = 0;           ///< hops left of that leg
};

/// @param packets  of all messages
inline void append(Link& link, MessageState* packets, std::uint32_t message) {
  packets[message].next = no_message;
  if (link.waiting++ == 0) {
    link.head = message;
  } else {
    packets[link.tail].next = message;
  }
  link.tail = message;
}

inline std::uint32_t take_first(Link& link, const MessageState* packets) {
  const std::uint32_t message = link.head;
  link.head = packets[message].next;
  --link.waiting;
  return message;
}

}  // namespace pram::detail
