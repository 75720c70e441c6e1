#include <pram/programs/prefix_sums.hpp>

#include <numeric>

#include "job.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// Adds cell first + k stride to the cell `half` further on, for all k < pairs.
void add_pairs(Machine& machine, const Array<std::int64_t>& values, std::uint64_t pairs, std::uint64_t first,
               std::uint64_t stride, std::uint64_t half) {
  machine.pardo(pairs, [&](Processor self) -> Task<> {
    const std::uint64_t from = first + self.id() * stride;
    const std::int64_t left = co_await values[from];
    const std::int64_t right = co_await values[from + half];
    co_await (values[from + half] = wrapping_sum(left, right));
  });
}

constexpr Sizes prefix_sums_sizes{.usual = 1 << 17, .bytes_each = 2 * sizeof(std::int64_t) + processor_bytes / 2};

class PrefixSums final : public Job {
 public:
  explicit PrefixSums(const InputRequest& request)
      : source_(source_of(request, "random numbers")), values_(numbers_for(request, prefix_sums_sizes)) {}

  InputFacts input() const override { return {source_, {{"n", values_.size()}}}; }

  Outcome run(Machine& machine) const override {
    std::vector<std::int64_t> sums = prefix_sums(machine, values_);
    begin_check();
    std::vector<std::int64_t> expected(values_.size());
    std::inclusive_scan(values_.begin(), values_.end(), expected.begin(), wrapping_sum);
    return {
        sums == expected, "sums one by one", {{"total", sums.empty() ? 0 : sums.back()}}, one_a_line(std::move(sums))};
  }

 private:
  std::string source_;
  std::vector<std::int64_t> values_;
};

}  // namespace

void prefix_sums(Machine& machine, const Array<std::int64_t>& values) {
  const std::uint64_t n = values.size();
  std::uint64_t half = 1;
  for (; 2 * half <= n; half *= 2)
    add_pairs(machine, values, n / (2 * half), half - 1, 2 * half, half);  // a block's last cell gets its sum
  for (half /= 2; half >= 1; half /= 2) add_pairs(machine, values, (n / half - 1) / 2, 2 * half - 1, 2 * half, half);
}

std::vector<std::int64_t> prefix_sums(Machine& machine, std::span<const std::int64_t> values) {
  const auto shared = machine.array(values, "values");
  prefix_sums(machine, shared);
  return shared.host();
}

ProgramEntry prefix_sums_program() {
  return {"prefix-sums",
          "scan",
          "running sums on a balanced tree; EREW, T = O(log n), W = O(n)",
          Rule::erew,
          prefix_sums_sizes.usual,
          "numbers",
          [](const InputRequest& request) { return std::make_unique<PrefixSums>(request); }};
}

}  // namespace pram::programs
