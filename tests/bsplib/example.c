#include <bsp.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  bsp_begin(bsp_nprocs());
  const int p = bsp_nprocs(), s = bsp_pid();
  const long n = argc > 1 ? atol(argv[1]) : 100;

  long mine = 0, sum = 0;
  for (long i = s + 1; i <= n; i += p) mine += i * i;

  long* parts = calloc(p, sizeof(long));
  bsp_push_reg(parts, p * sizeof(long));
  bsp_sync();

  for (int t = 0; t < p; ++t) bsp_put(t, &mine, parts, s * sizeof(long), sizeof(long));
  bsp_sync();

  for (int t = 0; t < p; ++t) sum += parts[t];
  if (s == 0) printf("sum of squares up to %ld: %ld\n", n, sum);
  bsp_pop_reg(parts);
  free(parts);
  bsp_end();
  return 0;
}
