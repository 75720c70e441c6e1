#include <pram/pram.hpp>

#include <cstdio>

int main() {
  // A random order by throwing darts: all throw at a board of 2 n places until a dart of their own sticks.
  constexpr std::uint64_t n = 1000;
  pram::Machine machine({.components = 64});
  const auto board = machine.array<std::uint32_t>(2 * n, 0, "board");
  const auto order = machine.array<std::uint32_t>(n, 0, "order");
  {
    const auto region = machine.region("throw");
    machine.pardo(n, [&](pram::Processor self) -> pram::Task<> {
      const auto dart = static_cast<std::uint32_t>(self.id() + 1);
      for (bool sticks = false; !sticks;) {
        const auto& place = board[self.random(2 * n)];
        if (co_await place == 0) {
          co_await (place = dart);  // of those who throw here one wins
          sticks = co_await place == dart;
        } else {
          co_await self.idle(2);  // as long as the others take: all stay in lockstep
        }
      }
      co_await self.barrier();  // the last dart sticks
    });
  }
  const pram::Ledger before = machine.ledger();
  const auto next = machine.array<std::uint32_t>(1, 0, "next");
  machine.pardo(2 * n, [&](pram::Processor self) -> pram::Task<> {
    const std::uint32_t dart = co_await board[self.id()];
    if (dart == 0) co_return;
    const std::uint32_t place = co_await next[0].multiprefix_add(1);
    co_await (order[place] = dart - 1);
  });
  const pram::Ledger packing = machine.ledger() - before;
  // Where EREW is meant, EREW is checked: nobody comes twice.
  const auto seen = machine.array<std::uint8_t>(n, 0, "seen");
  machine.pardo(n, pram::Rule::erew, [&](pram::Processor self) -> pram::Task<> {
    const std::uint32_t dart = co_await order[self.id()];
    co_await (seen[dart] = std::uint8_t{1});
  });

  for (std::uint64_t k = 0; k < 8; ++k) std::printf("%u ", order.get(k));
  const pram::RegionTotal& throwing = machine.ledger().regions().front();
  std::printf("...\n%s: %llu steps, work %llu\npack: %llu steps, work %llu\n", throwing.name.c_str(),
              static_cast<unsigned long long>(throwing.steps), static_cast<unsigned long long>(throwing.work),
              static_cast<unsigned long long>(packing.steps()), static_cast<unsigned long long>(packing.work()));
}
