#include <pram/bsp.hpp>

#include <pram/programs/input/sequence/numbers.hpp>
#include "programs.hpp"
#include "sort/splitting/sample_sort.hpp"

namespace pram::programs {

namespace {

/// The most keys of a part. A sample stands for the at most ⌈b / p⌉ keys of its process up to its next sample. Between
/// two splitters lie p samples, and what p - 1 samples below the lower splitter stand for.
std::uint64_t largest_regular_part(std::uint64_t n, std::uint64_t p) {
  const std::uint64_t block = (n + p - 1) / p;
  return std::min(n, (2 * p - 1) * ((block + p - 1) / p));
}

}  // namespace

SampleSort bsp_sample_sort_regular(Machine& machine, std::span<const std::int64_t> values) {
  std::vector<pram::detail::CountedVector<std::int64_t>> parts(machine.options().components);
  machine.spmd([&](bsp::Process self) -> Task<> {
    const std::uint64_t p = self.count();
    pram::detail::CountedVector<SortKey> keys = sorted_block(self, values);
    pram::detail::CountedVector<SortKey> own;
    for (std::uint64_t k = 0; k < p && !keys.empty(); ++k) own.push_back(keys[k * keys.size() / p]);

    pram::detail::CountedVector<SortKey> splitters;
    splitters.reserve(p - 1);
    {  // The p² samples go before the process waits again: else all processes hold theirs at once.
      bsp::Blocks<SortKey> blocks = co_await bsp::all_gather(self, own);
      pram::detail::CountedVector<std::uint64_t> ends;
      for (std::uint64_t process = 0; process < p; ++process)
        ends.push_back((ends.empty() ? 0 : ends.back()) + blocks[process].size());
      std::vector<SortKey> samples = std::move(blocks).values();
      self.work(merge_runs(samples, std::move(ends)));
      // Fewer keys than processes give fewer samples.
      for (std::uint64_t k = 1; k < p; ++k)
        splitters.push_back(k * p < samples.size() ? samples[k * p] : above_all_keys);
    }
    parts[self.id()] = co_await merged_parts(self, std::move(keys), std::move(splitters));
  });
  return joined(machine, parts);
}

Program bsp_sample_sort_regular_program() {
  return program<Numbers>(
      bsp_sample_sort_regular,
      {.name = "bsp-sample-sort-regular",
       .alias = "psrs",
       .what = "n numbers sorted, splitters from p regular samples of each process",
       .columns = "number in ascending order",
       .source = "Shi, Schaeffer 1992; Bisseling 2020, 1.8",
       .model = Model::bsp,
       .time = "(n/p) log n + (p^2 + 2n/p) log p + (2p^2 + 2n/p) g + 3l",
       .cost = {.supersteps = 3,
                .relation_at_most = [](std::uint64_t n,
                                       std::uint64_t p) { return 2 * p * (p - 1) + largest_regular_part(n, p); },
                .work_at_most =
                    [](std::uint64_t n, std::uint64_t p) {
                      return p * p * ceil_log2(p) + sample_sort_work((n + p - 1) / p, largest_regular_part(n, p), p);
                    }},
       .components = 64,
       .size = {.usual = 1 << 17, .bytes_each = 6 * sizeof(std::int64_t)},
       .oracle = judge_sample_sort,
       .against = "std::sort",
       .facts = facts_of_sample_sort,
       .write = write_sample_sort});
}

}  // namespace pram::programs
