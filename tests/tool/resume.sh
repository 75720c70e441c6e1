#!/usr/bin/env bash
# --resume: what was killed goes on, and comes to the same, to the bit, as what was not.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

timeless() { sed -E '/wall_seconds|^(Ran|Measured|Means of)/d' "$@"; }

same() {  # description: what lies in the folder `whole` is what lies here, but for times
  local name
  for name in out json csv; do
    if [[ -e whole/$name ]]; then check "$1: the same $name" cmp -s <(timeless whole/$name) <(timeless $name); fi
  done
}

# Runs the command whole, then kills it with -9 as soon as so many parts are done, several times, and goes on.
killed_and_resumed() {  # --csv FILE or nothing, command…
  local csv=() lines whole_lines code
  if [[ $1 == csv ]]; then csv=(--csv csv); fi
  shift
  rm -rf whole parts json csv
  mkdir whole
  succeeds "$@" --json json "${csv[@]}"
  mv out json whole
  if [[ ${#csv[@]} -gt 0 ]]; then mv csv whole; fi

  # A run that nobody stops has a line for each part, and the same result.
  succeeds "$@" --json json "${csv[@]}" --resume parts
  same "with a file: $*"
  whole_lines=$(wc -l <parts)
  ((whole_lines > 2)) || wrong "only $whole_lines lines of parts: $*"
  cp parts whole/parts

  # Everything done: nothing is done again, and no line is added.
  run "$@" --json json "${csv[@]}" --resume parts
  [[ $code -eq 0 ]] || wrong "exit code $code when all is done: $*"
  same "all done: $*"
  check "it says what it has" grep -qxE "pram: $((whole_lines - 1)) finished parts? (is|are) taken from --resume 'parts'" err
  check "no part is done again" cmp -s parts whole/parts

  # Killed where a part is done, in the middle of its line, and before the first line is whole: what is left of the file.
  for lines in 1 2 $((whole_lines / 2)) $((whole_lines - 1)); do
    head -n "$lines" whole/parts >parts
    sed -n "$((lines + 1))p" whole/parts | head -c 25 >>parts
    run "$@" --json json "${csv[@]}" --resume parts
    [[ $code -eq 0 ]] || wrong "exit code $code after $lines lines: $*"
    same "after $lines lines: $*"
    check "all parts are there, each once" cmp -s <(sort parts) <(sort whole/parts)
  done
  head -n 1 whole/parts | head -c 10 >parts
  succeeds "$@" --json json "${csv[@]}" --resume parts
  same "after a piece of the first line: $*"

  # Killed while it runs, again and again until it comes through.
  rm -f parts
  local kills=0
  for ((round = 0; round < 40; ++round)); do
    local before=0
    if [[ -e parts ]]; then before=$(wc -l <parts); fi
    "$tool" "$@" --json json "${csv[@]}" --resume parts >out 2>err &
    process=$!
    # Some parts more than there were, then the end.
    while kill -0 $process 2>/dev/null; do
      sleep 0.02
      if [[ -e parts && $(wc -l <parts) -gt $((before + whole_lines / 4)) ]]; then
        kill -KILL $process 2>/dev/null
        break
      fi
    done
    code=0
    wait $process 2>/dev/null || code=$?
    if [[ $code -eq 0 ]]; then break; fi
    [[ $code -eq 137 ]] || { wrong "exit code $code in round $round: $*"; break; }
    kills=$((kills + 1))
    if [[ -e parts ]]; then check "nothing is lost" test "$(wc -l <parts)" -ge "$before"; fi
  done
  [[ $code -eq 0 ]] || wrong "it never comes through: $*"
  echo "killed $kills times: $*"
  same "killed $kills times: $*"
  check "all parts are there, each once" cmp -s <(sort parts) <(sort whole/parts)
}

seq 500 >numbers.txt
while read -r csv command; do
  [[ $csv == csv ]] || csv=
  # shellcheck disable=SC2086
  killed_and_resumed "$csv" $command
done < <(drawn 4 \
  "csv compare cc --n 3000 --components 64 --networks ideal,router,torus --access direct,combining,adaptive" \
  "csv compare histogram --n 2^8..2^11 --seeds 1..4 --components 64" \
  "csv run cc --n 2^8..2^11 --seeds 1..5 --components 64" \
  "csv run prefix-sums --input numbers.txt --seeds 1..20 --components 64" \
  "none patterns --degree 64 --components 256 --search --phases 3 --runs 8" \
  "none patterns --zipf 1 --components 256 --network torus --runs 6" \
  "none tables theorem --runs 1" \
  "none tables integer-sort --runs 1" \
  "none tables combining-tree" \
  "none tables total-exchange" \
  "none tables embeddings" \
  "none tables crcw-steps --nodes 1024" \
  "none tables copies --runs 40" \
  "none tables adaptive-networks --runs 1" \
  "none tables line-memory --components 256" \
  "none tables exchange" \
  "none tables collectives")
# Too slow under a sanitizer. The parts of the RCN-FULL tables have a test of their own.
if [[ ${PRAM_TEST_SIZE:-} != @(tiny|small) ]]; then
  killed_and_resumed "" tables combining --runs 1
  killed_and_resumed "" tables torus
fi
# The name of a file may be any bytes.
name=$(printf 'n\xff.txt')
if seq 300 >"$name" 2>/dev/null; then killed_and_resumed csv run prefix-sums --input "$name" --seeds 1..8 --components 16; fi

# The file may be made on one number of threads and used on another.
rm -f parts
succeeds patterns --degree 16 --components 64 --search --runs 4 --resume parts --threads 1 --json whole.json
head -n 3 parts >some
run patterns --degree 16 --components 64 --search --runs 4 --resume some --threads 3 --json json
check "the same on three threads" cmp -s <(timeless whole.json) <(timeless json)

# Ctrl-C and SIGTERM: what is there is printed, and what is done is kept.
stopped=()
for signal in INT TERM; do
  for command in "tables combining --runs 100000" "tables theorem --runs 100000" \
    "run histogram --n 2^10 --seeds 1..100000" "patterns --degree 16 --components 256 --search --runs 100000"; do
    stopped+=("$signal $command")
  done
done
while read -r signal command; do
  rm -f parts json
  # shellcheck disable=SC2086
  "$tool" $command --json json --resume parts >out 2>err </dev/null &
  process=$!
  until [[ -e parts && $(wc -l <parts) -gt 3 ]] || ! kill -0 $process 2>/dev/null; do sleep 0.05; done
  kill -"$signal" $process
  code=0
  wait $process || code=$?
  [[ $code -eq $((128 + $(kill -l "$signal"))) ]] || wrong "exit code $code after $signal: $command"
  check "what is there is printed: $command" test "$(wc -l <out)" -gt 5
  check "the JSON says so: $command" grep -q '"interrupted": true' json
  kept=$(wc -l <parts)
  check "the file is whole: $command" test -z "$(tail -c 1 parts)" -a "$kept" -gt 3
done < <(drawn 3 "${stopped[@]::7}"; echo "${stopped[7]}")
fails 2 "command is 'pram patterns', here 'pram tables theorem'" tables theorem --runs 100000 --resume parts

# A file of something else is refused, in a line that says what differs; and it stays as it is.
rm -f parts
sweep=(run prefix-sums --n 64..256 --seeds 1..2 --components 16)
succeeds "${sweep[@]}" --resume parts
cp parts before
run "${sweep[@]}" --threads 3 --max-steps 1000 --memory-limit 1G --resume parts
[[ $code -eq 0 ]] || wrong "what the parts do not depend on"
fails 2 "--resume|parts|--seeds is '1..2', here '1..3'" run prefix-sums --n 64..256 --seeds 1..3 --components 16 --resume parts
fails 2 "--components is '16', here not given" run prefix-sums --n 64..256 --seeds 1..2 --resume parts
fails 2 "--network is not given, here 'torus'" "${sweep[@]}" --network torus --resume parts
fails 2 "command is 'pram run prefix-sums', here 'pram run histogram'" run histogram --n 64..256 --seeds 1..2 --components 16 --resume parts
sed -i '1s/"version":"[^"]*"/"version":"0.0.1"/' parts
fails 2 "version is '0.0.1', here" "${sweep[@]}" --resume parts
cp before parts
echo 501 >>numbers.txt
succeeds run prefix-sums --input numbers.txt --seeds 1..2 --resume input-parts
echo 502 >>numbers.txt
fails 2 "file of --input" run prefix-sums --input numbers.txt --seeds 1..2 --resume input-parts
fails 2 "--input|standard input" run prefix-sums --input - --seeds 1..2 --resume fresh
fails 2 "a file of --resume" "${sweep[@]}" --resume numbers.txt
sed -i '3s/.....$//' parts
fails 2 "line 3 has none|damaged|a new file" "${sweep[@]}" --resume parts
cp before parts

# Nothing is believed that was changed: a figure by hand, a line of another command's file, a file without checksums.
sed -i -E '4s/"(charge|work)":[0-9]+/"\1":-1/' parts
check "the figure is changed" test "$(cmp before parts | wc -l)" -eq 1
fails 2 "--resume = 'parts'|line 4 does not fit its checksum" "${sweep[@]}" --resume parts
sed -i 4d parts
run "${sweep[@]}" --resume parts
[[ $code -eq 0 && $(wc -l <parts) -eq $(wc -l <before) ]] || wrong "the file is not good without the line"
succeeds run prefix-sums --n 64..256 --seeds 1..3 --components 16 --resume other-parts
{ head -n 2 before; sed -n 3p other-parts; } >parts
fails 2 "line 3 does not fit its checksum" "${sweep[@]}" --resume parts
sed -E 's/,"checksum":"[0-9a-f]+"\}$/}/' before >parts
fails 2 "line 1 has none|written by an earlier pram|a new file" "${sweep[@]}" --resume parts
{ head -n 1 before; sed -n '2,$s/,"checksum":"[0-9a-f]*"}$/}/p' before; } >parts
fails 2 "line 2 has none|written by an earlier pram|a new file" "${sweep[@]}" --resume parts
cp before parts

# Whatever byte is changed, the result is the same or the file is refused.
flip() {  # byte, mask
  local old
  cp before parts
  old=$(od -An -tu1 -j "$1" -N 1 before)
  printf "\\$(printf %03o $((old ^ $2)))" | dd of=parts bs=1 seek="$1" conv=notrunc status=none
}
succeeds run prefix-sums --n 64 --seeds 1..2 --components 4 --resume small --json small.json
cp small before
bytes=$(stat -c %s before)
case ${PRAM_TEST_SIZE:-} in tiny) apart=41 ;; small) apart=26 ;; large) apart=1 ;; *) apart=5 ;; esac
refused=0 tried=0
RANDOM=$((${PRAM_TEST_SEED:-$$} % 32768))
echo "PRAM_TEST_SEED=${PRAM_TEST_SEED:-$$}"
for ((at = 0; at < bytes; at += (apart > 1 ? 1 + RANDOM % (2 * apart - 1) : 1))); do
  for mask in $((1 << RANDOM % 8)) $((1 + RANDOM % 255)); do
    flip "$at" "$mask"
    run run prefix-sums --n 64 --seeds 1..2 --components 4 --resume parts --json json
    tried=$((tried + 1))
    if [[ $code -eq 0 ]]; then
      cmp -s <(timeless small.json) <(timeless json) || wrong "byte $at ^ $mask: another result is believed"
    else
      refused=$((refused + 1))
      [[ $code -eq 2 && $(wc -l <err) -eq 1 && ! -s out ]] || wrong "byte $at ^ $mask: exit code $code, or not one line"
      grep -q -- "--resume = 'parts'" err || wrong "byte $at ^ $mask: the line does not name the file"
    fi
  done
