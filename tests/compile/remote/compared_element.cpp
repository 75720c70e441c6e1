// error: an element of another process comes with the next sync
#include <pram/bsp.hpp>
#include <pram/machine.hpp>

void run(pram::Machine& machine) {
  machine.spmd([](pram::bsp::Process self) -> pram::Task<> {
    auto sums = self.coarray<double>(2);
    while (sums(0)[1] < 3) co_await self.sync();
  });
}
