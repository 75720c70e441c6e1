#include <pram/tool.hpp>

#include <cstdint>
#include <span>
#include <vector>

// For who thinks in arrays: numbers are smoothed by data-parallel steps, as often as --rounds says:
// ./smoothing run smoothing --rounds 10 --n 2^20
namespace {

/// In each round every number becomes the sum of its neighbours and itself; beyond the ends there are zeros.
std::vector<std::int64_t> smoothing(pram::Machine& machine, std::span<const std::int64_t> numbers,
                                    const pram::programs::OptionValues& options) {
  const std::uint64_t n = numbers.size();
  std::vector<std::int64_t> padded(n + 2, 0);
  std::ranges::copy(numbers, padded.begin() + 1);
  const auto values = machine.array(padded, "values");
  const pram::Processors all = machine.processors(n);
  auto sum = all.registers<std::int64_t>(0);
  for (std::int64_t round = 0; round < options.number("rounds"); ++round) {
    all.read(
        values, [](auto i) { return i; }, [&](auto i, auto left) { sum[i] = left; });
    all.read(
        values, [](auto i) { return i + 1; }, [&](auto i, auto own) { sum[i] += own; });
    all.read(
        values, [](auto i) { return i + 2; }, [&](auto i, auto right) { sum[i] += right; });
    all.write(
        values, [](auto i) { return i + 1; }, sum);
  }
  std::vector<std::int64_t> result = values.host();
  return {result.begin() + 1, result.end() - 1};
}

std::vector<std::int64_t> by_hand(std::span<const std::int64_t> numbers, const pram::programs::OptionValues& options) {
  std::vector<std::int64_t> values(numbers.begin(), numbers.end());
  for (std::int64_t round = 0; round < options.number("rounds"); ++round) {
    const std::vector<std::int64_t> before = values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0) values[i] += before[i - 1];
      if (i + 1 < values.size()) values[i] += before[i + 1];
    }
  }
  return values;
}

}  // namespace

int main(int count, char** arguments) {
  using namespace pram::programs;
  return pram::tool::main(
      count, arguments,
      {program<WithOptions<Numbers>>(
          smoothing, {.name = "smoothing",
                      .what = "sums of neighbours, round by round",
                      .model = pram::Rule::erew,
                      .size = {.usual = 1 << 12, .tested = 32},
                      .options = {{.name = "rounds", .what = "how often", .otherwise = 3, .least = 0, .most = 30}},
                      .oracle = by_hand,
                      .against = "loops on one thread"})});
}
