#include <pram/pram.hpp>

#include <iostream>

int main() {
  pram::Machine machine({.components = 1024});
  const auto sum = machine.array<long>(1, 0, "sum");
  machine.pardo(100'000, [&](pram::Processor self) -> pram::Task<> {
    co_await sum[0].add(static_cast<long>(self.id()));  // one step: all add to one cell
  });
  const pram::Ledger& ledger = machine.ledger();
  std::cout << sum.get(0) << " in " << ledger.steps() << " step, charge " << ledger.charge() << '\n';
}
