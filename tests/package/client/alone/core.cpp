#include <public_headers.hpp>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

/// The core knows no network by name: here is one.
class Free : public pram::Network {
 public:
  std::string name() const override { return "free"; }
  std::uint64_t carry(const pram::Traffic&) override { return 1; }
  double distinct_charge(std::uint64_t, std::uint32_t) const override { return 1; }
};

int main() {
  pram::Machine machine({.components = 4, .network = std::make_shared<Free>()});
  const auto sum = machine.array<long>(1, 0, "sum");
  machine.pardo(100, [&](pram::Processor self) -> pram::Task<> { co_await sum[0].add(static_cast<long>(self.id())); });
  machine.spmd([&](pram::bsp::Process self) -> pram::Task<> {
    const long all = co_await pram::bsp::all_reduce(self, 1L, pram::Sum());
    self.update(sum[0], pram::Sum(), all);
    co_await self.sync();
  });
  machine.processors(4).combine(sum, 0, pram::Sum(), 1L);
  std::printf("%ld\n", sum.get(0));
}
