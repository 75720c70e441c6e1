// error: ignoring return.*nodiscard
#include <pram/machine.hpp>

pram::Task<> clear(const pram::Array<int>& cells, pram::Processor self) { co_await (cells[self.id()] = 0); }

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> {
    clear(cells, self);
    co_await self.idle();
  });
}
