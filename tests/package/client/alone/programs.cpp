#include <public_headers.hpp>

#include <cstdio>
#include <vector>

int main() {
  pram::Machine machine({.components = 16});
  const auto sums = pram::programs::prefix_sums(machine, std::vector<std::int64_t>{1, 2, 3});
  std::printf("%s%ld\n", pram::report::text(machine, {.title = "sums", .profile = false}).substr(0, 5).c_str(),
              static_cast<long>(sums.back()));
}
