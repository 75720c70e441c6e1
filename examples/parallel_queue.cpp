#include <pram/pram.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

// A queue of work that all processors share, without a lock: fetch_add on its two ends deals places, as Gottlieb,
// Lubachevsky and Rudolph have it (1983). The work: numbers are halved, or replaced by 3 x + 1, until they are 1; each
// round one step of each number in the queue.
int main() {
  constexpr std::uint64_t processors = 64;
  constexpr std::uint32_t numbers = 500;
  constexpr std::uint64_t room = 1U << 16;

  pram::Machine machine({.components = 64, .network = "omega:64,combining=unlimited", .access = "direct"});
  const auto queue = machine.array<std::uint64_t>(room, 0, "queue");
  const auto head = machine.array<std::uint64_t>(1, 0, "head");
  const auto tail = machine.array<std::uint64_t>(1, numbers, "tail");
  const auto served = machine.array<std::uint64_t>(processors, 0, "served");
  for (std::uint32_t i = 0; i < numbers; ++i) queue.set(i, i + 1);

  machine.pardo(processors, [&](pram::Processor self) -> pram::Task<> {
    std::uint64_t mine = 0;
    for (;;) {
      const std::uint64_t filled = co_await tail[0];  // the same for all: they are in lockstep
      const std::uint64_t begun = co_await head[0];
      if (begun >= filled) break;
      const std::uint64_t place = co_await head[0].fetch_add(1);
      if (place >= filled) {
        co_await head[0].add(std::uint64_t(-1));  // came too late: the place goes back
        co_await self.idle(3);                    // as long as the others take: all stay in lockstep
        continue;
      }
      co_await self.idle();  // while others give back
      const std::uint64_t number = co_await queue[place % room];
      ++mine;
      if (number > 1) {
        const std::uint64_t free = co_await tail[0].fetch_add(1);
        co_await (queue[free % room] = number % 2 == 0 ? number / 2 : 3 * number + 1);
      } else {
        co_await self.idle(2);
      }
    }
    co_await (served[self.id()] = mine);
  });

  std::uint64_t total = 0, most = 0;
  for (const std::uint64_t s : served.host()) total += s, most = s > most ? s : most;
  const pram::Ledger& ledger = machine.ledger();
  std::printf("%llu items served by %llu processors, the busiest %llu\n", static_cast<unsigned long long>(total),
              static_cast<unsigned long long>(processors), static_cast<unsigned long long>(most));
  std::printf("%llu steps, charge %llu over a network that combines\n", static_cast<unsigned long long>(ledger.steps()),
              static_cast<unsigned long long>(ledger.total_charge()));
}
