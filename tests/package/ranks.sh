#!/usr/bin/env bash
# tests/package/ranks.sh PROGRAM MPIRUN MODULE: a program in bin/ of what is installed, and was moved, runs on two ranks.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../mpi/common.bash"

unset PRAM_MPI_MODULE
launch 2 other_thread
check 'an installed program' 0 ''
[[ $(cat "$work/out") == '1 on 2' ]] || fail "two ranks print $(cat "$work/out")"
