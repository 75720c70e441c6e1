#!/usr/bin/env bash
# The tool that the launcher builds first says what the whole tool says, as far as it has the parts; and ends with its
# own code, before anything is read or written, where it lacks one.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

whole=$tool
first=$(dirname "$tool")/pram-first
if [[ ! -x $first ]]; then
  echo "skipped: there is no $first"
  exit 77
fi
unset PRAM_LAUNCHER

same() {  # arguments: both tools have the same output, errors and exit code
  local status=0
  "$whole" "$@" >expected.out 2>expected.err </dev/null || status=$?
  tool=$first run "$@"
  [[ $code -eq $status ]] || wrong "exit code $code, and of the whole tool $status: $*"
  check "the same output: $*" cmp out expected.out
  check "the same errors: $*" cmp err expected.err
}

for program in connected-components cc bfs breadth-first-search prefix-sums mis spanning-forest; do
  same profile $program --n 4096 --no-host-time
  same run $program --n 512 --components 64 --no-host-time --seed 7 --output -
done
for access in direct combining combining:8,8; do
  same profile cc --n 1024 --components 64 --access $access --no-host-time --plot
  same run cc --n 1024 --components 64 --access $access --no-host-time --network ideal --ledger profile
done
printf '1 2\n2 3\n5 6\n' >edges
same run cc --input edges --output - --no-host-time
same run cc --input edges --format metis
same run cc --scale 16,64 --n 512 --no-host-time

# All names are there: in help, in lists, and where one is mistaken.
for words in --help 'run --help' 'profile --help' --version '' list 'list rules' 'list placements' 'list patterns'; do
  # shellcheck disable=SC2086
  same $words
done
for words in 'rnu cc' 'run cd' 'run quicksrt' 'run hillis-stele' 'run cc --network tours:8x8' 'run cc --access sortin' \
  'run cc --shape gird' 'run cc --htlm x' 'run cc --n' 'run cc --rule common' 'run cc --n 0' 'list topologi' 'run' \
  'run cc --threads many' 'run cc more' 'run cc --json'; do
  # shellcheck disable=SC2086
  same $words
done

# What the first tool lacks.
lacks() {  # what, arguments
  local what=$1
  shift
  tool=$first fails 75 "without $what:|./pram build" "$@"
}
for command in show trace compare scale verify route topology probe patterns collective bsp report tables completion version; do
  lacks $command $command
  lacks $command $command --help
  lacks $command $command cc --nonsense
done
lacks quicksort run quicksort
lacks quicksort profile quicksort --n 64
lacks bsp-bellman-ford run bsp-bellman-ford
for option in --html --json --csv --svg --trace --baseline --resume --machine; do lacks $option run cc $option place; done
[[ ! -e place ]] || wrong 'a place is written all the same'
lacks --seeds run cc --seeds 1..2
lacks 'a sweep' run cc --n 64..128
lacks torus:8x8 run cc --network torus:8x8
lacks omega profile cc --network omega
lacks bus run cc --network bus
lacks adaptive run cc --access adaptive
lacks sorting run cc --access sorting
lacks integer-sort run cc --access integer-sort
lacks tree:8 run cc --access tree:8
lacks copies run cc --access copies
lacks 'pram list networks' list networks
lacks 'the list of programs' list programs
lacks 'the list of programs' list --help

# Standard input is left to the tool that comes after it.
for words in 'run quicksort --input -' 'run cc --input - --network torus' 'run cc --input - --html -'; do
  # shellcheck disable=SC2086
  rest=$(printf '3\n1\n2\n' | { "$first" $words 2>/dev/null; cat; })
  [[ $rest == $'3\n1\n2' ]] || wrong "standard input is read: $words"
done

# The launcher takes its place: in the same process, with the arguments as they are.
cat >launcher <<'END'
#!/usr/bin/env bash
printf '[%s]' "$PRAM_REST_FOR" "$@"
cat
END
chmod +x launcher
said=$(echo typed | PRAM_LAUNCHER=$work/launcher "$first" compare 'a b' '' --html x)
[[ $said == '[compare][compare][a b][][--html][x]typed' ]] || wrong "the launcher was given: $said"

finish
