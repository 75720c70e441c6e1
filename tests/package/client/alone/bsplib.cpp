#include <public_headers.hpp>

#include <cstdio>

int main() {
  bsp_begin(1);
  const int before = bsp_pid();
  bsp_sync();
  std::printf("%d of %d\n", before, bsp_nprocs());
  bsp_end();
}
