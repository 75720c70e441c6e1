// error: no matching (member )?function|invalid reference
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<double>& cells) {
  machine.pardo(4,
                [&](pram::Processor self) -> pram::Task<> { co_await cells[self.id()].combine(pram::BitOr{}, 1.0); });
}
