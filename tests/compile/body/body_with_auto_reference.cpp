// error: takes its processor by value
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  machine.pardo(4, [&](const auto& self) mutable -> pram::Task<> { co_await cells[self.id()].add(1); });
}
