#include <pram/programs/sort.hpp>

#include <algorithm>
#include <bit>
#include <utility>

#include <pram/programs/input/sequence/keys.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/scan.hpp>
#include "programs.hpp"
#include "scan/prefix_sums_cost.hpp"

namespace pram::programs {

namespace {

std::uint64_t bits_of(std::uint32_t buckets) {
  return buckets == 0 ? 0 : static_cast<std::uint64_t>(std::bit_width(buckets - 1));
}

}  // namespace

std::vector<std::uint32_t> radix_sort(Machine& machine, std::span<const std::uint32_t> keys, std::uint32_t buckets) {
  check_keys(keys, buckets);
  const std::uint64_t n = keys.size();
  auto key = machine.array(keys, "key");
  auto sorted = machine.array<std::uint32_t>(n, 0, "sorted");
  const auto zeros = machine.array<std::int64_t>(n, 0, "zeros");
  const auto ones = machine.array<std::int64_t>(n, 0, "ones");  // in reverse order: from the last key to the first
  for (std::uint64_t bit = 0; bit < bits_of(buckets); ++bit) {
    machine.pardo(n, [&](Processor self) -> Task<> {
      const bool one = (co_await key[self.id()] >> bit & 1) != 0;
      co_await (zeros[self.id()] = one ? 0 : 1);
      co_await (ones[n - 1 - self.id()] = one ? 1 : 0);
    });
    prefix_sums(machine, zeros);
    prefix_sums(machine, ones);
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::uint32_t mine = co_await key[self.id()];
      const bool one = (mine >> bit & 1) != 0;
      const std::int64_t counted = co_await (one ? ones[n - 1 - self.id()] : zeros[self.id()]);
      co_await (sorted[one ? static_cast<std::int64_t>(n) - counted : counted - 1] = mine);
    });
    std::swap(key, sorted);
  }
  return key.host();
}

Program radix_sort_program() {
  return program<BucketKeys>(
      radix_sort,
      {.name = "radix-sort",
       .what = "n keys sorted bit by bit, the zeros before the ones, by prefix sums; b bits",
       .columns = "key in ascending order",
       .source = "Blelloch 1990",
       .model = Rule::erew,
       .time = "O(b log n)",
       .steps =
           [](const Keys& keys) {
             const std::uint64_t n = keys.of.size();
             return n == 0 ? 0 : bits_of(keys.buckets()) * (6 + 2 * prefix_sums_steps(n));
           },
       .work = "O(b n)",
       .work_at_most =
           [](const Keys& keys) {
             const std::uint64_t n = keys.of.size();
             return bits_of(keys.buckets()) * (6 * n + 2 * prefix_sums_work(n));
           },
       .letters = {{"b", "1"}},  // generated keys are of 12 bits
       .degree_at_most = 1,
       .size = {.usual = 1 << 14, .bytes_each = 4 * sizeof(std::uint32_t) + 2 * sizeof(std::int64_t) + processor_bytes},
       .oracle =
           [](std::span<const std::uint32_t> keys, std::uint32_t) {
             std::vector<std::uint32_t> all(keys.begin(), keys.end());
             std::ranges::sort(all);
             return all;
           },
       .against = "std::sort",
       .write =
           [](std::ostream& out, const Keys& keys, const std::vector<std::uint32_t>& sorted) {
             for (const std::uint32_t bucket : sorted) out << keys.values[bucket] << '\n';
           }});
}

}  // namespace pram::programs
