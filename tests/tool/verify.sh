#!/usr/bin/env bash
# pram verify: every choice of winners once, the share of some, a planted program that is found, and the trace that shows it.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"
own=$(dirname "$tool")/own_programs

# Which value wins each cell is a choice, so a program that writes no cell twice has one run.
succeeds verify prefix-sums --n 4 --json none.json
says "no winner to choose"
check "one run" jq -e '.runs == 1 and .choice_points == 0 and .share == 1 and .failed == false and .counter_example == null' none.json

# All choices of a small input, with other machines and any number of threads the same.
succeeds verify connected-components --shape tree --n 2..4 --json all.json
says "right whoever wins"
narrow out
check "three sizes" jq -e '[.inputs[].n] == [2, 3, 4] and all(.inputs[]; .share == 1) and .runs == ([.inputs[].runs] | add)' all.json
check "there is something to choose" jq -e '.runs > 3 and .choice_points > 0 and .rule == "arbitrary"' all.json
for threads in 1 2 3 8; do
  succeeds verify connected-components --shape tree --n 2..4 --threads $threads --json $threads.json
  check "$threads threads" cmp all.json $threads.json
done
succeeds verify connected-components --shape tree --n 2..4 --network ideal --access direct --placement direct --json - --components 3
check "the same on another machine" diff <(jq '.inputs' all.json) <(jq '.inputs' out)
for seed in 1 2; do succeeds verify connected-components --shape tree --n 3 --seed $seed --json seed$seed.json; done
succeeds verify connected-components --shape tree --n 3 --seeds 1..2 --json -
check "seeds side by side" diff <(jq -s 'map(.inputs[0])' seed1.json seed2.json) <(jq '.inputs' out)

# A graph of a file: each of the four vertices of a complete graph has three neighbours to be hooked to.
printf '%s\n' '0 1' '0 2' '0 3' '1 2' '1 3' '2 3' >complete.txt
succeeds verify connected-components --input complete.txt --json file.json
check "choices of a file's graph" jq -e '.runs == 6 and .inputs == [{n: null, seed: 1, runs: 6, choice_points: 2, widest: 3, share: 1, failed: false}]' file.json

# Runs that end the search say what share they are: at first one path of the choices, and never all.
succeeds verify connected-components --shape tree --n 4 --runs 2 --json some.json
says "not every choice"
check "a share" jq -e '.runs == 2 and .share > 0 and .share < 1 and .failed == false' some.json
succeeds verify connected-components --shape tree --n 2..3 --csv -
[[ $(wc -l <out) -eq 3 && $(head -n 1 out) == *choice_points* ]] || wrong "CSV has not a line a size"

# A rule under which writers lose: the program is wrong, in a run without choices.
run verify connected-components --input complete.txt --rule tolerant --json lost.json
[[ $code -eq 1 && ! -s err ]] || wrong "exit code $code where all writers lose"
check "no choices" jq -e '.runs == 1 and .failed and .counter_example.choices == [] and .counter_example.n == null' lost.json
shown=$(jq -r .counter_example.command lost.json)
[[ $shown == "pram trace connected-components --seed 1 --input complete.txt --rule tolerant" ]] || wrong "another command: $shown"
run ${shown#pram }
[[ $code -eq 1 ]] && grep -q "$(jq -r .counter_example.error lost.json)" err || wrong "the command does not show what is lost"

# A rule that leaves no choice, under which a program may be wrong: 10000 steps end what does not.
succeeds verify breadth-first-search --n 3 --rule priority --json -
check "a control without choices" jq -e '.runs == 1 and .choice_points == 0' out

fails 2 "--n|4..2" verify prefix-sums --n 4..2
fails 2 "--n|powers of two" verify fast-fourier-transform --n 5..7
fails 2 "--runs|0" verify prefix-sums --runs 0
fails 2 "--seed|either" verify prefix-sums --seed 1 --seeds 1..2
fails 2 "rule|BSP" verify bsp-prefix-sums --n 4 --rule arbitrary
fails 2 "--choices|'1,x'" trace connected-components --shape tree --n 4 --choices 1,x
fails 2 "--choices|'7'|from 0 to " trace connected-components --shape tree --n 4 --choices 7
fails 2 "--choices|at most|choice" trace connected-components --shape tree --n 2 --choices 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
fails 2 "--choices|no choices" trace prefix-sums --n 4 --choices 0

# A planted program: found in its second run, and the command that is printed shows it.
if [[ -x $own ]]; then
  tool=$own
  succeeds --fault=lowest verify assumes-lowest --n 1
  run --fault=lowest verify assumes-lowest --n 2 --network ideal --json found.json
  [[ $code -eq 1 && ! -s err ]] || wrong "exit code $code where a program is wrong"
  says "wrong"
  check "the second run" jq -e '.runs == 2 and .failed and .counter_example.choices == [1] and .counter_example.seed == 1 and .counter_example.n == 2' found.json
  shown=$(jq -r .counter_example.command found.json)
  says "$shown"
  [[ $shown == "own_programs trace assumes-lowest --n 2 --seed 1 --network ideal --choices 1" ]] || wrong "another command: $shown"
  # shellcheck disable=SC2086
  run --fault=lowest ${shown#own_programs }
  [[ $code -eq 1 ]] && grep -q "$(jq -r .counter_example.error found.json)" err || wrong "the command does not show the failure"
  succeeds --fault=lowest trace assumes-lowest --n 2 --network ideal --choices 0
  run --fault=lowest verify assumes-lowest --n 5 --runs 1 --json -
  check "one run sees nothing" jq -e '.failed == false and .runs == 1 and (.share - 0.2 | fabs) < 1e-12' out
fi
finish
