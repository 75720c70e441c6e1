#include <pram/pram.hpp>

#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

// The sum of n numbers in three ways, and what each costs: all add to one cell; a balanced tree, which EREW allows; and
// all add to one cell again, on a machine that does not combine.
namespace {

constexpr std::uint64_t n = 4096;

std::int64_t by_one_cell(pram::Machine& machine, const std::vector<std::int64_t>& numbers) {
  const auto values = machine.array(numbers, "values");
  const auto sum = machine.array<std::int64_t>(1, 0, "sum");
  machine.pardo(n, [&](pram::Processor self) -> pram::Task<> {
    const std::int64_t mine = co_await values[self.id()];
    co_await sum[0].add(mine);
  });
  return sum.get(0);
}

std::int64_t by_a_tree(pram::Machine& machine, const std::vector<std::int64_t>& numbers) {
  const auto values = machine.array(numbers, "values");
  for (std::uint64_t half = n / 2; half > 0; half /= 2) {
    machine.pardo(half, pram::Rule::erew, [&](pram::Processor self) -> pram::Task<> {
      const std::int64_t mine = co_await values[self.id()];
      const std::int64_t other = co_await values[self.id() + half];
      co_await (values[self.id()] = mine + other);
    });
  }
  return values.get(0);
}

void report(const char* how, std::int64_t sum, const pram::Ledger& ledger) {
  std::printf("%-24s %lld: %3llu steps, work %6llu, charge %5llu\n", how, static_cast<long long>(sum),
              static_cast<unsigned long long>(ledger.steps()), static_cast<unsigned long long>(ledger.work()),
              static_cast<unsigned long long>(ledger.total_charge()));
}

}  // namespace

int main() {
  std::vector<std::int64_t> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 1);

  pram::Machine combining({.components = 1024, .access = "combining"});
  report("one cell, combining", by_one_cell(combining, numbers), combining.ledger());
  pram::Machine tree({.components = 1024, .access = "direct"});
  report("a tree, EREW", by_a_tree(tree, numbers), tree.ledger());
  pram::Machine direct({.components = 1024, .access = "direct"});
  report("one cell, not combining", by_one_cell(direct, numbers), direct.ledger());
}
