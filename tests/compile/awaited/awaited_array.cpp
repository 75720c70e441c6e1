// error: a processor awaits a cell, .*or a task
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> {
    co_await cells;
    co_await self.idle();
  });
}
