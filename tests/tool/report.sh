#!/usr/bin/env bash
# pram report: all that is made of a run is made of its JSON, to the byte.
sources=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../../programs/src")
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# What the run wrote with these options of its own, beside what the report writes from its JSON.
same() {  # name, command and options of the run…
  local name=$1
  shift
  succeeds "$@" --json $name.json --html $name.html --svg $name.svg --csv $name.csv/ --trace $name.trace
  cp out $name.txt
  succeeds report $name.json --json again.json --html again.html --svg again.svg --csv again.csv/ --trace again.trace \
    --sources "$sources"
  check "the text of $name" cmp out $name.txt
  for kind in json html trace; do check "$kind of $name" cmp $name.$kind again.$kind; done
  for kind in svg csv; do check "$kind of $name" diff -r $name.$kind again.$kind; done
  rm -r again.*
}

for program in "${programs[@]}"; do same "$program" profile "$program" --n 200 --components 16; done
same torus profile connected-components --n 300 --network torus --components 64 --scale 16,64
same omega profile histogram --n 300 --components 64 --network omega,combining=unlimited --access direct
same sorting profile list-ranking-wyllie --n 100 --components 64 --access sorting
same bsp profile bsp-list-ranking --n 512 --network torus:4x4
same collective profile fast-fourier-transform --n 256 --components 16
for detail in totals steps; do same $detail profile histogram --n 300 --components 64 --ledger $detail; done
check "a page of totals says what is missing" grep -q "The ledger was not kept as a profile" totals.html
same untimed profile prefix-sums --n 64 --components 4 --no-host-time
same limited profile prefix-sums --n 64 --components 4 --max-charge 2^40
check "a limit of charge stands in the record" grep -q '"max_charge": 1099511627776' limited.json
check "the source of a bundled program" grep -q "co_await" torus.html

# A page stays small enough to be mailed: of a run of some eighty steps below 200 kB, on large machines too.
for components in 256 4096; do
  same size-$components profile connected-components --n 2^12 --components $components --no-host-time
  check "steps on $components components" test "$(python3 -c "import json; print(json.load(open('size-$components.json'))['steps'])")" -ge 79
  check "the page of $components components: $(wc -c <size-$components.html) bytes" test "$(wc -c <size-$components.html)" -lt 200000
done

# The JSON of run has no fitted g and l; the text is that of the profile.
succeeds run histogram --n 300 --components 64 --json run.json
succeeds report run.json
narrow out
says "Source lines by cost"
"$tool" report - <run.json >out 2>err || wrong "a report from standard input"
says "Source lines by cost"
"$tool" report run.json --csv - >out
check "a line of CSV" test "$(wc -l <out)" -eq 2

# A compact form of the same JSON is as good.
python3 -c 'import json; json.dump(json.load(open("torus.json")), open("compact.json", "w"), separators=(",", ":"))'
succeeds report compact.json --html compact.html
check "the page of compact JSON" cmp compact.html torus.html

# A program of a user's own has its source in the folder named.
sed 's/"program": "histogram"/"program": "mine"/' run.json >mine.json
file=$(grep -oE '"file":"[^"]*"' mine.json | head -n 1 | sed 's/.*:"//; s/"$//')
mkdir -p "here/${file%/*}"
for ((k = 1; k < 200; ++k)); do echo "line $k of mine"; done >"here/$file"
succeeds report mine.json --html mine.html
check "no text of a file that is not there" grep -q "not to be had here" mine.html
succeeds report mine.json --html mine.html --sources here
check "the text from the folder" grep -q "of mine<" mine.html

# A run beside an earlier one; what the report says is what the run says with the same option.
succeeds profile histogram --n 300 --components 64 --access direct --ledger profile --json old.json
succeeds profile histogram --n 300 --components 64 --ledger profile --json new.json
succeeds profile histogram --n 300 --components 64 --no-host-time --baseline old.json --html both.html --json both.json
cp out both.txt
succeeds report new.json --no-host-time --baseline old.json --html again.html --json again.json
cp out again.txt
for kind in txt html json; do check "the same $kind beside the baseline" cmp both.$kind again.$kind; done
narrow out
says "Beside the baseline"
says "The runs differ: the access protocol was direct and is combining:8,8."
python3 - <<'END' || wrong "the numbers of both.json"
import json
old, new, both = (json.load(open(name + ".json")) for name in ("old", "new", "both"))
totals = {row["total"]: (row["was"], row["now"]) for row in both["baseline"]["totals"]}
whole = lambda run: run["charge"]["forward"] + run["charge"]["back"]
assert totals["charge"] == (whole(old), whole(new)), totals
assert totals["steps"] == (old["steps"], new["steps"]), totals
for when, run in ("was", old), ("now", new):
    assert sum(row["charge"][when] for row in both["baseline"]["lines"]) == sum(line["charge"] for line in run["lines"])
