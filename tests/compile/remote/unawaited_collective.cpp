// error: a task returns its value to the one that awaits it
#include <pram/bsp.hpp>
#include <pram/machine.hpp>

void run(pram::Machine& machine) {
  machine.spmd([](pram::bsp::Process self) -> pram::Task<> {
    const double sum = pram::bsp::all_reduce(self, 1.5, pram::Sum());
    if (sum > 2) co_await self.sync();
  });
}
