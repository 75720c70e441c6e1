#!/usr/bin/env bash
# Sweeps over sizes and seeds: each run is what it is alone, and means and errors are those of the runs.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

succeeds run cc --n 2^6..300 --seeds 3..6 --components 16 --json sweep.json --csv sweep.csv
narrow out
says "connected-components: 12 results verified against union-find on one thread"
says "3 to 6: mean ± standard error"
for n in 64 128 256; do check "a row for $n" grep -qE "^ +$n " out; done
if grep -qE '^ +512 ' out; then wrong "beyond the range"; fi
check "a line a run, and the names" test "$(wc -l <sweep.csv)" -eq 13

# A row is what that run alone says.
succeeds run cc --n 128 --seed 5 --components 16 --json one.json --csv one.csv
check "one line" test "$(wc -l <one.csv)" -eq 2
check "the same line" test "$(grep -cxF "$(tail -n 1 one.csv)" sweep.csv)" -eq 1
check "the same T" grep -qE "^  \"steps\": $(tail -n 1 one.csv | sed -E 's/"[^"]*"/x/g' | cut -d, -f9),$" one.json

# Means and errors, made anew from the runs.
if command -v python3 >/dev/null; then
  cat >means.py <<'END'
import json, math, sys
sweep = json.load(open(sys.argv[1]))
assert sweep["means"] and len(sweep["runs"]) == sweep["asked"]
for means in sweep["means"]:
    runs = [r for r in sweep["runs"] if all(r[k] == means[k] for k in ("n", "network", "access"))]
    assert len(runs) == means["runs"] == sweep["seeds"][1] - sweep["seeds"][0] + 1
    for name in ("steps", "work", "requests", "forward", "back", "collectives", "supersteps", "performance_factor"):
        values = [r[name] for r in runs]
        mean = math.fsum(values) / len(values)
        error = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values))
        assert math.isclose(mean, means[name]["mean"], rel_tol=1e-9), (name, mean)
        assert math.isclose(error, means[name]["error"], rel_tol=1e-6, abs_tol=1e-9), (name, error)
END
  check "means and errors" python3 means.py sweep.json
  succeeds compare prefix-sums --n 100..400 --seeds 1..3 --components 64 --networks ideal,router:g=2 --access direct,combining:8,8 --json both.json
  narrow out
  check "four tables" test "$(grep -cE '^(ideal|router:g=2,l=0) with (direct|combining:8,8)$' out)" -eq 4
  check "means and errors of a comparison" python3 means.py both.json
fi

# One size over seeds, sizes with one seed, a file over seeds.
succeeds run histogram --n 500 --components 16 --seeds 1..2
says "2 results"
succeeds run prefix-sums --n 16..64 --components 16 --seed 9
says "seeds               9"
if grep -q '±' out; then wrong "an error of one run"; fi
seq 1 50 >numbers.txt
succeeds run prefix-sums --input numbers.txt --components 16 --seeds 1..3
says "numbers.txt"
check "the size of the file" grep -qE '^ +50 ' out
succeeds compare prefix-sums --n 100 --components 16 --csv -
check "a line for each pair" test "$(wc -l <out)" -eq 5
check "and nothing else" grep -qE '^program,components,rule,placement,n,seed,network,access,steps,work,requests,largest_degree,forward,back,collectives,supersteps,superstep_work,superstep_relation,superstep_charge,g,l,predicted,performance_factor,verified,failure$' out

# The same for any number of threads.
for threads in 1 2 3; do
  succeeds run cc --n 2^8..2^9 --seeds 1..2 --components 64 --threads $threads --csv threads-$threads.csv
  check "the same on $threads threads" cmp -s threads-1.csv threads-$threads.csv
done

# A run without a result takes its place in a comparison: the ring deadlocks.
dead=(prefix-sums --components 64 --networks "ideal;ring:64,buffers=1" --access direct)
succeeds compare "${dead[@]}" --n 2048..4096 --seeds 1..2 --json dead.json
check "runs that failed" grep -q '"failure":"step ' dead.json
says "without a result: step"
narrow out
succeeds compare "${dead[@]}" --n 4096 --csv dead.csv
check "a line for each pair" test "$(wc -l <dead.csv)" -eq 3
check "one of them failed" test "$(grep -c ',false,.' dead.csv)" -eq 1

fails 2 "--n = '2^4..2^3'|A not above B" run cc --n 2^4..2^3
fails 2 "--n = '0..8'|whole numbers from 1" run cc --n 0..8
fails 2 "--n = '1..'|A..B" run cc --n 1..
fails 2 "--n = '..5'|A..B" run cc --n ..5
fails 2 "--n = '1...5'|A..B" run cc --n 1...5
fails 2 "--seeds = 'x'|A..B" run cc --seeds x
fails 2 "--seeds = '3..1'|A not above B" run cc --seeds 3..1
fails 2 "--seeds = '0..18446744073709551615'|at most" run cc --seeds 0..18446744073709551615
fails 2 "--seed = '1'|either --seed or --seeds" run cc --seed 1 --seeds 1..2
fails 2 "--output|sweep" run cc --seeds 1..2 --output x
fails 2 "--seeds = '1..2'|pram run and pram compare" profile cc --seeds 1..2
fails 2 "--csv|--json" run cc --seeds 1..2 --json - --csv -
fails 2 "--csv|--input" run prefix-sums --input numbers.txt --csv numbers.txt
fails 2 "--n|--input" run prefix-sums --input numbers.txt --n 1..2
fails 2 "--networks = 'routr'|did you mean router?" compare cc --seeds 1..2 --networks routr
fails 1 "--csv|nowhere/x" run cc --seeds 1..2 --csv nowhere/x

# Ctrl-C reports what is done.
"$tool" run list-ranking-wyllie --n 2^14 --seeds 1..1000000 --csv part.csv >out 2>err &
process=$!
sleep 2
kill -INT $process
code=0
wait $process || code=$?
[[ $code -eq 130 ]] || wrong "exit code $code after Ctrl-C"
check "it says so" grep -q 'interrupted' out
check "nothing on standard error" test ! -s err
check "what is done is written" test -s part.csv

# A page of growth.
succeeds scale prefix-sums --n 2^4..2^8 --components 16 --html page.html
check "a picture of growth" grep -q 'id="growth"' page.html

finish
