// error: a floating-point value would lose its fraction
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<unsigned char>& cells, float value) {
  machine.pardo(4, [&, value](pram::Processor self) -> pram::Task<> {
    co_await cells[self.id()].combine(pram::Maximum(), value);
  });
}
