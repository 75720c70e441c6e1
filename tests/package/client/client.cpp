#include <iostream>

#include <pram/pram.hpp>

int main() {
  pram::Machine machine({.components = 16, .network = "router", .access = "combining"});
  auto sum = machine.array<int>(1);
  machine.pardo(100, [&](pram::Processor self) -> pram::Task<> { co_await sum[0].add(static_cast<int>(self.id())); });
  std::cout << "sum " << sum.get(0) << " in " << machine.ledger().steps() << " step\n";
}
