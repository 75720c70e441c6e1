#pragma once

#include <memory>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/machines/switching.hpp>

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
/// @tparam Shape  a topology whose functions the compiler can see, or Topology itself
template <class Shape>
class StoreAndForward final : public Switching {
 public:
  StoreAndForward(std::shared_ptr<const Shape> shape, const SwitchingOptions& options);

  const Topology& topology() const override { return *shape_; }
  DeliveryStatistics carry(const Messages& batch, Trace* trace) override;
  DeliveryStatistics carry_back(std::span<const std::uint8_t> awaited, Trace* trace) override;

 private:
  struct Moved {
    std::uint32_t message;
    std::uint32_t link;
  };

  template <bool combining, bool traced>
  void run(const Messages& batch, DeliveryStatistics& statistics, Trace* trace);

  /// The link by which a message that stands at `node` goes on.
  std::uint32_t next_link(std::uint32_t node, MessageState& packet) const;

  /// Puts a message at the end of the link's queue, or merges it into a message that waits there.
  template <bool combining>
  void queue(std::uint32_t message, std::uint32_t link, std::uint32_t step, DeliveryStatistics& statistics,
             Trace* trace);

  /// Takes all messages out of the network.
  void clear();

  std::shared_ptr<const Shape> shape_;
  SwitchingOptions options_;
  std::uint32_t ports_;
  CountedVector<Link> links_;
  ActiveSet active_;
  CountedVector<MessageState> packets_;
  CountedVector<std::uint32_t> final_;  ///< per message: its destination, if messages stop on the way
  CountedVector<Moved> moved_;

  // Used where switches combine:
  MergeGroups merge_groups_;
  MergeIndex merge_index_;
  CountedVector<std::uint32_t> waits_at_;    ///< per message: the link where it waits
  CountedVector<std::uint8_t> paired_;       ///< per message: it has met another at the link where it waits
  CountedVector<std::uint32_t> remembered_;  ///< per node: merges in this batch
  Way way_;                                  ///< how the last batch went, for its replies
};

std::unique_ptr<Switching> make_store_and_forward(std::shared_ptr<const Topology> topology,
                                                  const SwitchingOptions& options);

}  // namespace pram::detail
