#!/usr/bin/env bash
# --csv of every command whose report is more than a line a run: what the JSON has, parsed back.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

cat >same.py <<'END'
import csv, json, sys

def rows(record, path='', place='', outer={}, inside=False):
    """The rows of a record: its own fields beside those of each record in its lists. A field that has the name of one
    outside is called by its place in the document."""
    fields, lists = dict(outer), []
    def field(name, place, value): fields[place if name in outer else name] = value
    def collect(record, path, place):
        for key, value in record.items():
            name, at = path + key, place + key
            if isinstance(value, dict): collect(value, path if key == 'machine' else name + '.', at + '.')
            elif isinstance(value, list) and any(isinstance(one, dict) for one in value): lists.append((name, at, value))
            elif isinstance(value, list):
                if value: field(name, at, ';'.join(map(text, value)))
            elif value is not None: field(name, at, text(value))
    collect(record, path, place)
    if not lists: return [fields]
    return [row for name, at, value in lists for one in value
            for row in rows(one, name + '.' if inside else '', at + '.', fields, True)]

def text(value):
    if isinstance(value, bool): return 'true' if value else 'false'
    return repr(float(value)) if isinstance(value, float) else str(value)

def number(field):
    """1e+20 and 3 are written in more than one way."""
    try: return repr(float(field))
    except ValueError: return field

def same(row): return {name: number(field) for name, field in row.items() if field != '' and name != 'list'}

report = json.load(open(sys.argv[1]))
report.pop('lints', None)  # which CSV leaves out
expected = [same(row) for row in rows(report)]
found = [same(row) for row in csv.DictReader(open(sys.argv[2], newline=''))]
sys.exit(0 if expected == found and found else 'the CSV is not what the JSON is')
END

printf 'num_ranks 2\nrank 0 {\na: calc 9\nb: send 8b to 1\nb requires a\n}\nrank 1 {\nrecv 8b from 0\n}\n' >trace.goal
while read -r line; do
  eval "succeeds $line --json report.json --csv report.csv"
  check "text beside both: $line" test -s out
  check "a line of names, and rows: $line" test "$(wc -l <report.csv)" -gt 1
  check "the names: $line" grep -q 'version' <(head -n 1 report.csv)
  if command -v python3 >/dev/null; then check "the same as the JSON: $line" python3 same.py report.json report.csv; fi
  eval "succeeds $line --csv -"
  check "and nothing else: $line" test "$(head -n 1 out)" = "$(head -n 1 report.csv)"
done <<'END'
scale prefix-sums --n 2^3..2^8 --components 16 --seeds 1..2
scale connected-components --n 2^3..2^5 --components 16 --shape star
slack connected-components --n 2^8 --components 4,16,64 --seeds 1..2
tables combining --runs 1
tables theorem --runs 1 --components 256
tables hash-families --keys 100 --runs 2
tables optical-relations --components 64 --runs 2
tables integer-sort --runs 1
tables combining-tree --components 64 --cells 4 --runs 1
tables first-arrival --components 16 --runs 2
tables adaptive-networks --components 16 --runs 2
tables line-memory --components 16 --steps 8
tables total-exchange
tables embeddings
tables crcw-steps --nodes 64
tables copies --modules 1024 --runs 2
tables banks --size 4
tables collectives --nodes 4
tables torus
route --network torus:8x8 --pattern transpose
route --network omega:16 --pattern permutation --runs 3
probe --network torus:4x4 --runs 2
route --network torus:4x4 --pattern tornado --rate 0.1,saturation --window 100
replay trace.goal --network ring:4
patterns --degree 16 --components 64 --basis "64;8,8" --runs 2
patterns --degree 16 --components 64 --search --phases 2 --runs 2
patterns --degree 16 --components 64 --owners 4 --runs 2
exchange all-to-all --network torus:4x4 --words 256
exchange all-gather --network torus:4x4 --words 256 --counts linear
exchange broadcast --network ring --crossover
exchange broadcast --networks ring,bus --crossover
END

# A line a run: what the JSON has under the same names, or leaves out because there was nothing of it.
cat >names.py <<'END'
import csv, json, sys

def fields(record, groups=('machine', 'input', 'result', 'charge', 'parameters')):
    """A record's own fields, and those of the groups in it."""
    found = {name: value for name, value in record.items() if not isinstance(value, (dict, list))}
    for group in groups:
        if isinstance(record.get(group), dict):
            # A program's own sizes and facts are in no column.
            own = {'input': {'n', 'source'}, 'result': {'verified', 'check'}}.get(group)
            inside = {name: value for name, value in fields(record[group]).items() if own is None or name in own}
            if inside.keys() & found.keys(): sys.exit(f'two fields of a run have one name: {inside.keys() & found.keys()}')
            found.update(inside)
    return found

def value(field):
    if field in ('', 'true', 'false'): return {'': None, 'true': True, 'false': False}[field]
    try: return float(field)
    except ValueError: return field

report = json.load(open(sys.argv[1]))
lines = list(csv.DictReader(open(sys.argv[2], newline='')))
runs = report.get('runs', [report])
if len(runs) != len(lines) or not lines: sys.exit('there are not as many lines as runs')
for run, line in zip(runs, lines):
    # A comparison says once what all its pairs have in common.
    there = fields({**report, **run} if run is not report else report)
    there.update({f'{model["model"]}_time': model['time'] for model in report.get('other_models', ())})
    for name, field in line.items():
        if value(field) in (None, 0.0, False) and (name not in there or name not in run and 'failure' in run): continue
        if field == '' and name in ('g', 'l'): continue  # without supersteps there is nothing to predict
        if name not in there: sys.exit(f'{name} = {field} is not in JSON')
        if there[name] != value(field): sys.exit(f'{name} is {field} in CSV and {there[name]} in JSON')
END
while read -r line; do
  eval "succeeds $line --json report.json --csv report.csv"
  if command -v python3 >/dev/null; then check "the names of JSON: $line" python3 names.py report.json report.csv; fi
done <<'END'
run connected-components --n 100 --components 16 --seed 3
run fast-fourier-transform --n 64 --components 16
run bsp-prefix-sums --n 64 --components 8 --network router:g=3,l=10
profile bsp-sample-sort-regular --n 256 --components 8 --network torus:4x2
profile list-ranking-wyllie --n 64 --components 16
compare connected-components --n 100 --components 16 --access "direct;combining:4,4"
compare bsp-prefix-sums --n 64 --components 8
compare prefix-sums --n 4096 --components 64 --networks "ideal;ring:64,buffers=1" --access direct
compare prefix-sums --n 2048..4096 --components 64 --networks "ideal;ring:64,buffers=1" --access direct
run prefix-sums --n 2^4..2^6 --seeds 1..2 --components 16
run bsp-prefix-sums --n 2^4..2^5 --components 8 --network router:g=3,l=10
END

printf '0,3\n' >messages.csv
fails 2 "--csv|--json" tables torus --json - --csv -
fails 2 "--csv|--file" route --network ring:8 --file messages.csv --csv ./messages.csv
fails 1 "--csv|nowhere/x" tables torus --csv nowhere/x

finish
