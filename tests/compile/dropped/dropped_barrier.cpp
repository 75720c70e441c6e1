// error: ignoring return.*nodiscard
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> {
    self.barrier();
    co_await (cells[self.id()] = 1);
  });
}
