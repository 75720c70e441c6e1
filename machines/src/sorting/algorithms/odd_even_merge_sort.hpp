#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include <pram/error.hpp>

#include "../machines/merge_steps.hpp"
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
  for_each_merge(n, [&](std::uint32_t length, std::uint32_t apart) {
    const auto partner = [=](std::uint32_t x) { return merge_partner(x, n, length, apart); };
    for (std::uint32_t low = 0; low < n; ++low) {
      const std::uint32_t high = partner(low);
      if (low < high) comparator.compare_exchange(records[low], records[high], false);
    }
    const std::uint64_t name = std::uint64_t{1} << 63 | std::uint64_t{length} << 32 | apart;
    machine.charge_exchange(name, words, partner);
  });
}

}  // namespace pram::detail
