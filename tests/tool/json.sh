#!/usr/bin/env bash
# The JSON's keys, and that it is the same for any number of threads and on every run.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

comparable() { grep -vE '"(threads|wall_seconds)": ' "$1"; }

succeeds profile histogram --n 3000 --seed 7 --components 64 --json -
for key in version program machine components network access rule placement threads seed input source n result verified steps work \
  processors charge forward back phases performance_factor lines cells models interrupted wall_seconds; do
  check "the key $key" grep -qE "^ *\"$key\": " out
done
for key in file line array operation requests mean_degree largest_degree charge; do
  check "a line's key $key" grep -qE "^    \{.*\"$key\":" <(grep -E '^    \{"file":' out)
done
check "version 2" grep -qE '^  "version": 2,$' out
check "the program" grep -qE '^  "program": "histogram",$' out
check "components" grep -qE '^    "components": 64,$' out
check "seed" grep -qE '^    "seed": 7$|^    "seed": 7,$' out
check "verified" grep -qE '^    "verified": true,$' out
check "n" grep -qE '^    "n": 3000,?$' out
if grep -q step_records out; then wrong "step records without being asked"; fi
if command -v python3 >/dev/null; then check "another parser reads it" python3 -m json.tool out; fi
if grep -qE '/(home|work|root|tmp|build)/' out; then wrong "a path of this machine"; fi

succeeds run histogram --n 3000 --components 64 --ledger steps --json -
check "step records" grep -qE '^    \{"step":1,' out
steps=$(sed -nE 's/^  "steps": ([0-9]+),$/\1/p' out)
check "one for each step" test "$(grep -cE '^    \{"step":[0-9]+,' out)" -eq "$steps"

for program in "${programs[@]}"; do
  succeeds profile "$program" --n 2000 --components 256 --threads 1 --ledger steps --json -
  comparable out >expected.json
  check "$program has many lines of JSON" test "$(wc -l <expected.json)" -gt 40
  for threads in 1 2 3 8; do
    succeeds profile "$program" --n 2000 --components 256 --threads $threads --ledger steps --json -
    comparable out >again.json
    check "$program on $threads threads" cmp -s expected.json again.json
  done
done

# Large enough that the threads share the work.
succeeds profile connected-components --n 2^15 --threads 1 --json -
comparable out >expected.json
for threads in 2 3 8; do
  succeeds profile connected-components --n 2^15 --threads $threads --json -
  comparable out >again.json
  check "connected-components on $threads threads" cmp -s expected.json again.json
done
succeeds profile connected-components --n 2^15 --seed 2 --json -
comparable out >again.json
if cmp -s expected.json again.json; then wrong "the seed changes nothing"; fi

# What nobody has checked is said, also of the saved report; nothing but the verdict differs.
succeeds run connected-components --n 500 --components 64 --no-host-time --json checked.json
cp out checked
succeeds run connected-components --n 500 --components 64 --no-host-time --unchecked --json unchecked.json
says "connected-components: the result is not checked, as --unchecked says"
check "the same but the first line" cmp -s <(tail -n +2 checked) <(tail -n +2 out)
check "JSON says so" grep -q '"unchecked": true' unchecked.json
check "nobody knows whether it is right" grep -q '"verified": null' unchecked.json
cp out unchecked
succeeds report unchecked.json
check "the saved report says the same" cmp -s <(head -n 1 unchecked) <(head -n 1 out)
fails 2 "--unchecked|a sweep" run connected-components --n 10..100 --unchecked

finish
