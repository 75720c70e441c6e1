#include <pram/pram.hpp>

#include <iostream>

// Matrix × matrix on a grid of processes (SUMMA, van de Geijn and Watts 1997): in each stage the rows of processes
// learn a column of blocks of A, and the columns a row of blocks of B.
int main() {
  namespace bsp = pram::bsp;
  using bsp::Axis;
  constexpr std::uint64_t n = 32;
  constexpr std::uint64_t side = 4;
  pram::Machine machine({.components = side * side, .network = "router:g=4,l=100"});
  machine.spmd([&](bsp::Process self) -> pram::Task<> {
    const bsp::Process row = co_await self.split(self.id() / side);
    const bsp::Process column = co_await self.split(self.id() % side);
    const bsp::Partition<2> blocks(Axis::block(n, side), Axis::block(n, side));
    const bsp::PartitionedArray<double, 2> a(self, blocks, 2);
    const bsp::PartitionedArray<double, 2> b(self, blocks, 3);
    const bsp::PartitionedArray<double, 2> c(self, blocks);
    for (std::uint64_t stage = 0; stage < side; ++stage) {
      std::vector<double> left(a.local().begin(), a.local().end());
      std::vector<double> top(b.local().begin(), b.local().end());
      co_await bsp::broadcast(row, left, stage);
      co_await bsp::broadcast(column, top, stage);
      const std::uint64_t m = n / side;
      for (std::uint64_t i = 0; i < m; ++i)
        for (std::uint64_t k = 0; k < m; ++k)
          for (std::uint64_t j = 0; j < m; ++j) c.own(i, j) += left[i * m + k] * top[k * m + j];
      self.work(2 * m * m * m);
    }
    const auto corner = c(n - 1, n - 1).get();  // by global index
    co_await self.sync("end");
    const double last = corner.value();
    if (self.id() == 0) std::cout << "the last element is " << last << '\n';
  });
  std::uint64_t work = 0;
  for (const pram::SuperstepRecord& superstep : machine.ledger().superstep_records()) work += superstep.largest_work;
  std::cout << machine.ledger().supersteps() << " supersteps, w = " << work << ", charge "
            << machine.ledger().superstep_charge() << '\n';
}
