// error: an element of another process comes with the next sync
#include <pram/bsp.hpp>
#include <pram/machine.hpp>

// The assignment would copy neither element, but one name to the other.
void run(pram::Machine& machine) {
  machine.spmd([](pram::bsp::Process self) -> pram::Task<> {
    auto sums = self.coarray<int>(2);
    sums(0)[1] = sums(1)[0];
    co_await self.sync();
  });
}
