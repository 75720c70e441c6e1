#include <pram/pram.hpp>

#include <cstdio>
#include <numeric>
#include <vector>

int main() {
  constexpr int n = 64;
  pram::Machine machine({.components = 16, .network = "torus:4x4", .placement = pram::Placement::direct});
  std::vector<int> numbers(n * n);
  std::iota(numbers.begin(), numbers.end(), 0);
  auto matrix = machine.array(numbers, "matrix");  // component c holds block c: four rows
  machine.transpose(matrix, n, n);

  auto corner = machine.array<int>(16, 0, "corner");
  corner.set(0, matrix.get(1));
  auto everywhere = machine.array<int>(16 * 1, 0, "everywhere");
  machine.broadcast(corner, everywhere);
  std::printf("transposed: %d, and everybody knows: %d\n", matrix.get(1), everywhere.get(15));
  for (const pram::CollectiveTotal& collective : machine.ledger().collectives()) {
    std::printf("%s by %s: charge %llu\n", collective.operation.c_str(), collective.algorithm.c_str(),
                static_cast<unsigned long long>(collective.charge));
  }
}
