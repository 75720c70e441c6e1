#include <pram/programs/scan.hpp>

namespace pram::programs {

namespace {

/// Adds cell first + k stride to the cell `half` further on, for all k < pairs.
void add_whole_pairs(Machine& machine, const Array<std::int64_t>& values, std::uint64_t pairs, std::uint64_t first,
                     std::uint64_t stride, std::uint64_t half) {
  const Processors all = machine.processors(pairs);
  const auto from = [=](std::uint64_t k) { return first + k * stride; };
  const auto to = [=](std::uint64_t k) { return first + k * stride + half; };
  auto sum = all.read(values, from);
  all.read(values, to, [&](std::uint64_t k, std::int64_t right) { sum[k] = Sum::apply(sum[k], right); });
  all.write(values, to, sum);
}

}  // namespace

void prefix_sums_data_parallel(Machine& machine, const Array<std::int64_t>& values) {
  const std::uint64_t n = values.size();
  std::uint64_t half = 1;
  for (; 2 * half <= n; half *= 2)
    add_whole_pairs(machine, values, n / (2 * half), half - 1, 2 * half,
                    half);  // the last cell of a block gets the block's sum
  for (half /= 2; half >= 1; half /= 2)
    add_whole_pairs(machine, values, (n / half - 1) / 2, 2 * half - 1, 2 * half, half);
}

std::vector<std::int64_t> prefix_sums_data_parallel(Machine& machine, std::span<const std::int64_t> values) {
  const auto shared = machine.array(values, "values");
  prefix_sums_data_parallel(machine, shared);
  return shared.host();
}

}  // namespace pram::programs
