#include <pram/programs/sort.hpp>

#include <utility>

#include <pram/programs/input/sequence/keys.hpp>
#include <pram/programs/scan.hpp>
#include "logarithm.hpp"

namespace pram::programs {

std::vector<std::uint32_t> radix_sort_data_parallel(Machine& machine, std::span<const std::uint32_t> keys,
                                                    std::uint32_t buckets) {
  check_keys(keys, buckets);
  const std::uint64_t n = keys.size();
  auto key = machine.array(keys, "key");
  auto sorted = machine.array<std::uint32_t>(n, 0, "sorted");
  const auto zeros = machine.array<std::int64_t>(n, 0, "zeros");
  const auto ones = machine.array<std::int64_t>(n, 0, "ones");  // in reverse order: from the last key to the first
  const Processors all = machine.processors(n);
  const auto mirrored = [n](std::uint64_t i) { return n - 1 - i; };
  for (std::uint64_t bit = 0; buckets > 0 && bit < ceil_log2(buckets); ++bit) {
    auto mine = all.read(key, own_cell);
    const auto one = [&](std::uint64_t i) { return (mine[i] >> bit & 1) != 0; };
    all.write(zeros, own_cell, [&](std::uint64_t i) { return one(i) ? 0 : 1; });
    all.write(ones, mirrored, [&](std::uint64_t i) { return one(i) ? 1 : 0; });
    prefix_sums_data_parallel(machine, zeros);
    prefix_sums_data_parallel(machine, ones);
    all.read(key, own_cell, mine);
    const auto counted = all.read([&](std::uint64_t i) -> auto& { return one(i) ? ones[mirrored(i)] : zeros[i]; });
    all.write(
        sorted, [&](std::uint64_t i) { return one(i) ? static_cast<std::int64_t>(n) - counted[i] : counted[i] - 1; },
        mine);
    std::swap(key, sorted);
  }
  return key.host();
}

}  // namespace pram::programs
