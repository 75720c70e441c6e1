// All that the other files here leave out: this one must compile.
#include <functional>

#include <pram/machine.hpp>

enum class Color { red, green };

struct Point {
  std::int16_t x, y;
};

pram::Task<> clear(const pram::Array<int>& cells, pram::Processor self) { co_await (cells[self.id()] = 0); }

pram::Task<int> twice(const pram::Array<int>& cells, pram::Processor self) {
  const int value = co_await cells[self.id()];
  co_return 2 * value;
}

pram::Task<> rest(pram::Processor self) { co_await self.idle(); }

struct Body {
  pram::Task<> operator()(pram::Processor self) { co_await self.idle(); }
};

void run(pram::Machine& machine, const pram::Array<int>& cells, const pram::Array<Color>& colors,
         const pram::Array<Point>& points) {
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
    auto point = co_await points[self.id()];
    point = co_await points[0];
    point.x = (co_await points[1]).y;
    const auto [x, y] = co_await points[2];
    co_await (points[x] = Point{x, y});
    co_await (points[3] = co_await points[self.id()]);
    auto task = clear(cells, self);
    co_await task;
    co_await std::move(task);
  });
  machine.pardo(4, rest);
  machine.pardo(4, &rest);
  machine.pardo(4, Body());
  machine.pardo(4, [](auto self) -> pram::Task<> { co_await self.idle(); });
  machine.pardo(4, [](const pram::Processor self) mutable noexcept -> pram::Task<> { co_await self.idle(); });
  const std::function<pram::Task<>(pram::Processor)> function = rest;
  machine.pardo(4, function);
}
