// error: nodiscard.*give it a name
#include <pram/machine.hpp>

void run(pram::Machine& machine) {
  machine.region("sort");
  machine.pardo(4, [](pram::Processor self) -> pram::Task<> { co_await self.idle(); });
}
