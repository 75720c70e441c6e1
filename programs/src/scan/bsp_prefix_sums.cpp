#include <pram/programs/scan.hpp>

#include <pram/bsp.hpp>
#include <pram/operators.hpp>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "distribution.hpp"
#include "oracle/running_sums.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> bsp_prefix_sums(Machine& machine, std::span<const std::int64_t> values) {
  const std::uint64_t p = machine.options().components;
  const BlockDistribution blocks(values.size(), p);
  std::vector<std::int64_t> sums(values.size());
  machine.spmd([&](bsp::Process self) -> Task<> {
    const std::uint64_t size = blocks.size(self.id());
    const std::span<const std::int64_t> own = values.subspan(blocks.first(self.id()), size);
    std::int64_t total = 0;
    for (const std::int64_t value : own) total = Sum::apply(total, value);
    self.work(size);

    std::int64_t sum =
        co_await bsp::exclusive_scan(self, total, Sum{}, std::int64_t{0}, {.algorithm = bsp::Algorithm::one_phase});
    for (std::uint64_t i = 0; i < size; ++i) sums[blocks.first(self.id()) + i] = sum = Sum::apply(sum, own[i]);
    self.work(size);
    co_await self.sync("sums");
  });
  machine.unite(sums, p, [&](std::uint64_t i) { return blocks.owner(i); });
  return sums;
}

Program bsp_prefix_sums_program() {
  return program<Numbers>(
      bsp_prefix_sums,
      {.name = "bsp-prefix-sums",
       .what = "running sums of blocks, and of their totals",
       .columns = "sum of the numbers up to this one",
       .source = "Bisseling 2020, 1; Blelloch 1990",
       .model = Model::bsp,
       .time = "2n/p + p + (p - 1) g + 2l",
       .cost = {.supersteps = 2,
                .relation = [](std::uint64_t, std::uint64_t p) { return p - 1; },
                // The last process adds up most totals; its block is one of the smallest.
                .work = [](std::uint64_t n, std::uint64_t p) { return (n + p - 1) / p + p - 1 + n / p; }},
       .components = 256,
       .size = {.usual = 1 << 17, .bytes_each = 2 * sizeof(std::int64_t)},
       .oracle = oracle::running_sums,
       .against = "sums one by one",
       .facts = [](const auto&, const auto& sums) -> Facts {
         return {{"total", sums.empty() ? 0 : sums.back()}};
       }});
}

}  // namespace pram::programs
