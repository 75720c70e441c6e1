// error: the body of a pardo takes its processor
#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<int>& cells) {
  machine.pardo(4, [&](std::uint64_t id) -> pram::Task<> { co_await cells[id].add(1); });
}
