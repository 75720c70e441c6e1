#include <cstdint>
#include <iostream>
#include <stdexcept>

#include <pram/pram.hpp>

// Subtasks as deep and as many as programs have them: whatever a program is compiled with, none of them may cost stack.
namespace {

constexpr std::uint64_t many = 200'000;
std::uint64_t ended = 0;

struct Mark {
  ~Mark() { ++ended; }
};

pram::Task<std::uint64_t> nested(std::uint64_t levels) {
  if (levels == 0) co_return 0;
  co_return 1 + co_await nested(levels - 1);
}

pram::Task<std::uint64_t> one() { co_return 1; }

pram::Task<> waiting(pram::Processor self, std::uint64_t levels) {
  const Mark mark;
  if (levels > 0) co_await waiting(self, levels - 1);
  while (true) co_await self.idle();
}

pram::Task<> failing(pram::Processor self) {
  co_await self.idle();
  throw std::runtime_error("ends the others");
}

}  // namespace

int main() {
  pram::Machine machine({.components = 4, .threads = 2});
  const auto sums = machine.array<std::uint64_t>(2, 0, "sums");
  machine.pardo(2, [&](pram::Processor self) -> pram::Task<> {
    std::uint64_t sum = 0;
    if (self.id() == 0) {
      sum = co_await nested(many);
    } else {
      for (std::uint64_t k = 0; k < many; ++k) sum += co_await one();
    }
    co_await (sums[self.id()] = sum);
  });
  std::cout << sums.get(0) << " subtasks inside one another, " << sums.get(1) << " one after the other\n";
  try {
    machine.pardo(2, [&](pram::Processor self) -> pram::Task<> {
      if (self.id() == 0) co_await waiting(self, many);
      co_await failing(self);
    });
  } catch (const pram::ProgramError&) {
    std::cout << "and " << ended << " abandoned\n";
  }
}
