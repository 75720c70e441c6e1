// error: a floating-point value would lose its fraction
#include <vector>

#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<int>& cells, const std::vector<double>& values) {
  machine.processors(4).combine(cells, pram::own_cell, pram::Sum(), values);
}
