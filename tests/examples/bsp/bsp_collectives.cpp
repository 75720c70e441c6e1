#include <pram/pram.hpp>

#include <iostream>

// Every process has a histogram of its own part. All learn the sum of them, and how many values lie in parts before
// theirs.
int main() {
  namespace bsp = pram::bsp;
  constexpr std::uint64_t buckets = 1024;
  pram::Machine machine({.components = 16, .network = "router:g=4,l=100"});
  machine.spmd([&](bsp::Process self) -> pram::Task<> {
    std::vector<std::uint64_t> histogram(buckets);
    const std::uint64_t own = 100 * (self.id() + 1);
    for (std::uint64_t i = 0; i < own; ++i) ++histogram[(i * i + self.id()) % buckets];

    co_await bsp::all_reduce(self, histogram, pram::Sum{});
    const std::uint64_t before = co_await bsp::exclusive_scan(self, own, pram::Sum{}, std::uint64_t{0});
    co_await self.sync("end");

    if (self.id() == 15) {
      std::uint64_t all = 0;
      for (const std::uint64_t count : histogram) all += count;
      std::cout << all << " values, " << before << " of them before those of process 15\n";
    }
  });
  for (const pram::SuperstepRecord& superstep : machine.ledger().superstep_records()) {
    std::cout << superstep.tag << ": w = " << superstep.largest_work << ", h = " << superstep.relation() << ", charge "
              << superstep.charge << '\n';
  }
  const bsp::Parameters network = {.g = 4, .l = 100};
  for (const auto algorithm : {bsp::Algorithm::one_phase, bsp::Algorithm::two_phase, bsp::Algorithm::tree}) {
    const bsp::CollectiveCost cost = bsp::all_reduce_cost(16, buckets, sizeof(std::uint64_t), network, algorithm);
    std::cout << "all-reduce by " << cost.supersteps << " supersteps would cost " << cost.charge(network) << '\n';
  }
}
