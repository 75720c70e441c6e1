#include <pram/bsp.hpp>
#include <pram/tool.hpp>

#include <cstdint>
#include <span>
#include <vector>

// For who writes BSP programs: mean and variance of numbers by processes, with what their supersteps cost:
// ./bsp_variance profile bsp-variance --network router:g=4,l=100
namespace {

/// The sum of squares of differences from the mean, in whole numbers: n times the sum of squares less the square of the
/// sum.
std::int64_t bsp_variance(pram::Machine& machine, std::span<const std::int64_t> numbers) {
  std::vector<std::int64_t> scaled(machine.options().components);  // of process 0 alone
  machine.spmd([&](pram::bsp::Process self) -> pram::Task<> {
    std::int64_t sum = 0, squares = 0;
    std::uint64_t mine = 0;
    for (std::uint64_t i = self.id(); i < numbers.size(); i += self.count(), ++mine) {
      sum += numbers[i];
      squares += numbers[i] * numbers[i];
    }
    self.work(2 * mine);
    const std::int64_t all = co_await pram::bsp::reduce(self, sum, pram::Sum{}, 0);
    const std::int64_t all_squares = co_await pram::bsp::reduce(self, squares, pram::Sum{}, 0);
    if (self.id() == 0) scaled[0] = static_cast<std::int64_t>(numbers.size()) * all_squares - all * all;
  });
  machine.unite(scaled);
  return scaled.front();
}

/// The same on one thread.
std::int64_t variance(std::span<const std::int64_t> numbers) {
  std::int64_t sum = 0, squares = 0;
  for (const std::int64_t number : numbers) {
    sum += number;
    squares += number * number;
  }
  return static_cast<std::int64_t>(numbers.size()) * squares - sum * sum;
}

}  // namespace

int main(int count, char** arguments) {
  using namespace pram::programs;
  return pram::tool::main(count, arguments,
                          {program<Numbers>(bsp_variance, {.name = "bsp-variance",
                                                           .what = "n^2 times the variance of n numbers",
                                                           .model = Model::bsp,
                                                           .components = 64,
                                                           .size = {.usual = 1 << 12},
                                                           .oracle = variance,
                                                           .against = "a loop on one thread"})});
}
