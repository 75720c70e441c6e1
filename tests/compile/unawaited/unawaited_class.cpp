// error: a shared cell is read by co_await
#include <pram/machine.hpp>

struct Point {
  std::int16_t x, y;
};

void run(pram::Machine& machine, const pram::Array<Point>& points) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> {
    const Point point = points[self.id()];
    co_await (points[0] = point);
  });
}
