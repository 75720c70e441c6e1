#include <pram/pram.hpp>

#include <iostream>

// The inner product of (1, …, n) with itself on p processes: each sums its part and puts the sum on all others.
int main() {
  constexpr std::uint64_t n = 1000;
  pram::Machine machine({.components = 16, .network = "torus:4x4"});
  machine.spmd([&](pram::bsp::Process self) -> pram::Task<> {
    auto sums = self.coarray<double>(self.count(), 0.0, "sums");
    for (std::uint64_t i = self.id(); i < n; i += self.count()) {
      sums[self.id()] += static_cast<double>((i + 1) * (i + 1));
      self.work(2);
    }
    for (const auto target : self.others()) sums(target)[self.id()] = sums[self.id()];
    co_await self.sync("exchange");

    double all = 0;
    for (const double sum : sums) all += sum;
    self.work(self.count());
    co_await self.sync("sum");
    if (self.id() == 0) std::cout << "inner product " << static_cast<long>(all) << '\n';
  });
  for (const pram::SuperstepRecord& superstep : machine.ledger().superstep_records()) {
    std::cout << superstep.tag << ": w = " << superstep.largest_work << ", h = " << superstep.relation() << ", charge "
              << superstep.charge << '\n';
  }
}
