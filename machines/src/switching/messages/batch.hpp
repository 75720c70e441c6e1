#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <variant>

#include <pram/detail/memory_account.hpp>
#include <pram/machines/switching.hpp>

namespace pram::detail {

/// Steps that a message of this many words takes for one hop.
std::uint32_t duration_of(std::uint32_t words, const SwitchingOptions& options);

/// The duration of a hop, if it is the same for all messages of a batch; else 0.
std::uint32_t common_duration(const Messages& batch, const SwitchingOptions& options);

/// The messages of a batch, checked.
/// @throws ConfigError if their lists differ in length, or if they name a node that is no terminal; for replies, which
/// take switches that combine
const Messages& checked_messages(const std::variant<Messages, Replies>& batch, const Topology& topology);

/// Whether messages may go to a stop before their destination.
inline bool takes_stops(const SwitchingOptions& options) {
  return options.routing != SwitchingOptions::Routing::own && options.routing != SwitchingOptions::Routing::spread_all;
}

/// What a routing sees of a network when a message sets out: how many messages wait for a link.
using QueueView = std::function<std::uint64_t(std::uint32_t link)>;

/// The terminal to which message `number` goes first: its destination, or a stop on the way (a random terminal: Valiant
/// 1982).
/// @param queues  adaptive routings alone ask it
std::uint32_t first_stop(const Topology& topology, const SwitchingOptions& options, std::uint32_t number,
                         std::uint32_t source, std::uint32_t destination, const QueueView& queues);

/// The number of links for which a switching technique needs a queue.
/// @throws ConfigError if there are more than `most`
std::size_t link_count(const Topology& topology, std::uint64_t most);

/// Gives merged messages the arrival of the message that carried them, latest merge first.
void settle_merged(DeliveryStatistics& statistics, const CountedVector<Merge>& merges);

/// What is kept of a delivery beside its statistics: the load of each link, or each crossing.
enum class Kept : std::uint8_t { nothing, load, crossings };

/// The part of a trace that one delivery adds; empty where there is no trace.
class AddedTrace {
 public:
  explicit AddedTrace(Trace* trace)
      : trace_(trace),
        first_crossing_(trace == nullptr ? 0 : trace->crossings.size()),
        first_merge_(trace == nullptr ? 0 : trace->merges.size()) {}

  std::span<Crossing> crossings() const {
    return trace_ == nullptr ? std::span<Crossing>() : std::span(trace_->crossings).subspan(first_crossing_);
  }
  std::span<Merge> merges() const {
    return trace_ == nullptr ? std::span<Merge>() : std::span(trace_->merges).subspan(first_merge_);
  }

 private:
  Trace* trace_;
  std::size_t first_crossing_;
  std::size_t first_merge_;
};

/// Converts times counted in hops to steps; every hop takes `duration` steps.
void scale(DeliveryStatistics& statistics, const AddedTrace& added, std::uint32_t duration);

}  // namespace pram::detail
