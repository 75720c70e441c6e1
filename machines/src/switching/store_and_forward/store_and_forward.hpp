#pragma once

#include <memory>
#include <type_traits>
#include <variant>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/machines/switching.hpp>

#include "../../topology/check/checked_topology.hpp"
#include "../messages/active_set.hpp"
#include "../messages/batch.hpp"
#include "../messages/merge_groups.hpp"
#include "../messages/merge_index.hpp"
#include "../messages/message_queue.hpp"
#include "../messages/replies.hpp"

namespace pram::detail {

/// Store-and-forward with a FIFO queue at every link. All links work at once, and each takes one message a step.
/// Messages that come to a link in the same step queue up in the order of the links that they came by. Time is counted
/// in hops of equal duration. The cost on the host follows the hops that are made.
///
/// A large batch is shared out to host threads, a part of the links each. In a step a part first takes in what the
/// parts have sent it in the step before, lower links first, as one part alone does. So nothing depends on how many
/// there are. Switches that combine, and batches that are traced, have one part.
/// @tparam Shape  a topology whose functions the compiler can see, or Topology itself
template <class Shape>
class StoreAndForward final : public Switching {
 public:
  StoreAndForward(std::shared_ptr<const Shape> shape, const SwitchingOptions& options);

  const Topology& topology() const override { return *shape_; }
  DeliveryStatistics deliver(const std::variant<Messages, Replies>& batch, const Sink& sink) override;

 private:
  struct Moved {
    std::uint32_t message;
    std::uint32_t link;
  };

  /// What a step makes at most a link of, in room for all of them.
  template <class Entry>
  struct StepList {
    CountedVector<Entry> room;
    std::uint32_t count = 0;

    void push_back(Entry entry) { room[count++] = entry; }
  };

  /// Consecutive links, and what became of their messages in the step in progress.
  struct Part {
    std::uint32_t first = 0;  ///< link
    std::uint32_t links = 0;
    ActiveSet active;                       ///< links at which messages wait, counted from the first
    std::vector<StepList<Moved>> moved[2];  ///< in even and odd steps: per part, messages that go on there
    StepList<std::uint32_t> arrived;        ///< messages, in the order of their links
    CountedVector<std::uint32_t> used;      ///< links used, to clear them and to find the busiest
    std::uint64_t hops = 0;
    std::uint32_t largest_queue = 0;

    Part(std::uint32_t first_link, std::uint32_t its_links, std::uint32_t parts)
        : first(first_link), links(its_links), active(its_links) {
      for (auto& lists : moved) lists.resize(parts);
    }
    /// Forgets the last batch, and makes room for one of so many messages.
    void begin(std::size_t messages);
  };

  /// Makes as many parts as the batch pays for.
  void divide(const Messages& batch, bool traced);
  /// The part that has a link.
  std::uint32_t part_of(std::uint32_t link) const { return static_cast<std::uint32_t>((link * parts_a_link_) >> 32); }

  DeliveryStatistics deliver_messages(const Messages& batch, const Sink& sink);
  DeliveryStatistics deliver_replies(const Replies& batch, const Sink& sink);
  template <Kept kept>
  void run(const Messages& batch, DeliveryStatistics& statistics, Trace* trace);
  template <bool combining, Kept kept>
  void run(const Messages& batch, DeliveryStatistics& statistics, Trace* trace);
  /// Adds what the links carried in this batch, which they forget.
  void note(LinkLoad& load);
  /// One step of a part. The batch's statistics and traces are those of one part alone.
  template <bool combining, Kept kept>
  void advance(std::uint32_t part, std::uint32_t step, DeliveryStatistics& statistics, Trace* trace);

  /// The link by which a message that stands at `node` goes on.
  std::uint32_t next_link(std::uint32_t node, MessageState& packet);

  /// Puts a message at the end of the link's queue, or merges it into a message that waits there.
  /// @returns how many wait there
  template <bool combining>
  std::uint32_t queue(Part& part, std::uint32_t message, std::uint32_t link, std::uint32_t step,
                      DeliveryStatistics& statistics, Trace* trace);

  /// Takes all messages out of the network.
  void clear();

  /// A message sets out for its stop, or from there. Only of topologies that the compiler cannot see is that noted.
  void set_out(std::uint32_t message) {
    if constexpr (std::is_same_v<Shape, Topology>) bounds_.set_out(message);
  }

  std::shared_ptr<const Shape> shape_;
  SwitchingOptions options_;
  std::uint32_t ports_;
  CountedVector<Link> links_;
  std::vector<Part> parts_;
  std::uint64_t parts_a_link_ = 0;  // 32 bits below the point
  CountedVector<MessageState> packets_;
  /// Per message, where its target does not say all of its way: its destination, if messages stop on the way; what it
  /// has crossed, if they spread at every level.
  CountedVector<std::uint32_t> beyond_;
  RouteBounds bounds_;

  // Used where switches combine:
  MergeGroups merge_groups_;
  MergeIndex merge_index_;
  CountedVector<std::uint32_t> waits_at_;    ///< per message: the link where it waits
  CountedVector<std::uint8_t> paired_;       ///< per message: it has met another at the link where it waits
  CountedVector<std::uint32_t> remembered_;  ///< per node: merges in this batch
  ForwardTrace forward_;                     ///< of the last batch, for its replies
};

std::unique_ptr<Switching> make_store_and_forward(std::shared_ptr<const Topology> topology,
                                                  const SwitchingOptions& options);

}  // namespace pram::detail
