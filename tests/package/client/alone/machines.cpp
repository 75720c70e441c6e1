#include <public_headers.hpp>

#include <cstdio>

int main() {
  pram::register_machines();
  const auto topology = pram::make_topology("torus:4x4");
  pram::Machine machine({.network = "torus:4x4"});
  const auto sum = machine.array<long>(1, 0, "sum");
  machine.pardo(100, [&](pram::Processor self) -> pram::Task<> { co_await sum[0].add(static_cast<long>(self.id())); });
  std::printf("%ld on %u nodes, %d algorithms\n", sum.get(0), topology->nodes(),
              pram::collective_algorithms().entries().empty() ? 0 : 1);
}
