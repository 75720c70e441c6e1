// error: a floating-point value would lose its fraction
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  auto all = machine.processors(4);
  auto before = all.registers<int>(0);
  all.fetch_combine(
      cells, [](auto) { return 0; }, pram::Sum(), 0.5, before);
}
