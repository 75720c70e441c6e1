// error: ignoring return.*nodiscard
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> {
    cells[self.id()].add(1);
    co_await self.idle();
  });
}
