#!/usr/bin/env bash
# tests/mpi/start.sh PROGRAM MPIRUN MODULE: what is refused before main() begins, and what ranks find there.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# Rank 0 has standard input and output.
echo word >"$work/in"
timeout -s KILL 900 "$mpirun" "${options[@]}" -n 3 "$program" prints <"$work/in" >"$work/out"
[[ $(cat "$work/out") == 'rank 0 of 3 reads word' ]] || fail "three ranks print $(cat "$work/out")"
PRAM_RANKS_OUTPUT=all launch 3 prints
check 'output of all ranks' 0 ''
[[ $(sort "$work/out") == $'rank 0 of 3 reads nothing\nrank 1 of 3 reads nothing\nrank 2 of 3 reads nothing' ]] ||
  fail "all ranks print $(cat "$work/out")"

launch 2 other_thread
check 'a machine on another thread' 0 ''
[[ $(cat "$work/out") == '1 on 2' ]] || fail "another thread prints $(cat "$work/out")"
PRAM_TEST_STATIC=1 launch 2 nothing
check 'a machine as a static variable' 0 ''
[[ $(cat "$work/out") == 'static: 1 on 2' ]] || fail "a static machine prints $(cat "$work/out")"
launch 2 child
check 'a program that a rank starts' 0 ''
[[ $(cat "$work/out") == $'rank 0 of 1 reads nothing\nchild: 0' ]] || fail "a child prints $(cat "$work/out")"

# The module is found beside the executable's folder.
(
  unset PRAM_MPI_MODULE
  launch 2 other_thread
  check 'the module beside the executable' 0 ''
  [[ $(cat "$work/out") == '1 on 2' ]] || fail "without PRAM_MPI_MODULE ranks print $(cat "$work/out")"
)

# Processes that are not alike.
start_by "${options[@]}" -n 1 "$program" prints : -n 2 "$program" prints 7
check 'other arguments' 2 "pram: argument 2 of rank 1 is '7', of rank 0 none; all ranks must be started alike"
if [[ ${#options[@]} -gt 0 ]]; then
  start_by "${options[@]}" -n 2 -x PRAM_BSP=p=4 "$program" prints : -n 1 -x PRAM_BSP=$'p=5\n' "$program" prints
else
  start_by -n 2 -env PRAM_BSP p=4 "$program" prints : -n 1 -env PRAM_BSP $'p=5\n' "$program" prints
fi
check 'another environment' 2 "pram: PRAM_BSP of rank 2 is 'p=5\\\\n', of rank 0 'p=4'; all ranks must be started alike"
if command -v objcopy >/dev/null; then
  objcopy --remove-section .note.gnu.build-id "$program" "$work/ranks_program"
  start_by "${options[@]}" -n 1 "$program" nothing : -n 1 "$work/ranks_program" nothing
  check 'another build' 2 'pram: rank 1 runs another build of the program than rank 0; all ranks must be started alike'
fi
PRAM_RANKS_OUTPUT=some launch 2 prints
check 'a wrong value' 2 "pram: PRAM_RANKS_OUTPUT = 'some' is not allowed: all, or empty"

# Launchers that are not those of the module's MPI, here by their variables alone, and modules that are none.
PRAM_MPI_MODULE=$work/none launch 2 prints
check 'no module' 2 'pram: a launcher has started 2 ranks, and pram'"'"'s module for MPI cannot be loaded: *none: cannot open shared object file: *'
echo 'no library' >"$work/module.so"
PRAM_MPI_MODULE=$work/module.so launch 2 prints
check 'a module that is none' 2 'pram: a launcher has started 2 ranks, *module.so: *'
alone() {
  status=0
  env "$@" timeout -s KILL 900 "$program" prints >"$work/out" 2>"$work/err" </dev/null || status=$?
}
alone OMPI_COMM_WORLD_SIZE=4097 OMPI_COMM_WORLD_RANK=0
check 'too many ranks' 2 'pram: 4097 ranks are not allowed: at most 4096'
foreign='pram: the launcher has started 3 ranks, and MPI knows of 1: *another MPI than that of this mpirun'
alone PMI_SIZE=3 PMI_RANK=0
check 'another MPI' 2 "$foreign"
# Numbers that stand in batch scripts, too, make no ranks of a process that has no number among them.
alone SLURM_NTASKS=8
check 'a batch script' 0 ''
[[ $(cat "$work/out") == 'rank 0 of 1 reads nothing' ]] || fail "in a batch script it prints $(cat "$work/out")"
alone OMPI_COMM_WORLD_SIZE=many OMPI_COMM_WORLD_RANK=0
check 'no number' 0 ''
