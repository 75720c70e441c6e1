// error: the body of a pardo is a task, and says so
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  machine.pardo(4, [&](pram::Processor self) { co_await (cells[self.id()] = 1); });
}
