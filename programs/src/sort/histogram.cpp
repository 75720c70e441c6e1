#include <pram/programs/histogram.hpp>

#include <algorithm>

#include "job.hpp"
#include "programs.hpp"
#include "sort/keys_job.hpp"

namespace pram::programs {

namespace {

constexpr Sizes histogram_sizes{.usual = 1 << 17, .bytes_each = 2 * sizeof(std::uint32_t) + processor_bytes};

class Histogram final : public KeysJob {
 public:
  explicit Histogram(const InputRequest& request) : KeysJob(request, histogram_sizes) {}

  Outcome run(Machine& machine) const override {
    std::vector<std::int64_t> counts = histogram(machine, keys_->of, buckets());
    begin_check();
    std::vector<std::int64_t> expected(buckets(), 0);
    for (const std::uint32_t key : keys_->of) ++expected[key];
    const std::int64_t largest = counts.empty() ? 0 : std::ranges::max(counts);
    return {counts == expected,
            "counting on one thread",
            {{"largest_count", largest}, {"empty_buckets", std::ranges::count(counts, 0)}},
            named_lines([keys = keys_](std::size_t bucket) { return keys->values[bucket]; }, std::move(counts))};
  }
};

}  // namespace

std::vector<std::int64_t> histogram(Machine& machine, std::span<const std::uint32_t> keys, std::uint32_t buckets) {
  const auto key = machine.array(keys, "key");
  const auto count = machine.array<std::int64_t>(buckets, 0, "count");
  machine.pardo(keys.size(), [&](Processor self) -> Task<> {
    const std::uint32_t mine = co_await key[self.id()];
    co_await count[mine].add(1);
  });
  return count.host();
}

ProgramEntry histogram_program() {
  return {"histogram",
          "",
          "counts of n keys by combining writes, Zipf keys; CRCW sum, T = O(1), W = O(n)",
          Rule::sum,
          histogram_sizes.usual,
          "numbers",
          [](const InputRequest& request) { return std::make_unique<Histogram>(request); }};
}

}  // namespace pram::programs
