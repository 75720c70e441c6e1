// error: no matching (member )?function
#include <pram/machine.hpp>

void run(pram::Machine& machine) {
  machine.pardo(4, [](pram::Processor) { return 1; });
}
