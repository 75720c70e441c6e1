// error: a floating-point value would lose its fraction
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> { co_await cells[self.id()].add(1.5); });
}
