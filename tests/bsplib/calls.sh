#!/usr/bin/env bash
# Every call of BSPlib, from C: what the standard says of it, on 1 to 300 processes.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

compile -std=c99 "$sources/calls.c" -o calls
names=$(grep -oE 'ENTRY\([a-z_]+\)' "$sources/calls.c" | grep -v '(function)' | tr -d ')' | sed 's/.*(/ok /')
shared="private-globals=no"
sanitized || shared=
for settings in "processes=1" "processes=2" "processes=7" "processes=64" "processes=300 components=16" \
  "processes=9 network=torus:3x3" "processes=40 network=router:g=3,l=7 components=7 time=charged" \
  "processes=4 rule=priority" "processes=12 private-globals=no stack=512K"; do
  alone_succeeds "$settings $shared" ./calls all
  [[ $(<out) == "$names" ]] || wrong "not all calls are ok with PRAM_BSP='$settings'"
done
# On thousands of processes each call by itself, but for those in which all send to all.
if ! sanitized; then
  for name in put get hpmove set_tagsize registration_again pop_in_any_order; do
    for processes in 1024 4096; do
      alone_succeeds "processes=$processes" ./calls $name
      says "ok $name"
    done
  done
fi
# On several host threads processes go on where another one has left them.
compile -std=c99 "$sources/calls.c" "$all_workers" -o spread_calls
for threads in 2 3 8; do
  alone_succeeds "processes=64 threads=$threads private-globals=no" ./spread_calls all
  [[ $(<out) == "$names" ]] || wrong "not all calls are ok on $threads threads"
done
# Every process has its variables for itself: what main and process 0 know of each other's is not lost.
for name in put get send registration_again; do
  alone_succeeds "processes=5" ./calls $name
  says "ok $name"
done
# In C++ only pointers to integers that have a size compile.
for call in 'bsp_qsize(nothing, &number)' 'bsp_qsize(&number, nothing)' 'bsp_set_tagsize(nothing)' \
  'bsp_get_tag(nothing, &number)' 'bsp_qsize(&small, &number)' 'bsp_qsize(NULL, &number)'; do
  printf '%s\n' '#include <bsp.h>' 'int number; short small; void* nothing;' "void f() { $call; }" >call.cpp
  if "$bspcc" -fsyntax-only call.cpp 2>err; then wrong "$call compiles"; fi
  grep -qE 'takes (a pointer|pointers) to an int, unsigned, long or size_t|no matching function' err || wrong "no sentence on $call"
done
finish
