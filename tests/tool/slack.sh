#!/usr/bin/env bash
# pram slack: a program by number of components. Every number is worked out once more from single runs.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

succeeds slack connected-components --n 2^10 --components 64,4,1024 --seeds 3..5 --json slack.json --html slack.html
narrow out
says "connected-components: 9 results verified against union-find on one thread"
says "1 / factor"
check "a picture" grep -q 'Efficiency over slack' slack.html
if command -v python3 >/dev/null; then
  for p in 64 4 1024; do
    for seed in 3 4 5; do
      succeeds profile connected-components --n 2^10 --components $p --seed $seed --json one-$p-$seed.json
    done
  done
  cat >alone.py <<'END'
import json, math
slack = json.load(open("slack.json"))
assert [row["components"] for row in slack["slackness"]] == [64, 4, 1024]
assert slack["n"] == 1024 and slack["seeds"] == [3, 5] and slack["runs"] == slack["asked"] == 9
def mean(values): return math.fsum(values) / len(values)
for row in slack["slackness"]:
    p = row["components"]
    runs = [json.load(open(f"one-{p}-{seed}.json")) for seed in (3, 4, 5)]
    expected = {
        "slack": [run["processors"] / p for run in runs],
        "requests": [run["requests"] for run in runs],
        "charge": [run["charge"]["forward"] for run in runs],
        "performance_factor": [run["performance_factor"] for run in runs],
    }
    for name, values in expected.items():
        assert math.isclose(row[name]["mean"], mean(values), rel_tol=1e-9), (p, name, row[name], values)
        m = mean(values)
        error = math.sqrt(math.fsum((v - m) ** 2 for v in values) / 2 / 3)
        assert math.isclose(row[name]["error"], error, rel_tol=1e-6, abs_tol=1e-9), (p, name)
    efficiency = mean(expected["requests"]) / p / mean(expected["charge"])
    assert math.isclose(row["efficiency"], efficiency, rel_tol=1e-9)
    assert math.isclose(row["of_distinct"], efficiency * mean(expected["performance_factor"]), rel_tol=1e-9)
END
  check "single runs have the same" python3 alone.py
fi

# The same for any number of threads, and from a file that was begun.
numbers() { sed -e 's/"threads": *[0-9]*/"threads"/; s/"wall_seconds": *[0-9.e-]*/"wall_seconds"/' "$1"; }
for threads in 1 3; do
  succeeds slack histogram --n 2^9 --components 4,16 --threads $threads --json threads-$threads.json
  check "the same on $threads threads" diff <(numbers threads-1.json) <(numbers threads-$threads.json)
done
succeeds slack histogram --n 2^9 --components 4,16 --threads 1 --resume parts --json whole.json
check "the same beside --resume" diff <(numbers threads-1.json) <(numbers whole.json)
head -n 2 parts >begun
run slack histogram --n 2^9 --components 4,16 --threads 1 --resume begun --json resumed.json
check "a part is taken" grep -q '1 finished part is taken' err
check "the same from a file" diff <(numbers threads-1.json) <(numbers resumed.json)

# Numbers of a file, a network without a factor, one component.
seq 1 100 >numbers.txt
succeeds slack prefix-sums --input numbers.txt --components 1,4
says "numbers.txt"
succeeds slack prefix-sums --n 256 --components 4,16 --network ideal --access direct
narrow out

fails 2 "bsp-prefix-sums|program of PRAM steps" slack bsp-prefix-sums
fails 2 "--n = '4..64'|one size" slack prefix-sums --n 4..64
fails 2 "--components = '0,4'|whole numbers from 1 to" slack prefix-sums --components 0,4
fails 2 "--components = '4..16'|between commas" slack prefix-sums --components 4..16
fails 2 "combining:8,8" slack prefix-sums --n 64 --components 4,16 --access combining:8,8
fails 2 "program is missing" slack
finish
