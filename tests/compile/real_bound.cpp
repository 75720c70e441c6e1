// error: no matching (member )?function
#include <pram/machine.hpp>

void run(pram::Machine& machine) {
  machine.pardo(4, [](pram::Processor self) -> pram::Task<> {
    if (self.random(0.5) > 0) co_await self.idle();
  });
}
