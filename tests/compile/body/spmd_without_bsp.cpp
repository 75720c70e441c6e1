// error: spmd runs the processes of <pram/bsp.hpp>
#include <pram/machine.hpp>

void run(pram::Machine& machine) {
  machine.spmd([](auto self) -> pram::Task<> { co_await self.sync(); });
}
