// error: coarrays and queues carry plain bytes
#include <string>

#include <pram/bsp.hpp>
#include <pram/machine.hpp>

void run(pram::Machine& machine) {
  machine.spmd([](pram::bsp::Process self) -> pram::Task<> {
    auto words = self.queue<std::string>("words");
    co_await self.sync();
  });
}
