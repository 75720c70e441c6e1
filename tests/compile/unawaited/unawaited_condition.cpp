// error: a shared cell is read by co_await
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> {
    while (cells[0] > 3) co_await self.idle();
  });
}
