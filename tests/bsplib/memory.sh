#!/usr/bin/env bash
# Memory that is used up: one line and exit code 1, wherever an allocation fails, that one alone or all from it on.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

if sanitized; then exit 77; fi  # its malloc is the sanitizer's
ulimit -c 0
cat >failing.c <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
static long first, last, count;
__attribute__((constructor)) static void begin(void) {
  const char* const given = getenv("FAILS");
  if (given != NULL) sscanf(given, "%ld-%ld", &first, &last);
}
static int fails(void) {
  const long now = __sync_add_and_fetch(&count, 1);
  if (now < first || now > last) return 0;
  errno = ENOMEM;
  return 1;
}
void* malloc(size_t bytes) { return fails() ? NULL : __libc_malloc(bytes); }
void* calloc(size_t items, size_t bytes) { return fails() ? NULL : __libc_calloc(items, bytes); }
void* realloc(void* place, size_t bytes) { return fails() ? NULL : __libc_realloc(place, bytes); }
long allocations(void) { return count; }
END
if ! "${CC:-cc}" -O1 -fPIC -shared failing.c -o failing.so 2>err; then exit 77; fi
cat >program.c <<'END'
#include <bsp.h>
#include <stdio.h>
extern long allocations(void) __attribute__((weak));
static int rounds;
static void spmd(void) {
  bsp_begin(6);
  const int p = bsp_nprocs(), s = bsp_pid();
  int a[4] = {s, 1, 2, 3}, got[4], size = 4;
  ++rounds;
  bsp_push_reg(a, sizeof(a));
  bsp_push_reg(NULL, 0);
  bsp_set_tagsize(&size);
  bsp_sync();
  for (int k = 0; k < 3; ++k) {
    int messages, bytes, tag;
    bsp_put((s + 1) % p, a, a, 4, 4);
    bsp_get((s + 2) % p, a, 0, got, 8);
    bsp_send((s + 3) % p, &s, a, 16);
    bsp_direct_get((s + 2) % p, a, 0, got, 8);
    bsp_sync();
    bsp_qsize(&messages, &bytes);
    bsp_get_tag(&bytes, &tag);
    bsp_move(got, 8);
  }
  bsp_pop_reg(NULL);
  bsp_pop_reg(a);
  pram_bsp_work(5);
  bsp_sync();
  bsp_end();
}
int main(int argc, char** argv) {
  setvbuf(stdout, NULL, _IONBF, 0);
  bsp_init(spmd, argc, argv);
  spmd();
  spmd();
  printf("done %ld\n", allocations == NULL ? 0 : allocations());
  return 0;
}
END
compile program.c -o program
settings="processes=6 ledger=profile"
LD_PRELOAD=$PWD/failing.so alone_succeeds "$settings" ./program
all=$(sed -n 's/^done //p' out)
[[ $all -gt 500 ]] || wrong "allocations are not counted: '$all'"
case ${PRAM_TEST_SIZE:-small} in
  tiny) trials=25 ;;
  small) trials=80 ;;
  *) trials=$all ;;
esac
found=0
for ((trial = 0; trial < trials; ++trial)); do
  k=$((1 + trial * all / trials))
  for range in $k-$k $k-999999999; do
    FAILS=$range LD_PRELOAD=$PWD/failing.so alone "$settings" ./program
    if [[ $code -eq 0 && ! -s err ]] && grep -q '^done' out; then continue; fi  # whoever asked did without
    found=$((found + 1))
    if [[ $code -ne 1 || $(wc -l <err) -ne 1 ]] || ! grep -q '^pram: .*memory' err || grep -q 'std::' err; then
      wrong "not one line and exit code 1, but $code, where the allocations $range of $all fail"
    fi
  done
done
check "that allocations fail" test $found -gt "$trials"
# The same where the host gives no more memory.
for limit in 20000 40000 100000 200000; do
  code=0
  (ulimit -v $limit && PRAM_BSP="processes=4096" exec ./program) >out 2>err </dev/null || code=$?
  if [[ $code -eq 0 && ! -s err ]]; then continue; fi
  if [[ $code -eq 127 ]] && grep -q 'shared librar' err; then continue; fi  # the host cannot even load the program
  [[ $code -eq 1 && $(wc -l <err) -eq 1 ]] || wrong "exit code $code with $limit KiB"
  grep -q '^pram: ' err || wrong "no sentence of pram with $limit KiB"
done

# What a program itself asks for in vain.
cat >asks.cpp <<'END'
#include <bsp.h>
#include <vector>
int main(int argc, char**) {
  if (argc > 1) std::vector<char> much(static_cast<std::size_t>(-1) / 4);
  bsp_begin(3);
  if (bsp_pid() == 1) std::vector<char> much(static_cast<std::size_t>(-1) / 4);
  bsp_end();
}
END
compile asks.cpp -o asks
alone_fails 1 "process 1 asks for more memory than the host has|superstep 1" "" ./asks
alone_fails 1 "pram: the host's memory is used up" "" ./asks before
finish
