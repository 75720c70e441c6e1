// error: the body of a pardo takes its processor
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  machine.pardo(4, [&](pram::Processor& self) -> pram::Task<> { co_await cells[self.id()].add(1); });
}
