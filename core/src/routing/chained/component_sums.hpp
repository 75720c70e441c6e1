#pragma once

#include <algorithm>
#include <cstdint>

#include <pram/detail/memory_account.hpp>

#include "../../processors/worker.hpp"
#include "../component_slots.hpp"

namespace pram::detail {

/// The requests of a chunk that are all for one cell: those of a component as one. So the worker that serves the cell
/// has little to do for the others, and each goes through the requests of its own processors.
///
/// What must hold for a chunk, besides what chains demand: no request fetches, since the order of requests within a
/// component would be needed.
class ComponentSums {
 public:
  struct Sum {
    std::uint32_t component;
    std::uint32_t weight;     ///< requests
    std::uint32_t processor;  ///< of plain writes: the winner so far
    Word value;               ///< combined; a read's reply takes its place
  };

  template <class Fold>
  void add_up(const Worker& worker, const Chunk& chunk, Fold fold, CombiningContext& context) {
    sums_.clear();
    const bool all_ask = chunk.requests == chunk.last - chunk.first;
    visit_components(worker, chunk, [&](std::uint32_t component, std::uint32_t first, std::uint32_t last) {
      Sum sum{component, 0, 0, 0};
      all_ask ? add_up<true>(worker, first, last, fold, context, sum)
              : add_up<false>(worker, first, last, fold, context, sum);
      if (sum.weight > 0) sums_.push_back(sum);
    });
  }

  CountedVector<Sum>& all() { return sums_; }
  const CountedVector<Sum>& all() const { return sums_; }

  /// Gives the chunk's reads the cell's word, which their sums have.
  void answer(const Worker& worker, const Chunk& chunk) const {
    const std::uint32_t* const index = worker.index;
    Word* const value = worker.value;
    const Word reply = sums_.front().value;
    for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
      if (index[at] < finished_processor) value[at] = reply;
    }
  }

 private:
  /// Adds the requests of slots [first, last).
  template <bool all_ask, class Fold>
  static void add_up(const Worker& worker, std::uint32_t first, std::uint32_t last, Fold fold,
                     CombiningContext& context, Sum& sum) {
    const std::uint32_t* const index = worker.index;
    const auto asks = [index](std::uint32_t slot) { return all_ask || index[slot] < finished_processor; };
    if constexpr (Fold::writes) {
      const Word* const value = worker.value;
      std::uint32_t at = first;
      while (at < last && !asks(at)) ++at;
      if (at == last) return;
      Word combined = fold.masked(value[at]);
      std::uint32_t winner = 0;
      if constexpr (Fold::chooses) winner = static_cast<std::uint32_t>(worker.processor_of(at));
      for (++at; at < last; ++at) {
        if (!asks(at)) continue;
        std::uint32_t processor = 0;
        if constexpr (Fold::chooses) processor = static_cast<std::uint32_t>(worker.processor_of(at));
        fold.join(context, combined, winner, fold.masked(value[at]), processor);
      }
      sum.value = fold.masked(combined);
      sum.processor = winner;
    }
    sum.weight = last - first;
    if (all_ask) return;
    sum.weight = 0;
    for (std::uint32_t at = first; at < last; ++at) sum.weight += asks(at) ? 1 : 0;
  }

  CountedVector<Sum> sums_;  // of components that ask, ascending
};

}  // namespace pram::detail
