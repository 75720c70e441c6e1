// error: an element of another process comes with the next sync
#include <pram/bsp.hpp>
#include <pram/machine.hpp>

void run(pram::Machine& machine) {
  machine.spmd([](pram::bsp::Process self) -> pram::Task<> {
    auto sums = self.coarray<int>(2);
    const int first = sums(0)[1];
    sums[0] = first;
    co_await self.sync();
  });
}
