#include <iostream>
#include <vector>

#include <pram/pram.hpp>
#include <pram/programs/scan.hpp>

int main() {
  pram::Machine machine({.components = 16});
  const std::vector<std::int64_t> sums = pram::programs::prefix_sums(machine, std::vector<std::int64_t>{3, 1, 4, 1, 5});
  std::cout << "last sum " << sums.back() << "\n";
}
