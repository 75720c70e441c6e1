#include <pram/pram.hpp>

#include <iostream>
#include <string>

// An all-reduce of 1,024 words by algorithms of a name, where ports decide and where links do.
int main() {
  namespace bsp = pram::bsp;
  for (const std::string network : {"router:g=1,l=20", "ring"}) {
    std::cout << network << '\n';
    for (const char* const algorithm : {"best", "auto", "ring", "rabenseifner", "circulant", "swing"}) {
      pram::Machine machine({.components = 16, .network = network});
      machine.spmd([&](bsp::Process self) -> pram::Task<> {
        std::vector<std::uint64_t> values(1024, self.id());
        co_await bsp::all_reduce(self, values, pram::Sum{}, {.algorithm = algorithm});
      });
      std::cout << "  " << algorithm << ": " << machine.ledger().supersteps() << " supersteps, charge "
                << machine.ledger().superstep_charge() << '\n';
    }
  }
  // A long message in packets: hardly more than its words.
  const bsp::Parameters machine = {.g = 1, .l = 20};
  for (const char* const algorithm : {"best", "auto"}) {
    const bsp::CollectiveCost cost = bsp::broadcast_cost(16, 100'000, 8, machine, algorithm);
    std::cout << "broadcast of 100,000 words by " << to_string(cost.algorithm) << ": " << cost.packets << " packets, "
              << cost.charge(machine) << '\n';
  }
}
