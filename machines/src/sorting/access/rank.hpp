#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/memory_account.hpp>

#include "fold.hpp"

namespace pram::detail {

/// RANK (Nassimi and Sahni 1981), a fold, which powers of two make an ascend: for each place, the number of flagged
/// places before it.
template <class Machine>
std::vector<std::uint32_t> rank(Machine& machine, std::span<const std::uint8_t> flags) {
  const ScheduleLedger::Scope scope(machine.ledger(), "rank");
  struct Flagged {
    std::uint32_t before;  ///< flagged places of the block before this place
    std::uint32_t total;   ///< flagged places of the block
  };
  CountedVector<Flagged> counts;
  counts.reserve(flags.size());
  for (const std::uint8_t flag : flags) counts.push_back({0, flag != 0 ? 1u : 0u});
  fold(machine, std::span(counts), [](std::uint32_t, std::uint32_t, std::uint32_t, Flagged& low, Flagged& high) {
    high.before += low.total;
    low.total = high.total = low.total + high.total;
  });
  std::vector<std::uint32_t> ranks;
  ranks.reserve(counts.size());
  for (const Flagged& count : counts) ranks.push_back(count.before);
  return ranks;
}

}  // namespace pram::detail
