#include <pram/bsp.hpp>
#include <pram/machine.hpp>

#include <cstdint>
#include <vector>

// Conversions that lose no fraction, and those that a program makes itself: this one must compile.
void run(pram::Machine& machine, const pram::Array<std::int64_t>& cells, const pram::Array<double>& reals,
         const pram::Array<bool>& flags) {
  const std::vector<int> numbers(4, 1);
  const std::vector<double> values(4, 1.5);
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> {
    co_await cells[0].add(1);
    co_await cells[0].add(true);
    co_await cells[0].add({});
    co_await cells[0].add(static_cast<std::int64_t>(values[self.id()]));
    co_await cells[0].combine(pram::Sum(), static_cast<std::int64_t>(1.5));
    co_await reals[0].add(1);
    co_await reals[0].add(1.5F);
    co_await reals[0].fetch_max(1.5);
    co_await reals[0].multiprefix_combine(pram::Minimum(), 1.5);
    co_await flags[0].bit_or(true);
  });
  auto all = machine.processors(4);
  auto before = all.registers<std::int64_t>(0);
  all.combine(reals, pram::own_cell, pram::Sum(), values);
  all.combine(reals, pram::own_cell, pram::Sum(), numbers);
  all.combine(cells, pram::own_cell, pram::Sum(), numbers);
  all.combine(cells, std::uint8_t{1}, pram::Sum(), 1);
  all.fetch_combine(
      cells, before, pram::Sum(), [&](auto i) { return before[i]; }, before);
  machine.spmd([&](pram::bsp::Process self) -> pram::Task<> {
    self.update(cells[0], pram::Sum(), 1);
    self.update(reals[0], pram::Sum(), 1.5);
    co_await self.sync();
  });
}
