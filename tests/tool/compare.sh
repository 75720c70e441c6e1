#!/usr/bin/env bash
# pram compare: every network with every protocol, results verified equal.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

for program in "${programs[@]}"; do
  succeeds compare "$program" --n 500 --components 256
  narrow out
  says "$program: 4 results verified against "
  check "the ideal machine is the measure" grep -qE '^  ideal +direct .* 1\.00 +yes$' out
  check "four rows" test "$(grep -cE ' yes$' out)" -eq 4
  if grep -qwE -- '-?nan|-?inf' out; then wrong "$program: a number that is none"; fi
done

# What a row says is what a run by itself says.
succeeds compare histogram --n 3000 --components 64 --networks router:g=2,l=10 --access combining:8,8 --json -
row=$(grep '"network":"router:g=2,l=10"' out)
succeeds run histogram --n 3000 --components 64 --network router:g=2,l=10 --access combining:8,8 --json -
for key in forward back; do
  value=$(sed -nE "s/^    \"$key\": ([0-9]+),\$/\\1/p" out)
  check "$key of a run alone" grep -qF "\"$key\":$value," <<<"$row"
done
succeeds run histogram --n 3000 --components 64 --network ideal --access direct --json -
forward=$(sed -nE 's/^    "forward": ([0-9]+),$/\1/p' out)
back=$(sed -nE 's/^    "back": ([0-9]+),$/\1/p' out)
succeeds compare histogram --n 3000 --components 64 --networks router --access direct
says "charges $((forward + back)), forward and back"
check "the ideal machine is run, and not listed" test "$(grep -cE ' yes$' out)" -eq 1
says "result verified against"

# Lists: commas where names follow, semicolons, repeated options, and no entry twice.
succeeds compare prefix-sums --n 100 --components 64 --networks router:g=2,l=10,ideal,router --access direct,combining:8,8,combining:16,4,spread=ordered
check "three networks with three protocols" test "$(grep -cE ' yes$' out)" -eq 9
narrow out
succeeds compare prefix-sums --n 100 --networks "router:g=2,l=10;ideal;" --networks router --networks ideal,router --access direct
check "three networks" test "$(grep -cE ' yes$' out)" -eq 3
succeeds compare prefix-sums --n 100 --components 4096 --access combining,combining:32,16,8
check "a name and its whole form are one" test "$(grep -cE ' yes$' out)" -eq 2

# A name with sizes says how many components there are; all must agree. Long names get a line of their own.
succeeds compare prefix-sums --n 100 --networks ideal,torus:8x8,omega,combining=unlimited --access direct
says "64 components"
says "omega:64,combining=unlimited"
check "three networks" test "$(grep -cE ' yes$' out)" -eq 3
narrow out
succeeds compare prefix-sums --n 100 --networks "product:ring:8,complete:8;" --access direct
says "product:ring:8,complete:8"
fails 2 "--networks = 'omega:128'|64" compare prefix-sums --networks torus:8x8,omega:128
fails 2 "--networks = 'torus:8x8'|64" compare prefix-sums --networks torus:8x8 --components 100
fails 2 "--networks = 'tors'|did you mean torus?" compare prefix-sums --networks router,tors:8x8
for command in run profile; do
  succeeds $command prefix-sums --n 100 --network torus:8x8
  says "64 components, network torus:8x8"
done

# A pair that deadlocks or does not fit has a row that says so, and the others have theirs.
succeeds compare prefix-sums --n 4096 --components 64 --networks "ideal;ring:64,buffers=1;router" --access direct --json -
check "a row of a deadlock" grep -qE '"network":"ring:64,buffers=1","access":"direct","failure":"step [0-9]+ of the program: ring:64: deadlock in the network.s step [0-9]+: ' out
check "the others" test "$(grep -c '"verified":true,"equal":true' out)" -eq 2
succeeds compare prefix-sums --n 4096 --components 64 --networks "ideal;ring:64,buffers=1;router" --access direct
narrow out
says "2 results verified against"
says "and equal; 1 pair"
says "none: ring:64,buffers=1 with direct: step "
check "its row" grep -qE '^  ring:64,buffers=1 +direct +- +- +- +- +none$' out
for threads in 1 2 3 8; do
  succeeds compare prefix-sums --n 20000 --components 64 --networks "ideal;ring:64,buffers=1;router" --threads $threads --json -
  grep -vE '"(threads|wall_seconds)": ' out >deadlock.$threads
  check "the same deadlock on $threads threads" cmp -s deadlock.1 deadlock.$threads
