// error: a task returns its value to the one that awaits it
#include <pram/machine.hpp>

pram::Task<int> twice(const pram::Array<int>& cells);

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> {
    const int value = twice(cells);
    co_await (cells[self.id()] = value);
  });
}
