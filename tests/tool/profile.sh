#!/usr/bin/env bash
# Every program on several machines: verified, and a profile that fits a terminal of 80 columns.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

for program in "${programs[@]}"; do
  for machine in "--components 64" "--network ideal --access direct" "--components 100 --access direct --placement direct" \
    "--components 4096 --network router:g=2,l=10 --placement uniform"; do
    succeeds profile "$program" --n 500 $machine
    narrow out
    says "$program: result verified against "
    for part in "time T" "work W" "processors" "charge " "performance factor" "Communication by phase" "The most contended cells|No cell was accessed" \
      "ource lines" "The weakest model that the run satisfied" "Under other models" "Ran in "; do
      check "$program shows: $part" grep -qE "$part" out
    done
    if grep -qwE -- '-?nan|-?inf' out; then wrong "$program on $machine: a number that is none"; fi
    succeeds run "$program" --n 500 $machine
    narrow out
    says "$program: result verified against "
    check "the short result is short" test "$(wc -l <out)" -lt 24
  done
done

# The result does not depend on the machine.
for program in "${programs[@]}"; do
  succeeds run "$program" --n 300 --output expected.txt
  for machine in "--network ideal --components 1" "--access direct --threads 3" "--components 2^6 --access combining:8,8,spread=ordered"; do
    succeeds run "$program" --n 300 $machine --output again.txt
    # breadth-first-search may report any tree of shortest paths
    [[ $program == breadth-first-search ]] || check "$program on $machine" cmp -s expected.txt again.txt
  done
done

# Text is the same for any number of threads but for the last line.
succeeds profile histogram --n 20000 --threads 1
head -n -1 out >expected.txt
succeeds profile histogram --n 20000 --threads 3
head -n -1 out >again.txt
check "the same text on three threads" cmp -s expected.txt again.txt

# A short name is as good; the weakest model is what the program claims.
succeeds profile prefix-sums --n 1000
says "EREW (and so CREW, CRCW common, CRCW)"
for program in prefix-sums list-ranking-wyllie; do succeeds run $program --n 1000 --rule EREW; done


# --scale: what runs on machines of these sizes say themselves.
succeeds profile connected-components --n 200 --components 64 --scale 64,16,64 --json scaled.json
check "a table of both sizes" grep -q "On machines of other sizes" out
for p in 16 64; do succeeds run connected-components --n 200 --components $p --json "of$p.json"; done
cat >scaled.py <<'END'
import json
scaled = json.load(open('scaled.json'))['scaled']
assert [run['components'] for run in scaled] == [16, 64]
for run in scaled:
    alone = json.load(open(f"of{run['components']}.json"))
    charge = alone['charge']['forward'] + alone['charge']['back']
    assert (run['steps'], run['work'], run['charge']) == (alone['steps'], alone['work'], charge)
    assert run['burdened'] == alone['work'] // run['components'] + alone['steps'] + charge
END
check "the same as runs of these sizes" python3 scaled.py
fails 2 "--scale|0,4" profile connected-components --n 200 --scale 0,4
fails 2 "--scale|sweep" run connected-components --n 64..128 --scale 16
fails 2 "components|torus:8x8" profile connected-components --n 200 --network torus:8x8 --scale 16

# Small pictures in the text: where they are asked for, and on a terminal.
succeeds profile list-ranking-wyllie --n 1000 --components 64
check "no pictures in a file" bash -c '! grep -q "charge by step" out'
succeeds profile list-ranking-wyllie --n 1000 --components 64 --plot
check "a line of bars" grep -qE 'charge by step +[▁▂▃▄▅▆▇█ ]+$' out
check "bars of lines" grep -qE '% +█+' out
narrow out
LC_ALL=C succeeds profile list-ranking-wyllie --n 1000 --components 64 --plot
check "bars of letters" grep -qE 'charge by step +[.:=+*#@ -]+$' out
check "nothing else than ASCII in them" bash -c '! grep -q "[▁▂▃▄▅▆▇█▏]" out'
fails 2 "--no-plot|--plot" profile list-ranking-wyllie --n 1000 --plot --no-plot
if command -v script >/dev/null; then
  for case in "xterm|" "xterm|--no-plot" "xterm|--json some.json" "dumb|"; do
    expected=0
    [[ $case == "xterm|" ]] && expected=1
    TERM=${case%%|*} script -qec "'$tool' profile list-ranking-wyllie --n 1000 --components 64 ${case#*|}" typescript </dev/null >/dev/null
    check "on a terminal: $case" test "$(grep -c "charge by step" typescript)" = $expected
  done
fi

finish
