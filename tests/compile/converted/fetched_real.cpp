// error: a floating-point value would lose its fraction
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> {
    auto& cell = cells[self.id()];
    const int before = co_await cell.fetch_add(1.5);
    co_await (cell = before);
  });
}
