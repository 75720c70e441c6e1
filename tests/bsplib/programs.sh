#!/usr/bin/env bash
# Whole programs: alone, by PRAM_BSP, by pram bsp; on 1 to 4096 processes; in C and in C++, with bsp_begin in main and
# elsewhere, with globals shared and private.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

compile "$sources/programs.c" -o programs -lm
alone_succeeds "" ./programs all 1 1000
mv out expected
check "all four print a line" test "$(wc -l <expected)" -eq 4
for processes in 2 7 64; do
  alone_succeeds "" ./programs all $processes 1000
  cmp -s out expected || wrong "another output on $processes processes"
done
for name in prefix_sums two_phase_broadcast; do
  alone_succeeds "network=ideal" ./programs $name 1024 1000
  grep -qxF -f out expected || wrong "another output of $name on 1024 processes"
done
alone_succeeds "" ./programs prefix_sums 4096 1000
grep -qxF -f out expected || wrong "another output on 4096 processes"
# bsp_begin has at most as many processes as there may be.
alone_succeeds "processes=5" ./programs all 64 1000
cmp -s out expected || wrong "another output on 5 of 64 processes"
alone_succeeds "" ./programs all 3 0
compile "$sources/programs.c" "$all_workers" -o spread_programs -lm
alone_succeeds "threads=3" ./spread_programs all 20 1000
cmp -s out expected || wrong "another output on 3 threads"

# In the style of Bisseling's book, as C and as C++, by every compiler that there is; under a sanitizer by the one that
# the library was built with, as no other knows its flags.
cp "$sources/book.c" book.cpp
compilers=(gcc clang clang-16 g++ clang++ clang++-16)
if sanitized; then
  mapfile -t compilers < <("$bspcc" --version >err 2>&1; grep -qi clang err && printf '%s\n' clang-16 clang++-16 || printf '%s\n' gcc g++)
fi
for compiler in "${compilers[@]}"; do
  command -v $compiler >/dev/null || continue
  if [[ $compiler == *++* ]]; then
    CXX=$compiler compile book.cpp -o book
  else
    CC=$compiler compile -std=c99 "$sources/book.c" -o book -lm
  fi
  for processes in 1 7 64; do
    alone_succeeds "" ./book sieve $processes 1000
    says "168 primes below 1000"
  done
  for processes in 1 6 16; do
    alone_succeeds "" ./book lu $processes 21
    says "LU decomposition of 21 by 21"
  done
  for processes in 1 2 8; do
    alone_succeeds "network=router:g=2,l=5" ./book fft $processes 64
    says "Fourier transform of 64"
  done
done

compile "$sources/main_begins.c" -o main_begins
alone_succeeds "processes=5 private-globals=no" ./main_begins shared
says "5 processes with shared variables"
if ! sanitized; then
  for processes in 1 5 200; do
    for given in "" private-globals=yes; do  # private globals are usual
      alone_succeeds "processes=$processes $given" ./main_begins private
      says "$processes processes with private variables"
    done
  done
  run bsp -n 6 --private-globals ./main_begins private
  [[ $code -eq 0 && $(<out) == "6 processes with private variables" ]] || wrong "pram bsp --private-globals"
fi
run bsp -n 6 --shared-globals ./main_begins shared
[[ $code -eq 0 && $(<out) == "6 processes with shared variables" ]] || wrong "pram bsp --shared-globals"
# Alone there are as many processes as components by default.
alone_succeeds "private-globals=no" ./main_begins shared
says "4096 processes with shared variables"
alone_succeeds "private-globals=no network=torus:4x3" ./main_begins shared
says "12 processes"

# Where globals cannot be private unasked, the first superstep in which that matters says so, once.
cat >large.c <<'END'
#include <bsp.h>
#include <stdio.h>
#include <stdlib.h>
static int mine;
static volatile char large[LARGE];
int main(int argc, char** argv) {
  bsp_begin(4);
  const int quiet = atoi(argv[argc - 1]);
  for (int k = 0; k < quiet; ++k) bsp_sync();
  mine += bsp_pid() + 1;
  bsp_sync();
  if (bsp_pid() == 3) printf("%d\n", mine + large[1]);
  bsp_sync();
  bsp_end();
  return 0;
}
END
if ! sanitized; then
  compile -D LARGE=2 large.c -o small
  compile -D LARGE=2 large.c "$all_workers" -o spread_small
  compile -D LARGE=2000000 large.c -o large
  alone_succeeds "" ./small 3
  says 4
  alone_succeeds "private-globals=yes" ./large 3
  says 4
  alone_succeeds "private-globals=no" ./large 3
  says 10
  alone_succeeds "memory-limit=2G" ./small 3
  says 4
  alone "" ./large 3
  check "the result of shared variables" test $code -eq 0 -a "$(<out)" == 10
  grep -qE 'changed by superstep 4, at large.c:11, and all processes share them, for copies of their 20000[0-9]+ bytes for 4 .*--private-globals, .*--shared-globals' err ||
    wrong "no word that variables are shared"
  [[ $(wc -l <err) -eq 1 ]] || wrong "not one line"
  alone "threads=2" ./spread_small 0
  check "a program with shared variables on two threads" test $code -eq 0
  grep -q 'for there are several host threads: .*--private-globals with --threads 1' err || wrong "no word that variables are shared"
  [[ $(wc -l <err) -eq 1 ]] || wrong "not one line"
fi

# A program of several files, with a library of its own.
cat >one.c <<'END'
#include <bsp.h>
extern int number(void);
int main(void) {
  bsp_begin(4);
  const int sum = number();
  bsp_sync();
  if (sum != bsp_pid() + 1) bsp_abort("%d\n", sum);
  bsp_end();
  return 0;
}
END
cat >two.c <<'END'
#include <bsp.h>
static int before;
int number(void) { return (before += bsp_pid() + 1); }
END
compile -c one.c -o one.o
compile -c two.c -o two.o
ar rc libtwo.a two.o
compile one.o -L. -ltwo -o separate
if ! sanitized; then
  alone_succeeds "private-globals=yes" ./separate
  alone_succeeds "" ./separate
fi
alone_fails 1 "3" "processes=4 private-globals=no" ./separate

# A library of collectives that keeps what is to be done in global variables of its own, as others have it.
if ! sanitized; then
  compile -std=c99 "$sources/uses_library.c" "$sources/library.c" -o uses_library
  compile -c "$sources/library.c" -o library.o
  ar rc liblibrary.a library.o
  compile "$sources/uses_library.c" -L. -llibrary -o uses_archive
  for program in uses_library uses_archive; do
    for processes in 1 2 7 64; do
      alone_succeeds "processes=$processes" ./$program
      says "$processes processes scan and broadcast"
    done
  done
  alone "processes=7 private-globals=no" ./uses_library
  check "shared variables are not for this library" test $code -ne 0
  # The wrapper of MulticoreBSP.
  compile "$sources/classes.cpp" -o classes
  for processes in 1 2 7 64; do
    alone_succeeds "processes=$processes" ./classes
    says classes
  done
  alone_fails 1 "process 1 moves a message|superstep 1|classes.cpp:" "" ./classes mistake
fi

compile "$sources/wrapped.cpp" -o wrapped
alone_succeeds "processes=5" ./wrapped
says "all is well in C++"
alone_fails 1 'process 2 has thrown an exception, "no more"|superstep 4' "processes=5" ./wrapped throws
compile "$sources/wrapped.cpp" "$all_workers" -o spread_wrapped
for threads in 2 3; do
  alone_succeeds "processes=40 threads=$threads" ./spread_wrapped
done
finish
