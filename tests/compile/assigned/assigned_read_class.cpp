// error: put_the_assignment_in_parentheses|no viable overloaded '='
#include <pram/machine.hpp>

struct Point {
  std::int16_t x, y;
};

void run(pram::Machine& machine, const pram::Array<Point>& points) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> { co_await points[self.id()] = Point{1, 2}; });
}
