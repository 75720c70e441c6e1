// error: a shared cell is read by co_await
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> { co_await cells[0].add(cells[self.id()]); });
}
