// error: a sync is awaited where it is made
#include <pram/bsp.hpp>
#include <pram/machine.hpp>

void run(pram::Machine& machine) {
  machine.spmd([](pram::bsp::Process self) -> pram::Task<> {
    const auto end = self.sync("end");
    co_await end;
  });
}
