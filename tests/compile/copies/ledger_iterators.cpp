// error: each call makes a copy, and this one ends here
#include <algorithm>

#include <pram/machine.hpp>

auto most(const pram::Machine& machine) {
  const auto less = [](const auto& a, const auto& b) { return a.largest_degree < b.largest_degree; };
  return std::max_element(machine.ledger().cells().cbegin(), machine.ledger().cells().cend(), less)->index;
}
