// error: a cell of an array is one word
#include <pram/machine.hpp>

struct Pair {
  std::int64_t first, second;
};

void run(pram::Machine& machine) { auto pairs = machine.array<Pair>(4); }
