// error: private
#include <pram/machine.hpp>

pram::Task<> clear(const pram::Array<int>& cells, pram::Processor self) { co_await (cells[self.id()] = 0); }

void run(const pram::Array<int>& cells, pram::Processor self) { clear(cells, self).release().resume(); }
