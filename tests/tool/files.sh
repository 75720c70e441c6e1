#!/usr/bin/env bash
# --output and --json: whole or not at all, and found out before the run.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# The result is the program's own, whatever the way it goes.
seq 1 100 >numbers.txt
succeeds run prefix-sums --input numbers.txt --output sums.txt
check "a hundred sums" test "$(wc -l <sums.txt)" -eq 100
check "the last sum or the last but one" grep -qxE '5050|4950' sums.txt
"$tool" run prefix-sums --input - --output - <numbers.txt >out 2>err || wrong "pipe to pipe"
check "the same through pipes, and nothing else there" cmp -s out sums.txt
check "the summary goes to standard error" grep -q verified err
"$tool" run prefix-sums --input - --output - --json run.json <numbers.txt >out 2>err || wrong "result and JSON"
check "the result again" cmp -s out sums.txt
check "the JSON beside it" grep -q '"verified": true' run.json

# --json - leaves standard output to the JSON.
for command in run profile; do
  succeeds $command prefix-sums --input numbers.txt --json -
  check "begins as JSON" test "$(head -n 1 out)" = "{"
  check "ends as JSON" test "$(tail -n 1 out)" = "}"
  if grep -q "time T" out; then wrong "text in the JSON"; fi
done
succeeds run prefix-sums --n 100 --json - --output sums-too.txt
check "both" test -s sums-too.txt

# A file that is there is replaced in one go, keeps its mode, and links stay links.
echo old >target.txt
chmod 640 target.txt
ln -s target.txt link.txt
succeeds run prefix-sums --n 10 --json link.txt
check "the link is still one" test -L link.txt
check "its target is new" grep -q '"version": 1' target.txt
check "the mode is kept" test "$(stat -c %a target.txt)" = 640
umask 027
succeeds run prefix-sums --n 10 --json fresh.json
check "a new file has the mode of any new file" test "$(stat -c %a fresh.json)" = 640
umask 022

# A run that fails leaves what was there, and nothing beside it.
echo precious >kept.txt
ls -A >before
: >after
ls -A >before
fails 1 "--max-steps" run connected-components --n 64 --max-steps 2 --output kept.txt --json new.json
fails 1 "missing.txt" run prefix-sums --input missing.txt --output kept.txt
ls -A >after
check "the file is as it was" test "$(cat kept.txt)" = precious
check "no other file has come" cmp -s before after

# Places that cannot be written are found before the run: this one would take its time.
fails 1 "--output|nowhere/x" run prefix-sums --n 2^26 --output nowhere/x
fails 1 "--json|nowhere/x" run prefix-sums --n 2^26 --json nowhere/x
mkdir folder
fails 1 "--output|folder" run prefix-sums --n 2^26 --output folder
fails 1 "--json|kept.txt/x" run prefix-sums --n 2^26 --json kept.txt/x
fails 1 "--json|folder/new/" run prefix-sums --n 2^26 --json folder/new/
fails 1 "--json" run prefix-sums --n 2^26 --json "$(printf 'x%.0s' {1..300})"
fails 1 "--json" tables combining --json nowhere/x
if [[ $(id -u) -ne 0 ]]; then
  echo mine >locked.txt
  chmod 400 locked.txt
  fails 1 "--json|locked.txt" run prefix-sums --n 2^26 --json locked.txt
fi

# The input is not to be overwritten.
fails 2 "--output|--input" run prefix-sums --input numbers.txt --output ./numbers.txt
fails 2 "--json|--input" run prefix-sums --input numbers.txt --json numbers.txt
check "the input is as it was" test "$(wc -l <numbers.txt)" -eq 100

# Devices.
if [[ -c /dev/full ]]; then
  fails 1 "--json|/dev/full" run prefix-sums --n 10 --json /dev/full
  fails 1 "--output|/dev/full" run prefix-sums --n 10 --output /dev/full
  code=0
  "$tool" profile prefix-sums --n 10 >/dev/full 2>err || code=$?
  check "a full standard output is an error" test "$code" -eq 1
  check "in one line" test "$(wc -l <err)" -eq 1
fi
succeeds run prefix-sums --n 10 --json /dev/null
"$tool" run prefix-sums --n 10 --json >(cat >through.json) >out 2>err || wrong "process substitution"
for _ in {1..50}; do [[ -s through.json ]] && break; sleep 0.1; done
check "a pipe is written directly" grep -q '"version": 1' through.json

# A reader that leaves early is no error to speak of.
"$tool" profile histogram --n 5000 --ledger steps --json - 2>err | head -n 1 >out
check "the reader has its line" test "$(cat out)" = "{"
check "nothing is said about it" test ! -s err
"$tool" run prefix-sums --n 2^18 --output - 2>/dev/null | head -n 1 >out
check "the reader has its line" test -s out

finish
