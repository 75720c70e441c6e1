#!/usr/bin/env bash
# Ctrl-C, progress and terminals.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# A run of some seconds, however fast this host is.
size=18
while :; do
  start=$(date +%s%N)
  run run list-ranking-wyllie --n 2^$size --threads 1
  [[ $code -eq 0 ]] || { wrong "the long run"; finish; }
  nanoseconds=$(($(date +%s%N) - start))
  ((nanoseconds > 2000000000 || size >= 22)) && break
  size=$((size + 1))
done
moment=$(awk "BEGIN { print 0.3 * $nanoseconds / 1e9 }")  # in the middle of the run, also if the host is less busy then
check "no progress in a pipe" test ! -s err

# The first Ctrl-C ends the run at a step, and what was done is reported; so does SIGTERM, which timeout sends twice.
for signal in INT TERM TERM-twice; do
  rm -f run.json
  "$tool" profile list-ranking-wyllie --n 2^$size --threads 1 --json run.json --output result.txt >out 2>err &
  process=$!
  sleep "$moment"
  kill -${signal%-twice} $process
  if [[ $signal = *-twice ]]; then kill -TERM $process; fi
  code=0
  wait $process || code=$?
  [[ $code -eq $((128 + $(kill -l ${signal%-twice}))) ]] || wrong "exit code $code after $signal"
  says "list-ranking-wyllie: interrupted after"
  says "the result is not checked"
  says "Communication by phase"
  narrow out
  check "nothing on standard error" test ! -s err
  check "the JSON is marked" grep -q '"interrupted": true' run.json
  check "the JSON is not verified" grep -q '"verified": false' run.json
  check "no result is written" test ! -e result.txt
  if ls -A | grep -q '^\.pram'; then wrong "a temporary file is left"; fi
done

# The second ends the process at once.
"$tool" profile list-ranking-wyllie --n 2^$size --threads 1 >out 2>err &
process=$!
sleep "$moment"
kill -INT $process
kill -INT $process
code=0
wait $process || code=$?
[[ $code -eq 130 ]] || wrong "exit code $code after two Ctrl-C"

# While the input is read.
mkfifo pipe
for signal in INT TERM HUP; do
  "$tool" run prefix-sums --input pipe >out 2>err &
  process=$!
  exec 3<>pipe
  echo 1 >&3
  sleep 0.3
  kill -$signal $process
  code=0
  wait $process 2>/dev/null || code=$?
  exec 3>&-
  [[ $code -eq $((128 + $(kill -l $signal))) && ! -s out && ! -s err ]] || wrong "exit code $code after $signal while reading"
done

# Tables.
"$tool" tables combining --runs 100000 >out 2>err &
process=$!
sleep 1
kill -INT $process
code=0
wait $process || code=$?
[[ $code -eq 130 && $(wc -l <err) -eq 1 ]] || wrong "exit code $code after Ctrl-C in the tables"
says "Table 1."
says "Means of up to 100,000 runs a cell"
"$tool" tables rcn-full --large >out 2>err &
process=$!
sleep 1
kill -INT $process
code=0
wait $process || code=$?
[[ $code -eq 130 && $(wc -l <err) -eq 1 ]] || wrong "exit code $code after Ctrl-C in the RCN-FULL tables"
says "Properties of RCN-FULL"

# Within a phase that takes many seconds: there is a report, and no wait for the phase's end.
long=(concurrent-read --n 65536 --network ring:65536 --access direct --threads 1)
"$tool" profile "${long[@]}" --json run.json >out 2>err &
process=$!
sleep 2
kill -INT $process
code=0
wait $process || code=$?
[[ $code -eq 130 ]] || wrong "exit code $code after Ctrl-C within a phase"
says "interrupted after 0 steps"
check "nothing on standard error" test ! -s err
check "the JSON is marked" grep -q '"interrupted": true' run.json
"$tool" route --network ring:65536 --pattern h-relation:2 --runs 3 >out 2>err &
process=$!
sleep 2
kill -INT $process
code=0
wait $process || code=$?
[[ $code -eq 130 && ! -s err ]] || wrong "exit code $code after Ctrl-C within a batch"
check "it says so" grep -q 'interrupted' out

# Within a long local part of a BSP process, on one thread and on two: the parts poll. The signal comes once the run has
# begun, for which a busy host may need long.
for threads in 1 2; do
  for signal in INT TERM; do
    for seconds in 1 2 4 8 16 32 64; do
      "$tool" profile bsp-matrix-product-summa --n 3000 --components 4 --threads $threads --json run.json >out 2>err &
      process=$!
      sleep $seconds
      kill -$signal $process
      code=0
      wait $process || code=$?
      if [[ -s out || -s err ]]; then break; fi
    done
    [[ $code -eq $((128 + $(kill -l $signal))) ]] || wrong "exit code $code after $signal in a local part"
    check "it says after how much" grep -qE 'bsp-matrix-product-summa: interrupted after [0-9]+ (super)?steps?' out
    check "nothing on standard error" test ! -s err
    check "the JSON is marked" grep -q '"interrupted": true' run.json
  done
done

# On a terminal a line of progress comes, and goes.
if command -v script >/dev/null; then
  TERM=xterm script -qec "'$tool' run list-ranking-wyllie --n 2^$size --threads 1 >out" typescript </dev/null >/dev/null
  tr '\r' '\n' <typescript >err
  check "progress on a terminal" grep -qE '[0-9,]+ steps?, .* a second, [0-9]+:[0-9]{2}' err
  check "erased at the end" grep -qE $'^\e\\[K$' <(tail -n 3 err)
  sed $'s/\e\\[K//g' err | grep 'a second' >progress.txt
  narrow progress.txt
  TERM=dumb script -qec "'$tool' run list-ranking-wyllie --n 2^$size --threads 1 >out" typescript </dev/null >/dev/null
  if grep -q "a second" typescript; then wrong "progress on a terminal that cannot erase"; fi
  # Within one long phase, and one long batch, too.
  for command in "run ${long[*]}" "route --network ring:65536 --pattern h-relation:2"; do
    TERM=xterm timeout --signal=INT 4 script -qec "timeout --signal=INT 3 '$tool' $command >out" typescript </dev/null >/dev/null
    check "progress within a phase: $command" grep -qE ', 0:0[12] \(Ctrl-C stops\)' typescript
  done
  # What takes longer than the phases is called by its name.
  command="run prefix-sums --n 4096 --network path:16384 --access direct"
  TERM=xterm timeout --signal=INT 4 script -qec "timeout --signal=INT 3 '$tool' $command >out" typescript </dev/null >/dev/null
  check "progress of a denominator" grep -qE "measuring the factor's denominator, [0-9]+ messages, 0:0[0-9] \(Ctrl-C stops\)" typescript
fi

finish
