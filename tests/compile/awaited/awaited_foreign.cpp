// error: a processor awaits a cell, .*or a task
#include <coroutine>

#include <pram/machine.hpp>

void run(pram::Machine& machine) {
  machine.pardo(4, [](pram::Processor self) -> pram::Task<> {
    co_await std::suspend_always();
    co_await self.idle();
  });
}
