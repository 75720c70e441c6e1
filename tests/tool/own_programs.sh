#!/usr/bin/env bash
# Programs of a user's own (own/own_programs.cpp) under the whole command line.
own=$(dirname "$(readlink -f "$1")")/own_programs
if [[ ! -x $own ]]; then
  echo "$own is not built"
  exit 77
fi
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"
tool=$own

refused() {  # exit code, words that the one line must have (separated by |), arguments
  local expected=$1 words=$2 word
  shift 2
  run "$@"
  [[ $code -eq $expected ]] || wrong "exit code $code instead of $expected: $*"
  [[ $(wc -l <err) -eq 1 && ! -s out ]] || wrong "not exactly one line on standard error alone: $*"
  grep -q '^own_programs' err || wrong "does not begin with the name of the executable: $*"
  while [[ -n $words ]]; do
    word=${words%%|*}
    grep -qF -- "$word" err || wrong "the line does not say '$word': $*"
    [[ $words == *'|'* ]] && words=${words#*|} || words=
  done
}

# Own programs stand first in lists, usage has the name of the executable, and bundled programs are there, too.
succeeds list programs
[[ $(awk '/^  / { print $1 }' out | head -n 6 | tr '\n' ' ') == 'sum-of-squares moved covered ring-sum doubled throws ' ]] ||
  wrong "own programs do not stand first, in their order"
check "bundled programs are there" grep -q '^  prefix-sums ' out
succeeds list programs --family own
[[ $(grep -c '^  ' out) -eq 6 ]] || wrong "the family own has not its six programs"
succeeds --help
check "usage names the executable" grep -q '^Usage: own_programs COMMAND' out
check "examples name the executable" grep -q '^  own_programs run prefix-sums' out
if grep -qE '(^|[ |])pram [a-z]+ ' <(grep -v 'Say which pram' out); then wrong "help calls the executable pram"; fi
succeeds list
check "the overview names the executable" grep -q 'own_programs list programs' out

# show: what the row says.
succeeds show sum-of-squares
says "adds squares up in one cell"
says "own, none of the bundled ones"
says "own_programs run sum-of-squares --n 1000"
succeeds show moved
says "--rounds"
says "steps of each number (3)"
check "what --output writes" grep -qE '^ +--output +lines of: number$' out
succeeds show moved --json -
if command -v jq >/dev/null; then
  [[ $(jq -c '[.options[].name]' out) == '["rounds","down","order","factor"]' ]] || wrong "JSON of show has not the options"
fi

# run: the oracle decides; what is printed is summed here, too.
succeeds run sum-of-squares --n 100 --output found.txt
says "result verified against a loop on one thread"
seq 1 50 >numbers.txt
succeeds run sos --input numbers.txt --output found.txt
[[ $(cat found.txt) -eq $(awk '{ s += $1 * $1 } END { print s }' numbers.txt) ]] || wrong "another sum than awk's"
says "sum: $(awk '{ s += $1 * $1 } END { printf "%d,%03d", s / 1000, s % 1000 }' numbers.txt)"
for threads in 1 2 3 8; do
  succeeds run sum-of-squares --n 500 --network torus:8x8 --access combining --threads $threads --json $threads.json --output $threads.txt
  if command -v jq >/dev/null; then jq -S 'del(.wall_seconds, .machine.threads)' $threads.json >$threads.sorted; fi
done
for threads in 2 3 8; do
  check "result with $threads threads" cmp 1.txt $threads.txt
  if command -v jq >/dev/null; then check "ledger with $threads threads" cmp 1.sorted $threads.sorted; fi
done

# A program without an oracle is not checked, and says so.
succeeds run covered --n 20
says "not checked"
if grep -q verified out; then wrong "claims that a result is verified"; fi
succeeds compare covered --n 20 --networks ideal,router --components 16
says "not checked"
printf '1 3\n10 10\n5 4\n' >spans.txt
succeeds run covered --input spans.txt --output found.txt
[[ $(cat found.txt) -eq 4 ]] || wrong "the spans do not cover 4"
succeeds run covered --n 20 --shape empty --output found.txt
[[ $(cat found.txt) -eq 0 ]] || wrong "empty spans cover something"
refused 2 "--shape = 'long'|short, empty" run covered --shape long
printf '1 3\nx\n' >bad.txt
refused 1 "bad.txt:2|no two numbers" run covered --input bad.txt

# Own options: read, refused, listed, recorded.
succeeds run moved --input numbers.txt --rounds 5 --down --order reversed --factor 0.5 --output found.txt --json run.json
says "--rounds 5"
check "options change the result" diff found.txt <(tac numbers.txt | awk '{ print int(($1 - 5) * 0.5) }')
if command -v jq >/dev/null; then
  [[ $(jq -c .input.options run.json) == '{"rounds":5,"down":true,"order":"reversed","factor":0.5}' ]] || wrong "JSON has not the options"
  [[ $(jq .steps run.json) -eq 10 ]] || wrong "not two steps a round"
fi
succeeds run moved --input numbers.txt --output found.txt
check "defaults" diff found.txt <(awk '{ print $1 + 3 }' numbers.txt)
succeeds run moved --help
says "--rounds N"
says "steps of each number (3), of moved"
succeeds run -h
says "Usage: own_programs run PROGRAM"
says "--rounds N"
says "own_programs run --help has all."
check "it is a screen" test "$(wc -l <out)" -le 24
refused 2 "--rounds = '0'|a whole number from 1 to 100" run moved --rounds 0
refused 2 "--rounds = 'x'|a whole number" run moved --rounds x
refused 2 "--order = 'sideways'|kept, reversed" run moved --order sideways
refused 2 "--order = 'revered'|did you mean reversed?" run moved --order revered
cp found.txt defaults.txt
succeeds run Moved --input numbers.txt --order REVERSED --output found.txt
check "the word in capitals is the word" diff found.txt <(tac defaults.txt)
refused 2 "--factor = 'half'|a number" run moved --factor half
refused 2 "--factor = 'inf'|a number" run moved --factor inf
refused 2 "--rounds = '5'|sum-of-squares has no such option; it is of moved" run sum-of-squares --rounds 5
refused 2 "there is no option --round|did you mean --rounds?" run moved --round 5
succeeds run moved --n 8..32 --seeds 1..2 --rounds 2
succeeds run moved --n 8..32 --rounds 2 --resume parts
run run moved --n 8..32 --rounds 3 --resume parts
[[ $code -ne 0 ]] || wrong "other options go on with the same parts"

# Every command.
succeeds profile sum-of-squares --n 200 --html page.html --svg pictures --csv run.csv
check "a page" grep -q 'sum-of-squares' page.html
succeeds compare sum-of-squares --n 64 --components 16 --html compare.html
says "equal"
succeeds scale sum-of-squares --n 2^4..2^8
succeeds trace doubled --n 8 --html trace.html
succeeds run ring-sum --n 100 --components 8
says "result verified"
succeeds run doubled --n 100
says "result verified"
succeeds run prefix-sums --n 64
says "result verified"
succeeds profile doubled --n 64 --json base.json
succeeds profile doubled --n 64 --baseline base.json
succeeds report base.json

# A network of its own, with an option, wherever networks are named.
succeeds list networks
check "the own network is listed" grep -q '^  slow ' out
succeeds run sum-of-squares --n 10 --network slow:delay=7 --access direct --components 8 --json run.json
if command -v jq >/dev/null; then
  [[ $(jq -r .machine.network run.json) == slow:delay=7 ]] || wrong "JSON does not name the network"
fi
refused 2 "slow:delay=0|delay" run sum-of-squares --network slow:delay=0
refused 2 "slow:dely=3|delay" run sum-of-squares --network slow:dely=3
refused 2 "--network = 'slwo'|slow" run sum-of-squares --network slwo
succeeds compare sum-of-squares --n 32 --components 16 --networks slow,router --access direct
says "slow"
succeeds patterns --degree 4 --components 16 --network slow:delay=3 --access direct

# check: what is claimed is true, and what is not is found.
succeeds check
says "6 programs"
check "each own program is checked" test "$(grep -cE '^  .* true$' out)" -eq 6
if grep -q prefix-sums out; then wrong "checks bundled programs where there are own ones"; fi
succeeds check prefix-sums
says "prefix-sums"
run --fault=liar check liar
[[ $code -eq 1 ]] || wrong "exit code $code instead of 1 for a program that is not what it claims"
says "2 steps, 1 are promised"
run check sum-of-squares --every-claim
[[ $code -eq 1 ]] || wrong "a claim that is not made is no complaint"
says "it claims arbitrary"
succeeds check doubled --n 8 --machines 2 --seed 3 --json check.json
if command -v jq >/dev/null; then
  [[ $(jq -c '[.programs[] | [.program, .broken]]' check.json) == '[["doubled",[]]]' ]] || wrong "JSON of check"
fi
refused 2 "program = 'nothing'" check nothing

# A program that throws: its line, and exit code 1.
refused 1 "thirteen numbers" run throws --n 13
refused 1 "has thrown what is no std::exception" run throws --n 14
run check throws --n 16
if [[ $code -eq 0 ]] && grep -q 'are too many' out; then wrong "a program that throws passes"; fi

# Faults of the list of programs: a line each, exit code 2.
refused 2 "no program is given" --fault=none list
refused 2 "'sum-of-squares'|a name that no program has" --fault=twice list
refused 2 "'prefix-sums'|family scan" --fault=bundled list
refused 2 "'cc'|a name that no program has" --fault=alias list
refused 2 "'Prefix-Sums'|prefix-sums is in family scan" --fault=letters list
refused 2 "'My Program'|letters" --fault=name list
refused 2 "''|letters" --fault=empty list
refused 2 "time of program claims|'O(log n'|a class in n" --fault=claim list
refused 2 "'k'|takes no options" --fault=options list
refused 2 "--n|no option of own_programs" --fault=known run known
refused 2 "'down'|an option of the type" --fault=type run moved
refused 2 "--size|a whole number from 2 on" --fault=default list

# Missing and wrong arguments are told by the executable's name.
refused 2 "own_programs run: a program is missing|own_programs run --help" run
refused 2 "command = 'rnu'|run" rnu

finish
