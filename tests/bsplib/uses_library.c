/* Collectives of a library of its own (library.c). */
#include <stdio.h>
#include <stdlib.h>

#include "library.h"

static long sums[2];

static void add(void* sum, const void* part, bsp_size_t bytes) {
  for (bsp_size_t k = 0; k < bytes / sizeof(long); ++k) ((long*)sum)[k] += ((const long*)part)[k];
}

int main(void) {
  bsp_begin(bsp_nprocs());
  const int p = bsp_nprocs(), s = bsp_pid();
  long* const parts = calloc((size_t)p, 2 * sizeof(long));
  double value = s == p / 2 ? 3.25 : 0, given = -1;
  const long own[2] = {s + 1, 2 * s};
  bsp_push_reg(parts, (bsp_size_t)p * 2 * sizeof(long));
  bsp_push_reg(&given, sizeof(given));
  bsp_sync();
  /* At once, the one beside the other. */
  const unsigned scanned = library_scan(0, own, parts, sums, sizeof(own), add);
  const unsigned broadcast = library_broadcast(0, (bsp_pid_t)(p / 2), &value, &given, sizeof(given));
  library_run(scanned > broadcast ? scanned : broadcast);
  if (given != 3.25) bsp_abort("process %d has %g\n", s, given);
  if (sums[0] != (long)(s + 1) * (s + 2) / 2 || sums[1] != (long)s * (s + 1)) bsp_abort("process %d: %ld\n", s, sums[0]);
  if (library_calls() != 2) bsp_abort("process %d has called %u times\n", s, library_calls());
  free(parts);
  bsp_sync();
  if (s == 0) printf("%d processes scan and broadcast\n", p);
  bsp_end();
  return 0;
}
