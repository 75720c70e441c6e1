#include <pram/bsp.hpp>

#include <pram/programs/input/sequence/numbers.hpp>
#include "programs.hpp"
#include "sort/splitting/sample_sort.hpp"

namespace pram::programs {

namespace {

/// The samples of a process, s. A part of more than a n / p keys holds s samples at the most where a s are expected, a
/// chance below e^(-(1 - 1/a)^2 a s / 2) (Chernoff) for each of the n places where it may begin. With a = 3 and this s
/// it is below 10^-9 in all.
std::uint64_t samples_of(std::uint64_t n) { return 32 + 2 * ceil_log2(std::max<std::uint64_t>(n, 2)); }

std::uint64_t largest_sampled_part(std::uint64_t n, std::uint64_t p) { return std::min(n, 3 * ((n + p - 1) / p)); }

}  // namespace

SampleSort bsp_sample_sort_oversampling(Machine& machine, std::span<const std::int64_t> values) {
  std::vector<pram::detail::CountedVector<std::int64_t>> parts(machine.options().components);
  machine.spmd([&](bsp::Process self) -> Task<> {
    const std::uint64_t p = self.count();
    const std::uint64_t s = samples_of(values.size());
    pram::detail::CountedVector<SortKey> keys = sorted_block(self, values);
    pram::detail::CountedVector<SortKey> own;
    for (std::uint64_t k = 0; k < s && !keys.empty(); ++k) own.push_back(keys[self.random(keys.size())]);
    self.work(merge_sort(own));

    bsp::Blocks<SortKey> blocks = co_await bsp::gather(self, own);
    pram::detail::CountedVector<SortKey> splitters(p - 1, above_all_keys);
    if (self.id() == 0) {
      pram::detail::CountedVector<std::uint64_t> ends;
      for (std::uint64_t process = 0; process < p; ++process)
        ends.push_back((ends.empty() ? 0 : ends.back()) + blocks[process].size());
      std::vector<SortKey> samples = std::move(blocks).values();
      self.work(merge_runs(samples, std::move(ends)));
      for (std::uint64_t k = 1; k < p && k * s < samples.size(); ++k) splitters[k - 1] = samples[k * s];
    }
    co_await bsp::broadcast(self, splitters, 0, {.algorithm = bsp::Algorithm::two_phase});
    parts[self.id()] = co_await merged_parts(self, std::move(keys), std::move(splitters));
  });
  return joined(machine, parts);
}

Program bsp_sample_sort_oversampling_program() {
  return program<Numbers>(bsp_sample_sort_oversampling,
                          {.name = "bsp-sample-sort-oversampling",
                           .alias = "bsp-sample-sort",
                           .what = "n numbers sorted, splitters from s = O(log n) random samples of each process",
                           .columns = "number in ascending order",
                           .source = "Reif, Valiant 1983; Gerbessiotis, Valiant 1994; Blelloch et al. 1991",
                           .model = Model::bsp,
                           .time = "(n/p) log n + (p s + 3n/p) log p + (2p s + 4p + 3n/p) g + 5l",
                           .cost = {.supersteps = 5,
                                    // Samples, the splitters in two phases, and the parts.
                                    .relation_at_most =
                                        [](std::uint64_t n, std::uint64_t p) {
                                          return 2 * (p - 1) * samples_of(n) + (p == 1 ? 0 : 4 * p - 6) +
                                                 largest_sampled_part(n, p);
                                        },
                                    .work_at_most =
                                        [](std::uint64_t n, std::uint64_t p) {
                                          const std::uint64_t s = samples_of(n);
                                          return s * ceil_log2(s) + p * s * ceil_log2(p) +
                                                 sample_sort_work((n + p - 1) / p, largest_sampled_part(n, p), p);
                                        }},
                           .components = 256,
                           .size = {.usual = 1 << 17, .bytes_each = 6 * sizeof(std::int64_t)},
                           .oracle = judge_sample_sort,
                           .against = "std::sort",
                           .facts = facts_of_sample_sort,
                           .write = write_sample_sort});
}

}  // namespace pram::programs
