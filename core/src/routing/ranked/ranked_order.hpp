#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <pram/detail/memory_account.hpp>

#include "../../ranks/rank_group.hpp"
#include "../source_order.hpp"

namespace pram::detail {

/// Each rank sends its records to the ranks of their sources, where they are merged, and gets answers back. Or every
/// rank has the records of all.
class RankedOrder final : public SourceOrder {
 public:
  /// @param everywhere  every rank has all records: as an adaptive routing wants that cannot add up what ranks count
  RankedOrder(RankGroup& group, std::uint32_t components, bool everywhere)
      : group_(group), components_(components), everywhere_(everywhere) {}

  std::span<const OrderedRecord> gather(std::span<const OrderedRecord> mine) override;
  std::span<const OrderedAnswer> answer(std::span<const std::uint32_t> destination) override;
  MessageList messages(bool keyed) override;
  void add(std::span<std::uint64_t> numbers) override { group_.add(numbers); }

 private:
  void gather_everywhere(std::span<const OrderedRecord> mine);
  void merge();

  RankGroup& group_;
  std::uint32_t components_;
  bool everywhere_;
  std::vector<std::size_t> out_;           // per rank: where the records that go there begin; one more at the end
  std::vector<std::size_t> in_;            // the same of those that come from there
  std::uint64_t first_number_ = 0;         // of the records of this rank's components
  CountedVector<OrderedRecord> arrived_;   // rank by rank
  CountedVector<OrderedRecord> here_;      // in order
  CountedVector<std::size_t> place_;       // of each of them in arrived_
  CountedVector<OrderedAnswer> answers_;   // per record of arrived_
  CountedVector<OrderedAnswer> answered_;  // per record of this rank
};

}  // namespace pram::detail
