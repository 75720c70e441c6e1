#pragma once

#include <cstdint>

#include <pram/detail/memory_account.hpp>

#include "record.hpp"

namespace pram::detail {

/// A message of a step that is to be reported to an observer, or its reply.
struct NotedMessage {
  Address address = 0;
  Word value = 0;            ///< combined operands; of a reply the value that it brings
  std::uint32_t phase = 0;   ///< number in Step::phases
  std::uint32_t number = 0;  ///< in its phase; of a reply that of its message
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t weight = 0;
  std::uint32_t merged = 0;  ///< see Observer::Message
  bool back = false;
  bool stays = false;
};

using MessageLog = CountedVector<NotedMessage>;

/// A message's reply.
inline NotedMessage reply_to(const NotedMessage& message, Word value) {
  NotedMessage reply = message;
  reply.from = message.to;
  reply.to = message.from;
  reply.value = value;
  reply.back = true;
  return reply;
}

}  // namespace pram::detail