done
fails 1 "deadlock in the network's step" compare prefix-sums --n 4096 --networks ring:64,buffers=1 --access direct
succeeds compare prefix-sums --n 100 --networks "ideal,rcn-full" --components 60 --access direct
says "none: rcn-full with direct: --networks = 'rcn-full' is not allowed: "
succeeds compare prefix-sums --n 100 --components 100 --access direct,sorting
check "two rows" test "$(grep -cE '^  (ideal|router) +sorting .* none$' out)" -eq 2
succeeds compare prefix-sums --n 100 --networks "ideal,rcn-full:4,1" --access "direct,sorting:rcn-sort"
says "3 results verified against"
check "only on RCN-FULL" grep -qE '^    sorting:rcn-sort +- .* none$' out
says "none: ideal with sorting:rcn-sort: "
succeeds compare prefix-sums --n 100 --networks "router;torus:8x8" --components 100 --access direct
says "none: torus:8x8 with direct: --networks = 'torus:8x8' is not allowed: "
fails 2 "--networks = 'torus:8x8'|64" compare prefix-sums --networks torus:8x8 --components 100
fails 2 "--access|sorting:bitonic" compare prefix-sums --networks ideal,router --access sorting:rcn-sort
if command -v python3 >/dev/null; then
  succeeds compare prefix-sums --n 100 --networks "ideal,rcn-full" --components 60 --json part.json
  check "another parser reads a row without a result" python3 -m json.tool part.json
fi

# JSON: the keys, and the same for any number of threads.
comparable() { grep -vE '"(threads|wall_seconds)": ' "$1"; }
succeeds compare connected-components --n 20000 --threads 1 --json -
for key in version program machine input result steps work requests ideal_charge runs asked sound interrupted wall_seconds; do
  check "the key $key" grep -qE "^  \"$key\": " out
done
for key in access forward back performance_factor times_ideal verified equal; do
  check "a run's key $key" test "$(grep -cE "^    \{\"network\":.*\"$key\":" out)" -eq 4
done
if command -v python3 >/dev/null; then check "another parser reads it" python3 -m json.tool out; fi
comparable out >expected.json
for threads in 2 3; do
  succeeds compare connected-components --n 20000 --threads $threads --json -
  comparable out >again.json
  check "the same on $threads threads" cmp -s expected.json again.json
done
succeeds compare prefix-sums --n 100 --json comparison.json
check "a file" grep -q '"version": 2' comparison.json
says "prefix-sums: 4 results"

# What a hostile user may type.
fails 2 "program is missing|pram compare --help" compare
fails 2 "'prefix-sum'|did you mean prefix-sums?" compare prefix-sum
fails 2 "--network|did you mean --networks?" compare prefix-sums --network ideal
fails 2 "--networks = 'routr'|did you mean router?" compare prefix-sums --networks ideal,routr
fails 2 "--networks = ''|ideal, router" compare prefix-sums --networks ""
fails 2 "--networks = ''" compare prefix-sums --networks ";"
fails 2 "--networks = 'ideal,'" compare prefix-sums --networks ideal,
fails 2 "--networks = 'router:g=0'" compare prefix-sums --networks ideal,router:g=0
fails 2 "--networks|value" compare prefix-sums --networks
fails 2 "--access = 'combning'|did you mean combining?" compare prefix-sums --access direct,combning
fails 2 "--access = 'combining:3,5'|4096" compare prefix-sums --n 2^26 --access direct,combining:3,5
fails 2 "--components = '0'" compare prefix-sums --components 0
fails 2 "--n = '-1'|whole number" compare prefix-sums --n -1
fails 2 "--n = '5'|--input" compare prefix-sums --n 5 --input numbers.txt
fails 2 "--output" compare prefix-sums --output x
fails 2 "--json = ''" compare prefix-sums --json ""
fails 1 "missing.txt" compare prefix-sums --input missing.txt
fails 1 "--json|nowhere/x" compare prefix-sums --n 2^26 --json nowhere/x
fails 1 "CREW breached in step" compare connected-components --n 4096 --rule CREW
fails 1 "3 steps|--max-steps" compare connected-components --n 64 --max-steps 3

# A limit of charge ends one run, and the others go on.
run compare histogram --n 64 --components 16 --networks ideal,router:g=1000 --access direct --max-charge 500 --json limited.json
[[ $code -eq 0 ]] || wrong "exit code $code beside a run that is too slow"
check "the slow run alone has no result" python3 -c '
import json
record = json.load(open("limited.json"))
assert record["machine"]["max_charge"] == 500, record["machine"]
failed = {run["network"]: run.get("failure", "") for run in record["runs"]}
assert failed["ideal"] == "", failed
assert "max_charge = 500" in next(text for name, text in failed.items() if "g=1000" in name), failed'
seq 1 10 >numbers.txt
fails 2 "--json|--input" compare prefix-sums --input numbers.txt --json ./numbers.txt
succeeds compare prefix-sums --input numbers.txt

