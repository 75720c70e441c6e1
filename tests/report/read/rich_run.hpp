#pragma once

#include <utility>

#include <pram/bsp.hpp>
#include <pram/pram.hpp>

namespace pram::testing {

/// A machine that has done some of everything that a ledger knows: steps of one line and of several, idle steps,
/// regions, a collective, supersteps with puts and gets and with requests for shared arrays.
inline Machine rich_run(MachineOptions options, int rounds = 3) {
  Machine machine(std::move(options));
  const auto cells = machine.array<std::int64_t>(64, 5, "cells");
  const auto hot = machine.array<std::int64_t>(1, 0, "hot");
  const auto table = machine.array<std::int64_t>(8, 5, "table");
  {
    const auto whole = machine.region("whole");
    for (int round = 0; round < rounds; ++round) {
      machine.pardo(
          64,
          [&](Processor self) -> Task<> {
            const std::int64_t value = co_await cells[self.id() / 4];
            if (self.id() % 2 == 0) {
              co_await hot[0].add(value);
            } else {
              co_await cells[self.id()].fetch_add(1);
            }
            co_await self.idle();
            co_await (cells[self.id()] = value);
          },
          "rounds");
    }
    const auto inner = machine.region("the collective");
    machine.transpose(cells, 8, 8);
  }
  machine.spmd([&](bsp::Process self) -> Task<> {
    const std::uint64_t p = self.count();
    auto words = self.coarray<std::uint64_t>(8, 0, "words");
    for (std::uint64_t round = 0; round < 3; ++round) {
      self.work(self.id() + 1);
      words((self.id() + 1) % p).put(0, std::vector<std::uint64_t>(self.id() % 4 + 1, round));
      co_await self.sync("exchange");
    }
    const auto first = words(0).get(0, 3);
    co_await self.sync("fetch");
    self.work(first.values().size() + 3 * self.id());
    const auto own = self.read(table, self.id() % 8);
    self.update(table[7], Sum{}, 1);
    co_await self.sync("shared");
    self.work(own.value() > 0 ? 1 : 2);
  });
  return machine;
}

}  // namespace pram::testing
