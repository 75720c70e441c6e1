#include <pram/pram.hpp>

#include <cstdio>

int main() {
  pram::Machine machine({.components = 4096, .access = "direct"});
  auto flag = machine.array<int>(1, 42, "flag");
  const auto charge_of_broadcast = [&] {
    const auto before = machine.ledger().charge();
    machine.pardo(4096, [&](pram::Processor) -> pram::Task<> { co_await flag[0]; });
    return static_cast<unsigned long long>(machine.ledger().charge() - before);
  };
  std::printf("direct: %llu\n", charge_of_broadcast());

  // Everybody will read one cell: up a tree of degree 8, by blocks of neighbours.
  flag.send_by(pram::plan([](pram::Hop hop) { return hop.source / 8 * 8; },      //
                          [](pram::Hop hop) { return hop.source / 64 * 64; },    //
                          [](pram::Hop hop) { return hop.source / 512 * 512; },  //
                          [](pram::Hop hop) { return hop.home; }));
  std::printf("by a plan of the program's own: %llu\n", charge_of_broadcast());
}
