#include <pram/pram.hpp>

#include <algorithm>
#include <iostream>
#include <vector>

// A histogram in shared memory: each process finds the class of its keys in a table, and counts them there.
int main() {
  constexpr std::uint64_t keys = 50;  // of each process
  pram::Machine machine({.components = 64, .network = "torus:8x8", .access = "combining", .seed = 1});
  std::vector<std::uint32_t> classes(1000);
  for (std::uint32_t key = 0; key < 1000; ++key) classes[key] = key < 900 ? 0 : key / 100;
  const auto class_of = machine.array(classes, "class_of");
  const auto histogram = machine.array<std::uint64_t>(10, 0, "histogram");

  machine.spmd([&](pram::bsp::Process self) -> pram::Task<> {
    std::vector<pram::bsp::Future<std::uint32_t>> found;
    for (std::uint64_t k = 0; k < keys; ++k) found.push_back(self.read(class_of, (self.id() * 37 + k * 101) % 1000));
    co_await self.sync("look up");

    for (const auto& one : found) self.update(histogram[one.value()], pram::Sum{}, 1);
    self.work(found.size());
    co_await self.sync("count");
  });

  std::cout << "class 0: " << histogram.get(0) << ", class 9: " << histogram.get(9) << '\n';
  for (const pram::SuperstepRecord& superstep : machine.ledger().superstep_records()) {
    const pram::SharedAccess& shared = superstep.shared;
    std::cout << superstep.tag << ": " << shared.requests.total() << " requests for " << shared.distinct
              << " cells, of one process " << shared.largest_requests << ", degree "
              << std::max(shared.largest_read_degree, shared.largest_write_degree) << ", charge " << shared.charge
              << " and back " << shared.charge_back << ", QSM cost " << superstep.queuing_cost(2) << '\n';
  }
}
