#include <pram/tool.hpp>

#include <cstdint>
#include <span>

// A program of one's own under the whole command line of pram: ./sum_of_squares run sum-of-squares, profile, compare,
// scale, trace, check and all else.
namespace {

std::int64_t sum_of_squares(pram::Machine& machine, std::span<const std::int64_t> numbers) {
  const auto values = machine.array(numbers, "values");
  const auto sum = machine.array<std::int64_t>(1, 0, "sum");
  machine.pardo(numbers.size(), [&](pram::Processor self) -> pram::Task<> {
    const std::int64_t mine = co_await values[self.id()];
    co_await sum[0].add(mine * mine);
  });
  return sum.get(0);
}

}  // namespace

int main(int count, char** arguments) {
  using namespace pram::programs;
  return pram::tool::main(count, arguments,
                          {program<Numbers>(sum_of_squares, {.name = "sum-of-squares",
                                                             .what = "adds the squares of numbers up in one cell",
                                                             .model = pram::Rule::sum,
                                                             .time = "O(1)",
                                                             .work = "O(n)"})});
}
