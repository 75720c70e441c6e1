# Sourced by each script with the tool, pram-bspcc and the objects of all_workers.cpp and two_ranks.cpp as arguments.
bspcc=$(readlink -f "$2")
all_workers=$(readlink -f "$3")
two_ranks=$(readlink -f "$4")
sources=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
source "$sources/../tool/common.bash"

unset PRAM_BSP

# What the address sanitizer would take for a mistake of the library: it finds overflows itself, and copies of all global
# variables pass its red zones.
sanitized() { grep -q fsanitize "$bspcc"; }

compile() {  # arguments of the compiler: without a warning
  "$bspcc" -O1 -Wall -Wextra -Wpointer-arith -pedantic "$@" >err 2>&1 || wrong "pram-bspcc $*"
  [[ ! -s err ]] || wrong "pram-bspcc $* warns"
}

alone() {  # settings, command…: leaves $code, and the files out and err
  local settings=$1
  shift
  code=0
  PRAM_BSP=$settings "$@" >out 2>err </dev/null || code=$?
}

alone_succeeds() {  # settings, command…
  alone "$@"
  [[ $code -eq 0 && ! -s err ]] || wrong "exit code $code with PRAM_BSP='$1': ${*:2}"
}

alone_fails() {  # exit code, words that the one line must have (separated by |), settings, command…
  local expected=$1 words=$2 word
  alone "${@:3}"
  [[ $code -eq $expected ]] || wrong "exit code $code instead of $expected: ${*:4}"
  [[ $(wc -l <err) -eq 1 ]] || wrong "not exactly one line on standard error: ${*:4}"
  while [[ -n $words ]]; do
    word=${words%%|*}
    grep -qF -- "$word" err || wrong "the line does not say '$word': ${*:4}"
    [[ $words == *'|'* ]] && words=${words#*|} || words=
  done
}
