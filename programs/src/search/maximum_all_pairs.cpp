#include <pram/programs/maximum_all_pairs.hpp>

#include <algorithm>

#include "job.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

constexpr Sizes maximum_all_pairs_sizes{.usual = 512, .least = 1, .most = most_compared_values};

class MaximumAllPairs final : public Job {
 public:
  explicit MaximumAllPairs(const InputRequest& request)
      : source_(source_of(request, "random numbers")), values_(numbers_for(request, maximum_all_pairs_sizes)) {}

  InputFacts input() const override { return {source_, {{"n", values_.size()}}}; }

  Outcome run(Machine& machine) const override {
    const std::uint64_t found = maximum_all_pairs(machine, values_);
    begin_check();
    const auto expected = static_cast<std::uint64_t>(std::ranges::max_element(values_) - values_.begin());
    const std::int64_t maximum = found < values_.size() ? values_[found] : 0;
    return {found == expected,
            "one pass over the values",
            {{"maximum", maximum}, {"index", static_cast<std::int64_t>(found)}},
            named_lines([found](std::size_t) { return found; }, std::vector<std::int64_t>{maximum})};
  }

 private:
  std::string source_;
  std::vector<std::int64_t> values_;
};

}  // namespace

std::uint64_t maximum_all_pairs(Machine& machine, std::span<const std::int64_t> values) {
  const std::uint64_t n = values.size();
  if (n == 0 || n > most_compared_values) {
    throw ConfigError("values", std::to_string(n),
                      "from 1 to " + std::to_string(most_compared_values) + " of them, as every pair has a processor");
  }
  const auto value = machine.array(values, "value");
  const auto lost = machine.array<bool>(n, false, "lost");
  const auto winner = machine.array<std::uint64_t>(1, n, "winner");

  machine.pardo(n * n, [&](Processor self) -> Task<> {
    const std::uint64_t i = self.id() / n;
    const std::uint64_t j = self.id() % n;
    const std::int64_t mine = co_await value[i];
    const std::int64_t other = co_await value[j];
    if (mine > other || (mine == other && i < j)) co_await (lost[j] = true);
  });
  machine.pardo(n, [&](Processor self) -> Task<> {
    if (!co_await lost[self.id()]) co_await (winner[0] = self.id());
  });
  return winner.get(0);
}

ProgramEntry maximum_all_pairs_program() {
  return {"maximum-all-pairs",
          "max",
          "the largest of n numbers by comparing all pairs at once; CRCW common, T = O(1), W = O(n^2)",
          Rule::common,
          maximum_all_pairs_sizes.usual,
          "numbers",
          [](const InputRequest& request) { return std::make_unique<MaximumAllPairs>(request); }};
}

}  // namespace pram::programs
