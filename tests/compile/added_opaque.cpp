// error: no matching (member )?function|invalid reference
#include <pram/machine.hpp>

enum class Color { red, green };

void run(pram::Machine& machine, const pram::Array<Color>& cells) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> { co_await cells[self.id()].add(Color::green); });
}
