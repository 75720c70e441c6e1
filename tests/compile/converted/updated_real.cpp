// error: a floating-point value would lose its fraction
#include <pram/bsp.hpp>
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<long>& cells) {
  machine.spmd([&](pram::bsp::Process self) -> pram::Task<> {
    self.update(cells[0], pram::Sum(), 0.5);
    co_await self.sync();
  });
}
