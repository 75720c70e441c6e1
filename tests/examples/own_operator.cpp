#include <pram/pram.hpp>

#include <cstdio>
#include <numeric>
#include <vector>

// Associative and commutative, and gcd(0, x) = x.
struct Gcd {
  static constexpr const char* name = "gcd";
  static int apply(int a, int b) { return std::gcd(a, b); }
  static int identity() { return 0; }
};

int main() {
  pram::Machine machine({.components = 64});
  std::vector<int> keys, values;
  for (int i = 0; i < 1000; ++i) {
    keys.push_back(i % 3);
    values.push_back(12 * (i % 3 + 1) * (i + 1));
  }
  // Reductions over arbitrary sets, all at once: one step.
  for (auto [key, sum] : machine.combine(keys, values, pram::Sum{})) std::printf("sum of %d: %d\n", key, sum);
  for (auto [key, divisor] : machine.combine(keys, values, Gcd{})) std::printf("gcd of %d: %d\n", key, divisor);

  // The same operator in a program.
  auto cell = machine.array<int>(1, 0, "cell");
  machine.pardo(100, [&](pram::Processor self) -> pram::Task<> {
    co_await cell[0].combine(Gcd{}, 30 * static_cast<int>(self.id() + 1));
  });
  std::printf("gcd of all: %d\n", cell.get(0));
}
