#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/machines/switching.hpp>

#include "active_set.hpp"
#include "message_queue.hpp"

namespace pram::detail {

/// How a batch went, as far as its replies must know.
struct Way {
  std::uint32_t messages = 0;
  std::uint32_t duration = 1;  ///< of every hop
  Trace trace;                 ///< begins counted in hops
};

/// Replies go back over the links of their messages, each link's other direction with a queue of its own, and split
/// where the messages merged: at the node of the queue in which they met.
/// @param links    of the switching technique, as empty as they are between batches, and so they are left
/// @param active   the same
/// @param ports    of a node
/// @param awaited  per message; empty: all
DeliveryStatistics carry_replies(CountedVector<Link>& links, ActiveSet& active, std::uint32_t ports, const Way& way,
                                 std::span<const std::uint8_t> awaited, Trace* trace);

}  // namespace pram::detail