END
check "frames of the baseline" grep -q 'class="ghost"' both.html
succeeds report torus.json --baseline bsp.json --html other.html
check "runs of different programs" grep -q "The runs differ: the program was bsp-" other.html
fails 1 "'nothing.json'|No such file" report new.json --baseline nothing.json
fails 2 "--baseline|sweep" run histogram --n 64..128 --baseline old.json
fails 2 "--json|file than that of --baseline" report new.json --baseline old.json --json old.json

# A comparison.
for machines in "--networks ideal;router;torus:8x8 --access direct,combining" "--networks omega;omega:buffers=1"; do
  succeeds compare concurrent-read --components 64 $machines --json compare.json --html compare.html
  cp out compare.txt
  succeeds report compare.json --json again.json --html again.html
  cp out again.txt
  for kind in txt json html; do check "$kind of a comparison" cmp compare.$kind again.$kind; done
  "$tool" compare concurrent-read --components 64 $machines --csv - >expected.csv
  "$tool" report compare.json --csv - >out
  check "the lines of a comparison" cmp expected.csv out
done

# What runs no program, or several.
printed_again() {  # command…: text, CSV and page are those of its JSON
  succeeds "$@" --json other.json --html other.html
  cp out other.txt
  succeeds report other.json --json again.json --html again.html
  cp out again.txt
  for kind in txt json html; do check "$kind of $1" cmp other.$kind again.$kind; done
  "$tool" report other.json --csv - >expected.csv
  check "CSV of $1" test -s expected.csv
}
printed_again route --network torus:8x8 --pattern transpose
printed_again route --network omega:64,combining=unlimited --pattern hot-spot --runs 3
printf 'num_ranks 2\nrank 0 {\na: calc 9\nb: send 8b to 1\nb requires a\n}\nrank 1 {\nrecv 8b from 0\n}\n' >trace.goal
printed_again route --network torus:4x4 --pattern uniform --rate 0.1,0.3,saturation --window 200
printed_again replay trace.goal
printed_again replay trace.goal --network ring:4
printed_again topology slim-fly:5
printed_again topology omega:8
printed_again topology ccc:14
printed_again probe --network torus:4x4 --runs 3
printed_again probe --host --components 4 --h 1,2 --runs 3
printed_again patterns --degree 16 --components 16 --basis "16;4,4" --runs 2
printed_again patterns --degree 16 --components 16 --search --phases 2 --runs 2
printed_again collective broadcast --network torus:4x4 --words 64
printed_again exchange all-to-all --network switch:4 --words 64
printed_again collective all-gather --network switch:4 --counts 9,0,2,1
printed_again collective broadcast --network torus --crossover
printed_again scale prefix-sums --n 2^6..2^9 --components 16
printed_again slack histogram --n 2^9 --components 4,16 --seeds 1..2
succeeds route --network torus:8x8 --pattern transpose --json other.json --links
succeeds report other.json --html again.html
check "links without a page" grep -q 'id="time"' again.html
succeeds route --network torus:8x8 --pattern transpose --json other.json
check "no links where they were not asked for" test "$(grep -c first_run other.json)" -eq 0
fails 2 "--baseline|nothing beside traffic" report other.json --baseline new.json

# What is no report of a run: one line.
fails 2 "a file is missing" report
fails 1 "'nothing.json'|No such file" report nothing.json
fails 1 "'.'|it is a folder" report .
echo '{"version": 3}' >three.json
fails 1 "'three.json'|its version is 3" report three.json
echo 'hello' >text.json
fails 1 "it is no JSON, or damaged, in line 1" report text.json
head -c 1000 torus.json >short.json
fails 1 "it ends too early" report short.json
"$tool" tables torus --json tables.json >out 2>err || wrong "tables"
fails 1 "no report on a run" report tables.json
"$tool" run prefix-sums --n 64..128 --json sweep.json >out 2>err || wrong "a sweep"
fails 1 "'sweep.json'|it is a sweep" report sweep.json
"$tool" trace prefix-sums --n 4 --json trace.json >out 2>err || wrong "a trace"
fails 1 "'trace.json'|it is a trace" report trace.json
fails 1 "no report on a run" report new.json --baseline compare.json
fails 2 "--trace|nothing beside a comparison" report compare.json --trace trace.json
fails 2 "--json|file than that of FILE" report run.json --json run.json
fails 2 "--html|--json" report run.json --html same --json same
fails 1 "--html|cannot be written" report run.json --html nowhere/page.html

finish
