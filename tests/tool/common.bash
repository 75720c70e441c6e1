# Sourced by each script with the tool's path as first argument: a folder of its own, and what a test needs to say.
set -uo pipefail

tool=$(readlink -f "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export LC_ALL=C.UTF-8
failures=0

programs=(prefix-sums maximum-all-pairs leftmost-one histogram multiprefix-ranks list-ranking-wyllie breadth-first-search
  connected-components concurrent-read)

wrong() {  # what is wrong; shows what the tool said
  failures=$((failures + 1))
  echo "WRONG: $*"
  [[ -f out ]] && head -c 1500 out | sed 's/^/  out: /'
  [[ -f err ]] && head -c 1500 err | sed 's/^/  err: /'
}

check() {  # description, command…: the command must succeed
  local description=$1
  shift
  "$@" >/dev/null 2>&1 || wrong "$description ($*)"
}

run() {  # arguments of the tool; leaves $code, and the files out and err
  code=0
  "$tool" "$@" >out 2>err </dev/null || code=$?
}

succeeds() {  # arguments of the tool: exit code 0 and no word on standard error
  run "$@"
  [[ $code -eq 0 && ! -s err ]] || wrong "exit code $code: pram $*"
}

fails() {  # exit code, words that the one line must have (separated by |), arguments of the tool
  local expected=$1 words=$2 word
  shift 2
  run "$@"
  [[ $code -eq $expected ]] || wrong "exit code $code instead of $expected: pram $*"
  [[ $(wc -l <err) -eq 1 && ! -s out ]] || wrong "not exactly one line on standard error alone: pram $*"
  grep -q '^pram' err || wrong "does not begin with the tool's name: pram $*"
  while [[ -n $words ]]; do
    word=${words%%|*}
    grep -qF -- "$word" err || wrong "the line does not say '$word': pram $*"
    [[ $words == *'|'* ]] && words=${words#*|} || words=
  done
}

# drawn COUNT ITEM…: of what a test has to try, so many, a line each: those that this commit's draw says (tests/draw.sh). All
# at size medium and above.
drawn() {
  local count=$1 item
  shift
  if [[ ${PRAM_TEST_SIZE:-} != @(tiny|small) ]]; then
    printf '%s\n' "$@"
    return
  fi
  for item; do printf '%s %s\n' "$(printf '%s %s' "${PRAM_TEST_DRAW:-0}" "$item" | cksum | cut -d' ' -f1)" "$item"; done |
    sort -n | head -n "$count" | cut -d' ' -f2-
}

says() {  # text that standard output must have
  grep -qF -- "$1" out || wrong "does not say '$1'"
}

narrow() {  # file: no line is wider than 80 columns
  if grep -qE '^.{81}' "$1"; then wrong "wider than 80 columns: $(grep -E '^.{81}' "$1" | head -n 1)"; fi
}

finish() {
  if ((failures > 0)); then
    echo "$failures failures"
    exit 1
  fi
  echo "all is well"
}
