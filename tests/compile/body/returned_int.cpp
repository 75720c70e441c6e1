// error: the body of a pardo is a task, and says so
#include <pram/machine.hpp>

void run(pram::Machine& machine) {
  machine.pardo(4, [](pram::Processor) { return 1; });
}
