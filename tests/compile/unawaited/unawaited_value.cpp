// error: a shared cell is read by co_await
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> {
    int value = cells[self.id()];
    co_await (cells[0] = value);
    co_await self.idle();
  });
}
