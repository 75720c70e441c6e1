#include <pram/pram.hpp>
#include <pram/report.hpp>

#include <iostream>

int main() {
  pram::Machine machine({.components = 1024, .ledger = pram::LedgerDetail::profile});
  const auto sum = machine.array<long>(1, 0, "sum");
  machine.pardo(100'000, [&](pram::Processor self) -> pram::Task<> {
    co_await sum[0].add(static_cast<long>(self.id()));  // one step: all add to one cell
  });
  std::cout << sum.get(0) << '\n';
  pram::report::print(machine, {.title = "sum", .profile = false});
  pram::report::write_html(machine, "sum.html", {.title = "sum"});
}
