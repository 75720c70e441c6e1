#!/usr/bin/env bash
# tests/mpi/faults.sh PROGRAM MPIRUN MODULE: how programs end of which one rank, or all, fail: with an exit code, in one line,
# and never by hanging.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# What all ranks throw, rank 0 says as a process that is alone says it, which a shell gives the same exit code.
for name in breach throws; do
  status=0
  (ulimit -c 0 && exec "$program" $name) 2>"$work/alone" >"$work/out" || status=$?
  ((status == 134)) || fail "$name: one process ends with exit code $status"
  launch 3 $name
  said=$(grep -E '^(terminate|  what)' "$work/alone")
  check $name 134 "${said//\[/\\[}"
done
launch 2 caught
check caught 0 ''
cmp "$work/out" <("$program" caught) || fail 'ranks catch something else'

alike='host code must do the same on every rank'
launch 3 other_call
check 'another call' 1 "pram: ranks part ways: rank 1 is at call 3, cells.get(3), rank 0 at call 3, a pardo of 40 at ranks_program.cpp:*; $alike"
launch 2 other_value
check 'another value' 1 "pram: ranks part ways: up to call 4, a pardo of 40 at *ranks 0 and 1 have not made the same calls with the same values; $alike"
launch 2 other_value_at_the_end
check 'another value at the end' 1 "pram: ranks part ways: up to the end of its program ranks 0 and 1 have not *; $alike"
launch 3 leaves_early
check 'rank 1 leaves early' 1 "pram: ranks part ways: rank 1 is at the end of its program, rank 0 at call 3, a pardo of 40 at *; $alike"
launch 3 rank_0_leaves_early
check 'rank 0 leaves early' 1 "pram: ranks part ways: rank 1 is at call 3, a pardo of 40 at *, rank 0 at the end of its program; $alike"
launch 2 caught_parting
check 'parting is caught' 1 ''
[[ $(cat "$work/out") == "ranks part ways: rank 1 is at the end of its program, rank 0 at"* ]] || fail "$(cat "$work/out")"

launch 3 host_throws
check 'host code of one rank throws' 1 'pram: rank 1 ends all ranks: of one rank'
launch 2 caught_before_host_throws
check 'the same behind what all have caught' 1 'pram: rank 1 ends all ranks: of one rank'
launch 2 memory_short
check 'memory is short in host code' 1 'pram: rank 1 ends all ranks: std::bad_alloc'

# A rank that is gone takes the others along.
for name in killed crashed; do
  launch 3 $name
  ((status > 0)) || fail "$name: exit code 0"
  check $name $status ''
  [[ $(grep -c . "$work/err") -le 12 ]] || fail "$name: $(cat "$work/err")"
done
launch 3 exits_3
check 'exit(3) on all ranks' 3 ''
[[ $(cat "$work/out") == 'before the exit' ]] || fail "exit(3) leaves $(cat "$work/out")"
