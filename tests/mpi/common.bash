# Sourced by the scripts beside it: SCRIPT PROGRAM MPIRUN MODULE. launch starts a program of ranks_program.cpp as ranks.
program=$1 mpirun=${2:-mpirun}
export PRAM_MPI_MODULE=$3
if ! command -v "$mpirun" >/dev/null; then
  echo "skipped: there is no $mpirun"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PRAM_RANKS_OUTPUT
export LC_ALL=C.UTF-8

fail() {
  echo "FAILED: $*"
  exit 1
}

# A container has root alone, which Open MPI wants to be told twice; tests have more ranks than processors. What it says
# of a program that has failed is not compared.
options=()
if [[ $("$mpirun" --version 2>&1) == *'Open MPI'* ]]; then
  options=(--quiet --oversubscribe --bind-to none)
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi

# launch RANKS ARGUMENTS…: its exit code in status, what it prints in $work/out and $work/err. It must not hang.
launch() { start_by "${options[@]}" -n "$1" "$program" "${@:2}"; }
start_by() {
  status=0
  timeout -s KILL 900 "$mpirun" "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
}

# check NAME STATUS LINE: the exit code, and LINE, a pattern, as the one line that pram says; "" for none
check() {
  [[ $status -eq $2 ]] || fail "$1: exit code $status, not $2: $(cat "$work/out" "$work/err")"
  grep -E '^(pram: |terminate called|  what\(\))' "$work/err" >"$work/said" || true
  [[ $(cat "$work/said") == $3 ]] || fail "$1: says $(cat "$work/err")"
  echo "$1: exit code $status; $(head -n 1 "$work/said")"
}
