// error: coarrays and queues carry plain bytes
#include <vector>

#include <pram/bsp.hpp>
#include <pram/machine.hpp>

void run(pram::Machine& machine) {
  machine.spmd([](pram::bsp::Process self) -> pram::Task<> {
    self.coarray<std::vector<int>>(self.count());
    co_await self.sync();
  });
}
