#include <pram/pram.hpp>
#include <pram/report.hpp>

int main() {
  pram::Machine machine({.components = 64, .network = "torus:8x8", .ledger = pram::LedgerDetail::profile});
  const auto sum = machine.array<long>(1, 0, "sum");
  machine.pardo(10'000, [&](pram::Processor self) -> pram::Task<> { co_await sum[0].add(long(self.id())); });
  pram::report::print(machine, {.title = "sum", .profile = false});
  pram::report::write_svg(machine, "sum");  // the pictures of its page, each in a file
}
