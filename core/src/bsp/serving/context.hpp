#pragma once

#include <cstddef>
#include <cstdint>

#include <pram/detail/memory_account.hpp>

#include "../coarrays/coarrays.hpp"
#include "../run/members.hpp"
#include "../run/run_context.hpp"
#include "breaches.hpp"

namespace pram::bsp::detail {

/// A count for each rank of a group. Each worker counts for its own ranks, and those of two workers lie a cache line
/// apart: else two workers of a process each would wait for that line at every word.
class RankCounts {
 public:
  void begin(std::uint64_t ranks, std::size_t workers) { counts_.assign(ranks + workers * apart, 0); }
  void clear() { counts_.clear(); }

  /// The counts of a worker's ranks, by rank.
  /// @param w  the worker's place among those of the group
  std::uint64_t* of(std::uint32_t w) { return counts_.data() + w * apart; }
  /// 0 where none has begun.
  std::uint64_t of(std::uint32_t w, std::uint32_t rank) const {
    return counts_.empty() ? 0 : counts_[rank + w * apart];
  }

 private:
  static constexpr std::size_t apart = 64 / sizeof(std::uint64_t);

  pram::detail::CountedVector<std::uint64_t> counts_;
};

/// What the processes of a group receive and answer in a superstep.
struct WordCounts {
  RankCounts received;  ///< words that a process got from other components
  RankCounts answered;  ///< words that gets took from it

  void begin(std::uint64_t ranks, std::size_t workers) {
    received.begin(ranks, workers);
    answered.begin(ranks, workers);
  }
  void clear() {
    received.clear();
    answered.clear();
  }
};

/// What the servers of a group share.
struct ServingContext {
  const RunContext& run;
  const GroupMembers& members;
  Coarrays& coarrays;
  Breaches& breaches;
  WordCounts& words;
};

}  // namespace pram::bsp::detail
