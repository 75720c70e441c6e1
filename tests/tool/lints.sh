#!/usr/bin/env bash
# What reports say by themselves: in text, JSON and page, of the run and of its file, and not where nobody wants it.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

lint_of() {  # file, name: the lint in JSON, as "text|share"; nothing if there is none
  python3 -c '
import json, sys
for lint in json.load(open(sys.argv[1])).get("lints", []):
    if lint["name"] == sys.argv[2]: print(lint["text"], lint["share"], sep="|")' "$1" "$2"
}
on_one_line() { tr -s ' \n' '  ' <out; }

# Programs that have the lint, and what takes it away. Each run is read from its file once more.
has() {  # name, command and options of the run…
  local name=$1 text
  shift
  succeeds "$@" --json has.json --html has.html --no-host-time
  narrow out
  text=$(lint_of has.json "$name")
  if [[ -z $text ]]; then
    wrong "no $name: $*"
    return
  fi
  check "text has $name" grep -qF -- "$name ${text%|*}" <(on_one_line)
  check "the page has $name" grep -qF "<dt>$name</dt>" has.html
  cp out has.txt
  succeeds report has.json --json again.json --no-host-time
  check "the report of the file has $name" cmp out has.txt
  check "so has its JSON" cmp has.json again.json
  succeeds report has.json --no-lints --json without.json --html without.html
  lacks "$name" without
  succeeds "$@" --json without.json --html without.html --no-host-time --no-lints
  lacks "$name" without
  # All else is the same.
  check "without lints all else is the same" python3 -c '
import json
has, without = json.load(open("has.json")), json.load(open("without.json"))
del has["lints"]
assert has == without, set(has) ^ set(without)'
}
lacks() {  # name, file without its ending
  check "no $1 in text" bash -c "! grep -qF -- '$1' out"
  check "no lints in JSON" bash -c "! grep -qF '\"lints\"' $2.json"
  check "no lints on the page" bash -c "! grep -qF 'id=\"lints\"' $2.html"
}
hasnt() {  # name, command and options of the run…
  local name=$1
  shift
  succeeds "$@" --json hasnt.json
  check "no $name: $*" test -z "$(lint_of hasnt.json "$name")"
}

has weaker-model profile prefix-sums --n 1000 --components 64 --rule arbitrary
hasnt weaker-model profile prefix-sums --n 1000 --components 64 --rule EREW --ledger profile
has mixed-lines profile quicksort --n 2000 --components 64
hasnt mixed-lines profile list-ranking-wyllie --n 1000 --components 64 --access direct --ledger profile
has cheaper-machine profile prefix-sums --n 1000 --components 64 --access combining
hasnt cheaper-machine run prefix-sums --n 1000 --components 64 --access combining

has unread-cells profile quicksort --n 2000 --components 64
hasnt unread-cells run quicksort --n 2000 --components 64
hasnt unread-cells profile prefix-sums --n 1000 --components 64
hasnt unread-cells profile quicksort --n 2^17 --components 64

# What it counts is what a trace of the same run shows. Host code reads none of the arrays that are named.
succeeds profile quicksort --n 60 --components 16 --json run.json
succeeds trace quicksort --n 60 --components 16 --steps 2000 --json trace.json
check "unread-cells counts what the trace has" python3 - "$(lint_of run.json unread-cells)" trace.json <<'END'
import json, re, sys
trace = json.load(open(sys.argv[2]))
assert len(trace["steps"]) == json.load(open("run.json"))["steps"]  # all of them
read = {}  # by array and index: whether a cell that was written is read afterwards
for step in trace["steps"]:
    for _, _, array, index, operation, _, reply in step["requests"]:
        cell = (trace["arrays"][array]["name"], index)
        if trace["operations"][operation] != "read":
            read[cell] = read.get(cell, False) or reply is not None
        elif cell in read:
            read[cell] = True
named = re.findall(r"([\d,]+) of ([\d,]+) in (\w+)", sys.argv[1])
assert named, sys.argv[1]
for unread, written, name in named:
    cells = [was_read for (array, _), was_read in read.items() if array == name]
    assert unread == f"{cells.count(False):,}" and written == f"{len(cells):,}", (name, unread, written, cells.count(False))
END

# The machine that it names is charged what it says.
succeeds profile prefix-sums --n 1000 --components 64 --access combining --json run.json
text=$(lint_of run.json cheaper-machine)
options=${text%% would*}
case $options in
  --access*) other=($options) ;;
  *) other=(--access combining $options) ;;
esac
succeeds run prefix-sums --n 1000 --components 64 "${other[@]}" --json other.json
check "$options is charged what the lint says" python3 - "$text" <<'END'
import json, sys
text, share = sys.argv[1].split("|")
charge = {name: sum(json.load(open(name))["charge"][way] for way in ("forward", "back")) for name in ("run.json", "other.json")}
assert charge["other.json"] < charge["run.json"], charge
assert f'{charge["other.json"]:,} in place of {charge["run.json"]:,}' in text, (text, charge)
assert abs(float(share) - (1 - charge["other.json"] / charge["run.json"])) < 1e-12, (share, charge)
END

# Equal on any number of threads.
for threads in 1 2 3 8; do
  succeeds profile quicksort --n 2000 --components 64 --ledger profile --threads $threads --json of$threads.json
  check "all lints of a profile on $threads threads" grep -q unread-cells of$threads.json
  python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["lints"])' of$threads.json >lints$threads.txt
  check "the same lints on $threads threads" cmp lints1.txt lints$threads.txt
done

# Sizes.
succeeds scale prefix-sums --n 2^8..2^10 --components 16 --json sizes.json
says too-few-sizes
narrow out
check "too-few-sizes in JSON" test -n "$(lint_of sizes.json too-few-sizes)"
cp out sizes.txt
succeeds report sizes.json
check "the report of the file" diff <(grep -v '^Ran' sizes.txt) <(grep -v '^Ran' out)
succeeds report sizes.json --no-lints --json without.json --html without.html
lacks too-few-sizes without
succeeds scale prefix-sums --n 2^8..2^10 --components 16 --no-lints --json without.json --html without.html
lacks too-few-sizes without
succeeds scale prefix-sums --n 2^8..2^13 --components 16
check "enough sizes" bash -c '! grep -q too-few-sizes out'

# Where there are none.
fails 2 "--no-lints|sweep" run prefix-sums --n 64..128 --no-lints
fails 2 "--no-lints" compare prefix-sums --n 64 --components 4 --no-lints
fails 2 "--no-lints|takes no value" profile prefix-sums --no-lints=yes
succeeds probe --network torus:4x4 --runs 1 --json probe.json
fails 2 "--no-lints|a probe" report probe.json --no-lints
python3 -c 'import json; run = json.load(open("run.json")); run["lints"] = [{"name": "a"}]; json.dump(run, open("damaged.json", "w"))'
fails 1 "damaged.json|text" report damaged.json
python3 -c 'import json; run = json.load(open("run.json")); run["lints"] = 7; json.dump(run, open("damaged.json", "w"))'
fails 1 "damaged.json|lints" report damaged.json

finish