done
echo "$tried changed bytes of $bytes: $refused files refused, the others gave the same result"
((refused * 20 > tried * 19)) || wrong "only $refused of $tried changed files are refused"
succeeds "${sweep[@]}" --resume again
cp again before
cp before parts
check "the file is as it was" cmp -s parts before
fails 2 "--resume|a sweep" run prefix-sums --n 64 --resume fresh
fails 2 "one run to profile" profile prefix-sums --n 64..128 --resume fresh
fails 2 "--resume|a sweep" profile prefix-sums --n 64 --resume fresh
fails 2 "--network|ocpc|earlier phases" patterns --degree 4 --components 64 --network ocpc --resume ocpc-parts
fails 1 "--resume|nowhere/x" "${sweep[@]}" --resume nowhere/x
mkdir folder
fails 1 "--resume|folder" "${sweep[@]}" --resume folder
fails 2 "--json|--resume" "${sweep[@]}" --resume parts --json ./parts
fails 2 "--html|--resume" "${sweep[@]}" --resume parts --html ./parts
check "the file is as it was" cmp -s parts before
if command -v flock >/dev/null; then
  exec 5<parts
  flock -n 5
  fails 2 "--resume|no other run is using" "${sweep[@]}" --resume parts
  exec 5<&-
fi

finish
