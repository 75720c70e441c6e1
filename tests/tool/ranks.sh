#!/usr/bin/env bash
# Several ranks by --ranks and by mpirun: the results, costs and errors of one process, said once.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

fails 2 "--ranks|'0'|1 to 4096" run prefix-sums --n 100 --ranks 0
fails 2 "--ranks|'4097'|1 to 4096" run prefix-sums --n 100 --ranks 4097
fails 2 "--ranks|'two'" run prefix-sums --n 100 --ranks two
fails 2 "no option --ranks" list programs --ranks 2
succeeds run prefix-sums --n 100 --no-host-time
cp out alone
succeeds run prefix-sums --n 100 --no-host-time --ranks 1
check "one rank is one process" cmp -s alone out

code=0
PATH=/nowhere "$tool" run prefix-sums --n 100 --ranks 2 >out 2>err </dev/null || code=$?
[[ $code -eq 2 && ! -s out ]] || wrong "exit code $code without mpirun"
check "one line without mpirun" test "$(wc -l <err)" -eq 1
check "what is missing" grep -q -- '--ranks 2 needs mpirun' err

# What follows needs an MPI, and the module that was built with it.
if ! command -v mpirun >/dev/null || [[ ! -e $(dirname "$tool")/../lib/pram/libpram-mpi.so ]]; then
  echo "there is no mpirun, or no module of MPI: the launches are left out"
  finish
  exit
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
unset OMPI_COMM_WORLD_SIZE PMI_SIZE PMIX_RANK
few=()
if mpirun --version 2>&1 | grep -q 'Open MPI'; then few=(--quiet --oversubscribe --bind-to none); fi

same() {  # ranks, arguments: text, JSON and result are those of one process
  local ranks=$1
  shift
  succeeds "$@" --no-host-time --threads 1 --json alone.json --output alone.txt
  cp out alone
  succeeds "$@" --no-host-time --threads "$ranks" --ranks "$ranks" --json several.json --output several.txt
  check "the same text on $ranks ranks: $*" cmp -s alone out
  check "the same result on $ranks ranks: $*" cmp -s alone.txt several.txt
  check "its JSON has the ranks" grep -q '"ranks":' several.json
  sed '/^  "ranks": {$/,/^  },$/d' several.json >without.json
  check "the same JSON on $ranks ranks: $*" cmp -s alone.json without.json
}
same 2 run prefix-sums --n 3000 --components 64
same 3 run connected-components --n 2000 --components 64 --access combining:8,8
same 4 profile list-ranking-wyllie --n 500 --components 64 --access direct

# Standard input is read once, and what is asked for is written once.
seq 1 100 >numbers
for way in "--ranks 3" ""; do
  code=0
  # shellcheck disable=SC2086
  "$tool" run prefix-sums --input - --output - $way <numbers >out 2>err || code=$?
  check "from standard input $way" test "$code" -eq 0
  check "a line a number $way" test "$(wc -l <out)" -eq 100
  check "the last sum $way" test "$(tail -n 1 out)" = 5050
done

# The host's time is the last line's, and that of several ranks names them.
succeeds run prefix-sums --n 100 --ranks 2 --threads 2
check "the last line names the ranks" grep -qE '^Ran in .* on 2 ranks of 1 host thread\.$' out

# mpirun itself.
code=0
mpirun -n 2 "${few[@]}" "$tool" run prefix-sums --n 100 --no-host-time --threads 1 >out 2>err </dev/null || code=$?
check "by mpirun" test "$code" -eq 0
"$tool" run prefix-sums --n 100 --no-host-time --threads 1 >alone
check "the same by mpirun" cmp -s alone out

launch() {  # exit code, words of the one line (separated by |), arguments: by mpirun on two ranks
  local expected=$1 words=$2 word
  shift 2
  code=0
  mpirun -n 2 "${few[@]}" "$tool" "$@" >out 2>err </dev/null || code=$?
  [[ $code -eq $expected ]] || wrong "exit code $code instead of $expected on two ranks: pram $*"
  [[ $(grep -c . err) -eq 1 && ! -s out ]] || wrong "not exactly one line on two ranks: pram $*"
  while [[ -n $words ]]; do
    word=${words%%|*}
    grep -qF -- "$word" err || wrong "the line does not say '$word' on two ranks: pram $*"
    [[ $words == *'|'* ]] && words=${words#*|} || words=
  done
}
launch 2 "pram list is for one process, not for 2 ranks" list
launch 2 "--ranks|as many as mpirun has started" run prefix-sums --ranks 3
launch 2 "there is no option --nn" run prefix-sums --nn 3
launch 2 "'nothing'|is not allowed" run nothing
launch 1 "no-such-file: there is no such file" run prefix-sums --input no-such-file
launch 1 "the limit that --max-steps gives" run prefix-sums --n 100 --max-steps 3
launch 1 "cannot be written" run prefix-sums --n 100 --json /proc/nowhere/x.json
launch 2 "--resume = ''|is not allowed: a file" run prefix-sums --n 10..100 --resume ''
launch 1 "cannot be written" run prefix-sums --n 10..100 --resume /nowhere/kept

# The file of --resume is that of one process, whoever goes on with it.
sweep=(run prefix-sums --n 2^4..2^7 --seeds 1..2 --components 16 --threads 2)
succeeds "${sweep[@]}" --resume whole --csv alone.csv
head -n 4 whole >kept
run "${sweep[@]}" --ranks 2 --resume kept --csv several.csv
check "two ranks go on with a sweep" test "$code" -eq 0
check "what they take is said once" test "$(cat err)" = "pram: 3 finished parts are taken from --resume 'kept'"
check "each part is kept once" cmp -s whole kept
check "the sweep is the same" cmp -s alone.csv several.csv
head -n 7 whole >kept
run "${sweep[@]}" --resume kept
check "one process goes on with what two ranks began" cmp -s whole kept
launch 2 "--resume = 'kept'|there --seeds is '1..2', here '1..3'" run prefix-sums --n 2^4..2^7 --seeds 1..3 --components 16 --resume kept
launch 2 "--json|another file than that of --resume" "${sweep[@]}" --resume kept --json kept
check "the file is left as it was" cmp -s whole kept

# Sweeps and comparisons.
succeeds compare prefix-sums --n 300 --components 16 --csv alone.csv
succeeds compare prefix-sums --n 300 --components 16 --csv several.csv --ranks 2
check "a comparison on two ranks" cmp -s alone.csv several.csv
succeeds scale prefix-sums --n 2^4..2^7 --components 16
head -n -1 out >alone
succeeds scale prefix-sums --n 2^4..2^7 --components 16 --ranks 2
head -n -1 out >several
check "sizes on two ranks" cmp -s alone several

finish
