// error: takes its processor by value
#include <pram/machine.hpp>

pram::Task<> rest(const pram::Processor& self) { co_await self.idle(); }

void run(pram::Machine& machine) { machine.pardo(4, rest); }
