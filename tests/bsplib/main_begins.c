/* bsp_begin is the first statement of main: processes start main with its arguments. Its global variables are written
 * by all processes: main_begins shared or main_begins private. */
#include <bsp.h>
#include <stdio.h>
#include <string.h>

static int counter = 5;
static long zeroes[100];
int in_c_library_order = 3;

int main(int argc, char** argv) {
  bsp_begin(bsp_nprocs());
  const int p = bsp_nprocs(), s = bsp_pid();
  if (argc != 2) bsp_abort("process %d has %d arguments\n", s, argc);
  const int private = strcmp(argv[1], "private") == 0;
  static int calls = 0;
  ++calls;
  counter += 1;
  zeroes[99] = s + 1;
  bsp_push_reg(&in_c_library_order, sizeof(int));
  bsp_push_reg(zeroes, sizeof(zeroes));
  bsp_sync();
  if (private) {
    if (counter != 6 || calls != 1 || zeroes[99] != s + 1) bsp_abort("process %d shares its variables\n", s);
    /* Variables can be put into, and be where a get brings something. */
    const int value = 100 + s;
    bsp_put((s + 1) % p, &value, &in_c_library_order, 0, sizeof(int));
    bsp_get((s + 1) % p, zeroes, 99 * (long)sizeof(long), &zeroes[3], sizeof(long));
    bsp_sync();
    if (in_c_library_order != 100 + (s + p - 1) % p) bsp_abort("process %d got %d\n", s, in_c_library_order);
    if (zeroes[3] != (s + 1) % p + 1 || zeroes[99] != s + 1) bsp_abort("process %d got %ld\n", s, zeroes[3]);
  } else if (counter != 5 + p || calls != p) {
    bsp_abort("process %d has a counter of its own\n", s);
  }
  bsp_sync();
  if (s == 0) printf("%d processes with %s variables\n", p, argv[1]);
  bsp_end();
  if (private && counter != 6) return 4;
  return 0;
}
