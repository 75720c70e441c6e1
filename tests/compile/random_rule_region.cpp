#include <pram/machine.hpp>

#include <random>

// Everything that processors and host code may write beside requests.
void run(pram::Machine& machine, const pram::Array<int>& cells) {
  const pram::Ledger before = machine.ledger();
  const auto region = machine.region("darts");
  machine.pardo(4, pram::Rule::tolerant, [&](pram::Processor self) -> pram::Task<> {
    auto bits = self.random_bits();
    std::uniform_int_distribution<std::uint64_t> any(0, 3);
    co_await (cells[any(bits)] = self.random(6));
    co_await self.idle(self.id());
    co_await self.barrier();
    co_await (cells[self.random(4)] = static_cast<int>(self.random() & 1));
  });
  if ((machine.ledger() - before).steps() == 0) machine.request_stop();
}
