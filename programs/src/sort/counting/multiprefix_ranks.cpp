#include <pram/programs/sort.hpp>

#include <pram/programs/input/sequence/keys.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/scan.hpp>
#include "oracle/stable_ranks.hpp"
#include "programs.hpp"
#include "scan/prefix_sums_cost.hpp"

namespace pram::programs {

std::vector<std::int64_t> multiprefix_ranks(Machine& machine, std::span<const std::uint32_t> keys,
                                            std::uint32_t buckets) {
  if (keys.empty()) return {};
  const auto key = machine.array(keys, "key");
  const auto rank = machine.array<std::int64_t>(keys.size(), 0, "rank");
  // A count stands one cell after its key, so that the sums up to `key` count only smaller keys.
  const auto smaller = machine.array<std::int64_t>(buckets + std::uint64_t{1}, 0, "smaller");

  machine.pardo(keys.size(), [&](Processor self) -> Task<> {
    const std::uint32_t mine = co_await key[self.id()];
    const std::int64_t before = co_await smaller[mine + std::uint64_t{1}].multiprefix_add(1);
    co_await (rank[self.id()] = before);
  });
  prefix_sums(machine, smaller);
  machine.pardo(keys.size(), [&](Processor self) -> Task<> {
    const std::uint32_t mine = co_await key[self.id()];
    const std::int64_t start = co_await smaller[mine];
    co_await rank[self.id()].add(start);
  });
  return rank.host();
}

Program multiprefix_ranks_program() {
  return program<BucketKeys>(
      multiprefix_ranks,
      {.name = "multiprefix-ranks",
       .alias = "multiprefix",
       .what = "stable ranks of n keys by multiprefix, counting sort",
       .columns = "place of the key in the sorted sequence",
       .source = "Ranade 1989; Sheffler 1993",
       .model = Model::multiprefix,
       .needs_more_than = Rule::crew,
       .time = "O(log buckets)",
       .steps = [](const Keys& keys) -> std::uint64_t {
         const std::uint64_t b = std::uint64_t{keys.buckets()} + 1;
         return keys.of.empty() ? 0 : 6 + prefix_sums_steps(b);
       },
       .work = "O(n + buckets)",
       .work_at_most = [](const Keys& keys) { return 6 * keys.of.size() + prefix_sums_work(keys.values.size() + 1); },
       .letters = {{"buckets", "1"}},  // 4096 of generated keys
       .degree_at_most = [](std::uint64_t n) { return n; },
       .size = {.usual = 1 << 17, .bytes_each = 2 * sizeof(std::uint32_t) + sizeof(std::int64_t) + processor_bytes},
       .oracle = [](std::span<const std::uint32_t> keys, std::uint32_t) { return oracle::stable_ranks(keys); },
       .against = "std::stable_sort",
       .facts = [](const Keys&, const auto& ranks) -> Facts {
         return {{"rank_of_first_key", ranks.empty() ? 0 : ranks.front()}};
       }});
}

}  // namespace pram::programs
