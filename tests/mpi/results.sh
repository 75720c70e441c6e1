#!/usr/bin/env bash
# tests/mpi/results.sh PROGRAM MPIRUN MODULE: programs on 2, 3 and 4 ranks of 1 and 2 threads print what one process prints,
# results and ledgers to the letter, and once.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

"$program" results >"$work/alone"
[[ $(wc -l <"$work/alone") -gt 100 ]] || fail "one process prints $(wc -l <"$work/alone") lines"
for ranks in 2 3 4; do
  for threads in 1 2; do
    launch $ranks results $threads
    check "$ranks ranks of $threads threads" 0 ''
    cmp "$work/alone" "$work/out" || fail "$ranks ranks of $threads threads print something else"
  done
done

# A launcher that starts one rank changes nothing, nor does one that has no module to load.
launch 1 results
check 'one rank' 0 ''
cmp "$work/alone" "$work/out" || fail 'one rank prints something else'

# Neither the program nor what it is linked with knows MPI.
if ldd "$program" | grep -iE 'mpi|mpich|pmix'; then fail 'the program is linked with MPI'; fi
