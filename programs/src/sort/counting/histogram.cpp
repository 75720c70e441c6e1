#include <pram/programs/sort.hpp>

#include <algorithm>

#include <pram/programs/input/sequence/keys.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> histogram(Machine& machine, std::span<const std::uint32_t> keys, std::uint32_t buckets) {
  const auto key = machine.array(keys, "key");
  const auto count = machine.array<std::int64_t>(buckets, 0, "count");
  machine.pardo(keys.size(), [&](Processor self) -> Task<> {
    const std::uint32_t mine = co_await key[self.id()];
    co_await count[mine].add(1);
  });
  return count.host();
}

Program histogram_program() {
  return program<BucketKeys>(histogram,
                             {.name = "histogram",
                              .what = "counts of n keys by combining writes, Zipf keys",
                              .columns = "key, its count",
                              .source = "Ranade 1991",
                              .model = Rule::sum,
                              .needs_more_than = Rule::crew,
                              .time = "O(1)",
                              .steps = [](std::uint64_t n) { return n == 0 ? 0U : 2U; },
                              .work = "O(n)",
                              .work_at_most = [](std::uint64_t n) { return 2 * n; },
                              .degree_at_most = [](std::uint64_t n) { return n; },
                              .size = {.usual = 1 << 17, .bytes_each = 2 * sizeof(std::uint32_t) + processor_bytes},
                              .oracle =
                                  [](std::span<const std::uint32_t> keys, std::uint32_t buckets) {
                                    std::vector<std::int64_t> counts(buckets, 0);
                                    for (const std::uint32_t key : keys) ++counts[key];
                                    return counts;
                                  },
                              .against = "counting on one thread",
                              .facts = [](const Keys&, const auto& counts) -> Facts {
                                return {{"largest_count", counts.empty() ? 0 : std::ranges::max(counts)},
                                        {"empty_buckets", std::ranges::count(counts, 0)}};
                              },
                              .write =
                                  [](std::ostream& out, const Keys& keys, const auto& counts) {
                                    write_named(
                                        out, [&keys](std::size_t bucket) { return keys.values[bucket]; }, counts);
                                  }});
}

}  // namespace pram::programs
