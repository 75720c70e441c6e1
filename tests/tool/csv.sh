#!/usr/bin/env bash
# --csv of every command whose report is more than a line a run: what the JSON has, parsed back.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

cat >same.py <<'END'
import csv, json, sys

def rows(record, path, outer):
    """The rows of a record: its own fields beside those of each record in its lists."""
    fields, lists = dict(outer), []
    def collect(record, path):
        for key, value in record.items():
            name = path + key
            if isinstance(value, dict): collect(value, name + '.')
            elif isinstance(value, list) and any(isinstance(one, dict) for one in value): lists.append((name, value))
            elif isinstance(value, list):
                if value: fields[name] = ';'.join(map(text, value))
            elif value is not None: fields[name] = text(value)
    collect(record, path)
    if not lists: return [fields]
    return [row for name, value in lists for one in value for row in rows(one, name + '.', fields)]

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
expected = [same(row) for row in rows(report, '', {})]
found = [same(row) for row in csv.DictReader(open(sys.argv[2], newline=''))]
sys.exit(0 if expected == found and found else 'the CSV is not what the JSON is')
END

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
tables combining --runs 1
tables theorem --runs 1
tables total-exchange
tables torus
route --network torus:8x8 --pattern transpose
route --network omega:16 --pattern permutation --runs 3
probe --network torus:4x4 --runs 2
patterns --degree 16 --components 64 --basis "64;8,8" --runs 2
patterns --degree 16 --components 64 --search --phases 2 --runs 2
exchange all-to-all --network torus:4x4 --words 256
exchange broadcast --network ring --crossover
END

printf '0,3\n' >messages.csv
fails 2 "--csv|--json" tables torus --json - --csv -
fails 2 "--csv|--file" route --network ring:8 --file messages.csv --csv ./messages.csv
fails 1 "--csv|nowhere/x" tables torus --csv nowhere/x

finish