# For a BSP program w + g h + S l stands beside the charge, with each network's own g and l, or those that probe fits.
succeeds compare bsp-sample-sort-regular --n 2^10 --components 16 --networks "router:g=3,l=20;torus:4x4" --access direct \
  --json bsp.json --csv bsp.csv
says "router:g=3,l=20: g = 3 and l = 20, the network's own"
says "which pram probe fits to the network"
"$tool" probe --network torus:4x4 --json fit.json >out
check "w + g h + S l" python3 - <<'END'
import csv, json
runs, fit = json.load(open("bsp.json"))["runs"], json.load(open("fit.json"))
router, torus = runs
assert (router["g"], router["l"], router["probed"]) == (3, 20, False), router
assert (torus["g"], torus["l"], torus["probed"]) == (fit["g"], fit["l"], True), (torus, fit)
for run, row in zip(runs, csv.DictReader(open("bsp.csv"))):
    g, l = run["g"], run["l"]
    expected = run["superstep_work"] + g * run["superstep_relation"] + l * run["supersteps"]
    assert abs(run["predicted"] - expected) <= 1e-9 * expected, run
    assert run["superstep_cost"] == run["superstep_work"] + run["superstep_charge"], run
    assert float(row["predicted"]) == run["predicted"] and float(row["g"]) == g and float(row["l"]) == l, row
END

# A wrong result fails, and the table is shown all the same.
run compare histogram --n 3000 --rule priority
[[ $code -eq 0 ]] || check "one line on it" test "$(wc -l <err)" -eq 1

# Ctrl-C reports what is done.
"$tool" compare list-ranking-wyllie --n 2^19 --threads 1 --access direct,combining --networks ideal,router,router:g=2,router:g=3 --json part.json >out 2>err &
process=$!
sleep 1
kill -INT $process
code=0
wait $process || code=$?
if [[ $code -ne 0 ]]; then
  [[ $code -eq 130 ]] || wrong "exit code $code after Ctrl-C"
  check "it says so" grep -q 'interrupted' out
  check "the JSON is marked" grep -q '"interrupted": true' part.json
  check "nothing on standard error" test ! -s err
fi

# The lines: what each was charged is what the profile of the same machine says; the page has a row for each.
succeeds compare histogram --n 1024 --components 64 --networks "ideal;torus:8x8" --access direct --json lines.json --html lines.html
succeeds profile histogram --n 1024 --components 64 --network torus:8x8 --access direct --json one.json
check "charges of lines" python3 -c '
import collections, json
compared, one = json.load(open("lines.json")), json.load(open("one.json"))
at = [run["network"] for run in compared["runs"]].index("torus:8x8")
charges = collections.Counter()
for line in one["lines"]: charges[line["file"], line["line"]] += line["charge"]
assert len(charges) > 1 and {(l["file"], l["line"]): l["charges"][at] for l in compared["lines"]} == dict(charges), charges
page = open("lines.html").read()
run = compared["runs"][at]
whole = run["forward"] + run["back"]
for (file, line), charge in charges.items():
    assert f"<td>{file}:{line}</td>" in page and "%d.%d%%" % divmod(round(1000 * charge / whole), 10) in page, (file, line)'

# The page of a profile has the command that compares it: its first run is the profile's, line by line, and all protocols
# are among the others.
for machine in "--network router" "--network omega,combining=unlimited --access direct" "--network product:ring:8,path:8"; do
  succeeds profile histogram --n 1024 --components 64 $machine --ledger profile --json own.json --html own.html
  command=$(sed -n "s/&#39;/'/g; s/.*<code>pram \(.*\)<\/code>.*/\1/p" own.html)
  [[ $command == "compare histogram "* ]] || wrong "the command of $machine: $command"
  eval "succeeds $command --n 1024 --json others.json"
  check "charges of lines of $machine" python3 -c '
import collections, json
own, others = json.load(open("own.json")), json.load(open("others.json"))
runs = others["runs"]
assert [(run["network"], run["access"]) for run in runs][0] == (own["machine"]["network"], own["machine"]["access"]), runs[0]
assert {run["network"] for run in runs} == {own["machine"]["network"]}, runs
assert sorted(run["access"].split(":")[0] for run in runs) == ["adaptive", "combining", "copies", "direct", "integer-sort", "sorting", "tree"], runs
charges = collections.Counter()
for line in own["lines"]: charges[line["file"], line["line"]] += line["charge"]
assert {(l["file"], l["line"]): l["charges"][0] for l in others["lines"]} == dict(charges), charges'
  check "its page" grep -q "Another access protocol than" compare.html
done
finish
