// error: the index of a cell is a whole number
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  const auto read = machine.processors(4).read(cells, [](auto i) { return 0.5 * static_cast<double>(i); });
}
