// All that the other files of this folder leave out: this one must compile.
#include <pram/machine.hpp>

enum class Color { red, green };

pram::Task<> clear(const pram::Array<int>& cells, pram::Processor self) { co_await (cells[self.id()] = 0); }

pram::Task<int> twice(const pram::Array<int>& cells, pram::Processor self) {
  const int value = co_await cells[self.id()];
  co_return 2 * value;
}

void run(pram::Machine& machine, const pram::Array<int>& cells, const pram::Array<Color>& colors) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> {
    const int value = co_await cells[self.id()];
    co_await (cells[self.id()] = value);
    co_await cells[self.id()].add(1);
    const int before = co_await cells[self.id()].fetch_add(1);
    const int rank = co_await cells[0].multiprefix_add(before);
    co_await self.idle();
    co_await clear(cells, self);
    co_await (cells[0] = co_await cells[1]);
    co_await cells[0].max(rank + co_await twice(cells, self));
    co_await (colors[self.id()] = Color::green);
  });
}
