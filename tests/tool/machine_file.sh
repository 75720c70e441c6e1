#!/usr/bin/env bash
# --machine: what --json has written of a machine makes that machine again, and options of the command line win.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# Prints the machine of a report, or one of its options.
machine() { python3 -c 'import json, sys
machine = json.load(open(sys.argv[1]))["machine"]
print(machine.get(sys.argv[2]) if len(sys.argv) > 2 else json.dumps(machine))' "$@"; }

same_machine() {  # report, report
  [[ $(machine "$1") == "$(machine "$2")" ]] || wrong "$(machine "$1") became $(machine "$2")"
}

has() {  # report, option, value
  [[ $(machine "$1" "$2") == "$3" ]] || wrong "$2 is $(machine "$1" "$2") instead of $3 in $1"
}

timeless() { sed -E '/wall_seconds/d' "$1"; }

# Odd machines: the same one, and the same run, for any program, from a report or the machine alone.
number=0
while read -r options; do
  number=$((number + 1))
  # shellcheck disable=SC2086
  succeeds profile prefix-sums --n 100 $options --json a.json
  machine a.json >alone.json
  succeeds profile prefix-sums --n 100 --machine a.json --json b.json
  check "the same run: $options" cmp -s <(timeless a.json) <(timeless b.json)
  succeeds run broadcast-doubling --n 16 --machine alone.json --json c.json
  same_machine a.json c.json
  "$tool" trace prefix-sums --n 8 --machine - --json d.json <a.json >out 2>err || wrong "trace on standard input: $options"
  python3 - <<'END' || wrong "the trace's machine: $options"
import json
a, d = (json.load(open(name))['machine'] for name in ('a.json', 'd.json'))
assert d == {name: value for name, value in a.items() if name in d} and len(d) == 6 + ('hash' in a)
END
done <<'END'
--components 64 --network torus:8x8,ports=one --access combining:8,8,spread=ordered --rule sum --placement balanced --threads 2 --seed 7
--components 12 --network ring --access direct --rule priority --placement direct --threads 1 --seed 18446744073709551615
--network product:ring:8,complete:8 --access adaptive --rule arbitrary --max-steps 100000 --max-charge 12345678
--components 16 --network hypercube --access sorting --rule CREW --placement hashed --seed 0
--network router:g=2,l=100 --components 3 --access direct
--components 48 --network ring --placement hashed,hash=multiply-shift
END
((number == 6)) || wrong "$number machines"

# The program's own usual machine yields to the file: a BSP program has components and a placement of its own.
succeeds profile prefix-sums --n 100 --components 32 --network torus --access direct --placement balanced --rule sum --json a.json
succeeds run bsp-sample-sort-regular --n 1000 --machine a.json --json b.json
same_machine a.json b.json
succeeds run prefix-sums --n 100 --machine a.json --json b.json
same_machine a.json b.json

# Options win, each alone; a network with sizes says how many components there are.
succeeds run prefix-sums --n 100 --machine a.json --rule EREW --json b.json
has b.json rule EREW
has b.json placement balanced
has b.json components 32
succeeds run prefix-sums --n 100 --seed 3 --threads 1 --machine a.json --json b.json
has b.json seed 3
has b.json threads 1
succeeds run prefix-sums --n 100 --network torus:8x8 --machine a.json --json b.json
has b.json components 64
has b.json network torus:8x8
has b.json access direct
succeeds run prefix-sums --n 100 --network ring --machine a.json --json b.json
has b.json components 32
has b.json network ring:32

# compare and sweeps: network and protocol of the file for all but compare.
succeeds compare prefix-sums --n 64 --machine a.json --json compared.json
has compared.json components 32
has compared.json rule sum
has compared.json placement balanced
check "what is compared stays" grep -q '"network":"router","access":"combining:' compared.json
succeeds scale prefix-sums --n 8..32 --machine a.json --json scaled.json
same_machine a.json scaled.json
succeeds run prefix-sums --n 8..32 --machine a.json --json sweep.json --csv sweep.csv
has sweep.json components 32
check "a sweep on the file's network" grep -q '"network":"torus:8x4"\|"network":"torus:4x8"' sweep.json
succeeds run prefix-sums --n 8 --seeds 1..2 --machine a.json
succeeds run prefix-sums --n 100 --machine scaled.json --json b.json
same_machine a.json b.json
# What several runs have each for themselves is asked for.
fails 2 "--machine = 'compared.json'|network|of several runs|--network beside it" run prefix-sums --machine compared.json
fails 2 "--machine = 'compared.json'|access|--access beside it" run prefix-sums --machine compared.json --network ring
fails 2 "--machine = 'sweep.json'|seed|--seed beside it" run prefix-sums --machine sweep.json --network ring --access direct
succeeds run prefix-sums --n 100 --machine sweep.json --network ring --access direct --seed 4 --json b.json
has b.json placement balanced
succeeds compare prefix-sums --n 64 --machine compared.json

# An option that no report of the tool has, and those that the tool has no option for.
echo '{"components": 8, "access": "direct", "rule": "collision", "collision_marker": 77, "ledger": "profile", "ledger_steps": 2}' >marked.json
succeeds run prefix-sums --n 50 --machine marked.json --json b.json
has b.json collision_marker 77
check "a profile of two steps" python3 -c 'import json
run = json.load(open("b.json"))
assert run["columns"]["without_record"] == run["steps"] - 2 and len(run["components"]["sent"]) == 8'
succeeds run prefix-sums --n 50..100 --machine marked.json
succeeds run prefix-sums --n 50 --machine b.json --json c.json
has c.json collision_marker 77

# --resume: the same machine from another file goes on; another one is told by what differs.
succeeds run prefix-sums --n 8..64 --machine a.json --resume parts --json whole.json
cp parts done
machine a.json >"a copy.json"
run run prefix-sums --n 8..64 --machine "a copy.json" --resume parts --json again.json
[[ $code -eq 0 ]] || wrong "exit code $code of --resume with the same machine"
check "all parts are taken" grep -q '4 finished parts are taken' err
check "nothing is done again" cmp -s parts done
check "the same sweep" cmp -s <(timeless whole.json) <(timeless again.json)
sed 's/"balanced"/"hashed"/' a.json >other.json
fails 2 "--resume = 'parts'|there --placement is 'balanced', here 'hashed'" run prefix-sums --n 8..64 --machine other.json --resume parts
sed -i 's/"placement": *"balanced"/"placement": "hashed"/' "a copy.json"
fails 2 "--resume = 'parts'|there --placement is 'balanced', here 'hashed'" run prefix-sums --n 8..64 --machine "a copy.json" --resume parts
fails 2 "--resume = 'parts'|--access is 'direct', here not given" run prefix-sums --n 8..64 --resume parts
check "the parts stay as they were" cmp -s parts done
code=0
"$tool" run prefix-sums --n 8..64 --machine - --resume parts <a.json >out 2>err || code=$?
check "standard input is there once" test "$code" -eq 2
check "and the line says so" grep -q "^pram: --machine = '-' is not allowed: a file beside --resume" err

# Hostile files.
mkdir folder
: >empty.json
echo '[{"machine": {"components": 4}}]' >list.json
echo '{"version": 1, "network": "torus:8x8", "components": 64}' >none.json
echo '{"components": 4, "netwrok": "ring"}' >unknown.json
echo '{"components": "4"}' >type.json
echo '{"components": 4, "network": "rnig"}' >name.json
echo '{"components": 4, "network": "torus:8x8"}' >fits.json
printf '{"rule": "a\\nb\\u001b[31m"}' >control.json
printf '{"network": "a\\nb\\u001b[31m"}' >network.json
head -c 4096 /dev/urandom >binary.json
python3 -c 'print("[" * 100000)' >deep.json
for command in run profile trace scale compare; do
  fails 1 "machine file|'gone.json'|No such file" $command prefix-sums --machine gone.json
  fails 1 "'folder'|folder" $command prefix-sums --machine folder
  fails 1 "'empty.json'|too early" $command prefix-sums --machine empty.json
  fails 1 "'list.json'|not an object" $command prefix-sums --machine list.json
  fails 1 "'none.json'|without a machine" $command prefix-sums --machine none.json
  fails 1 "'unknown.json'|\"netwrok\"|did you mean network?" $command prefix-sums --machine unknown.json
  fails 1 "'type.json'|\"components\"|whole number" $command prefix-sums --machine type.json
  fails 1 "'control.json'|rule|EREW" $command prefix-sums --machine control.json
  fails 1 "'binary.json'" $command prefix-sums --machine binary.json
  fails 1 "'deep.json'|nested" $command prefix-sums --machine deep.json
  fails 2 "--machine = ''|a file" $command prefix-sums --machine ''
done
for command in run profile trace scale; do
  fails 2 "--network = 'rnig' of --machine 'name.json'|did you mean ring?" $command prefix-sums --machine name.json
  fails 2 "--network = 'torus:8x8' of --machine 'fits.json'|64 components|4 are wanted" $command prefix-sums --machine fits.json
  fails 2 "--network = |of --machine 'network.json'" $command prefix-sums --machine network.json
done
# Its name is looked up only where it counts.
succeeds run prefix-sums --n 8 --machine name.json --network ring
succeeds compare prefix-sums --n 8 --machine name.json
fails 2 "--components = '0'" run prefix-sums --machine a.json --components 0
fails 2 "--machine|more than once" run prefix-sums --machine a.json --machine a.json
fails 2 "--machine|value" run prefix-sums --machine
fails 2 "--machine = '-'|--input" run prefix-sums --input - --machine -
for place in --json --csv --html --output --trace; do
  fails 2 "$place = 'a.json'|another file than that of --machine" run prefix-sums --machine a.json $place a.json
done
fails 2 "--html = 'a.json'|--machine" trace prefix-sums --machine a.json --html a.json
for command in route probe patterns list; do fails 2 "--machine" $command --machine a.json; done

finish
