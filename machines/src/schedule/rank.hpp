#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/memory_account.hpp>

#include "walks.hpp"

namespace pram::detail {

/// RANK (Nassimi and Sahni 1981), an ascend: how many flagged places lie before each.
template <class Machine>
std::vector<std::uint32_t> rank(Machine& machine, std::span<const std::uint8_t> flags) {
  const ScheduleLedger::Scope scope(machine.ledger(), "rank");
  struct Flagged {
    std::uint32_t before;  ///< flagged in the block and before this place
    std::uint32_t total;   ///< flagged in the block
  };
  CountedVector<Flagged> counts;
  counts.reserve(flags.size());
  for (const std::uint8_t flag : flags) counts.push_back({0, flag != 0 ? 1u : 0u});
  ascend(machine, std::span(counts), [](std::uint32_t, std::uint32_t, std::uint32_t, Flagged& low, Flagged& high) {
    high.before += low.total;
    low.total = high.total = low.total + high.total;
  });
  std::vector<std::uint32_t> ranks;
  ranks.reserve(counts.size());
  for (const Flagged& count : counts) ranks.push_back(count.before);
  return ranks;
}

}  // namespace pram::detail
