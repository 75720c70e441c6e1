#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <pram/error.hpp>

#include "../machines/routed_machine.hpp"

namespace pram::detail {

/// Odd-even merge sort (Batcher 1968), with as many stages as bitonic sort and fewer comparisons. Partners are not
/// neighbours on any network here, so every stage is a routed permutation.
/// @throws ConfigError if the number of terminals is no power of two
template <class Comparator, class Record>
void odd_even_merge_sort(RoutedMachine& machine, Comparator comparator, std::span<Record> records,
                         std::uint64_t words) {
  const std::uint32_t n = machine.nodes();
  if (!std::has_single_bit(n))
    throw ConfigError("network", machine.network(), "odd-even merge sort needs a power of two of nodes");
  std::vector<std::uint32_t> partner(n);
  for (std::uint32_t length = 1; length < n; length *= 2) {
    for (std::uint32_t apart = length; apart >= 1; apart /= 2) {
      std::iota(partner.begin(), partner.end(), 0u);
      for (std::uint32_t base = apart % length; base + apart < n; base += 2 * apart) {
        for (std::uint32_t low = base; low < std::min(base + apart, n - apart); ++low) {
          const std::uint32_t high = low + apart;
          if (low / (2 * length) != high / (2 * length)) continue;
          comparator.compare_exchange(records[low], records[high], false);
          partner[low] = high;
          partner[high] = low;
        }
      }
      const std::uint64_t name = std::uint64_t{1} << 63 | std::uint64_t{length} << 32 | apart;
      machine.charge_exchange(name, words, [&](std::uint32_t x) { return partner[x]; });
    }
  }
}

}  // namespace pram::detail
