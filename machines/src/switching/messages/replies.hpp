#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/machines/switching.hpp>

#include "active_set.hpp"
#include "message_queue.hpp"

namespace pram::detail {

/// What replies need to know of the delivery of their batch.
struct ForwardTrace {
  std::uint32_t messages = 0;
  std::uint32_t duration = 1;  ///< steps of every hop
  Trace trace;                 ///< its times are counted in hops
};

/// Carries replies back over the links of their messages. The other direction of each link has a queue of its own.
/// Replies split where their messages merged: at the node of the queue in which they met.
/// @param links    queues of the switching technique; empty before and after
/// @param active   links with messages; empty before and after
/// @param ports    of each node
DeliveryStatistics carry_replies(CountedVector<Link>& links, ActiveSet& active, std::uint32_t ports,
                                 const ForwardTrace& forward, const Replies& replies, const Sink& sink);

}  // namespace pram::detail
