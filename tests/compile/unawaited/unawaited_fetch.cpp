// error: a request is awaited where it is made
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> {
    const int before = cells[0].fetch_add(1);
    co_await (cells[self.id()] = before);
  });
}
