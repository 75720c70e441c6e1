#!/usr/bin/env bash
# Files that an earlier pram wrote are read: JSON of version 1, and files of --resume. tests/python/version_1_test.py compares
# what is read of them, value by value.
saved=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../report/version_1
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

for name in run profile bsp collectives rich; do
  # What is read, written again and read again says the same in every form.
  succeeds report "$saved/$name.json" --json "$name.json" --csv "$name.csv" --html "$name.html" --svg "$name" --trace "$name.events"
  mv out "$name.txt"
  check "version 2 is written" grep -qE '^  "version": 2,$' "$name.json"
  succeeds report "$name.json" --json again.json --csv again.csv --html again.html --svg again --trace again.events
  check "$name: the text" cmp -s out "$name.txt"
  for form in json csv html events; do check "$name: the same $form" cmp -s "$name.$form" "again.$form"; done
  check "$name: the same pictures" diff -r "$name" again
  rm -rf again
  succeeds report "$saved/$name.json" --csv tables/
  succeeds report "$name.json" --csv again/
  check "$name: the same tables" diff -r tables again
  rm -rf tables again
  # Beside itself nothing has changed.
  succeeds report "$name.json" --baseline "$saved/$name.json" --json both.json
  check "$name: no difference" grep -qE '^    "differences": \[\],?$' both.json
  succeeds report "$saved/$name.json" --baseline "$name.json" --json other.json
  check "$name: the same from either side" cmp -s both.json other.json
done

# A file without a machine of its own is one of another computer, or of a network alone.
for name in run profile bsp collectives rich scale; do
  succeeds run prefix-sums --n 16 --machine "$saved/$name.json" --json found.json
  for option in components network access rule placement seed; do
    check "$name: the machine's $option" test \
      "$(grep -m 1 -oE "^    \"$option\": .*[^,]" found.json)" = "$(grep -m 1 -oE "^    \"$option\": .*[^,]" "$saved/$name.json")"
  done
done
succeeds compare prefix-sums --n 16 --machine "$saved/compare.json" --networks ideal
fails 2 "--machine|a file whose machine has its network|of several runs" run prefix-sums --n 16 --machine "$saved/compare.json"
fails 1 "a report without a machine" run prefix-sums --n 16 --machine "$saved/route.json"

for name in compare compare_bsp scale route probe host_probe patterns patterns_search collective crossover; do
  succeeds report "$saved/$name.json" --json "$name.json" --csv "$name.csv" --html "$name.html"
  mv out "$name.txt"
  check "version 2 is written" grep -qE '^  "version": 2,$' "$name.json"
  succeeds report "$name.json" --json again.json --csv again.csv --html again.html
  check "$name: the text" cmp -s out "$name.txt"
  for form in json csv html; do check "$name: the same $form" cmp -s "$name.$form" "again.$form"; done
done

# Files of --resume have no version but that of pram: another one is refused, and that of this pram goes on.
resumed() {  # name, command…
  local name=$1
  shift
  cp "$saved/$name.resume" parts
  run "$@" --resume parts --json json
  if grep -qF "\"version\":\"$("$tool" --version | sed 's/^pram //')\"" parts; then
    [[ $code -eq 0 ]] || wrong "exit code $code: $*"
    check "$name: all parts are taken" grep -qx "pram: $(($(wc -l <parts) - 1)) finished parts are taken from --resume 'parts'" err
    check "$name: no part is done again" cmp -s parts "$saved/$name.resume"
    succeeds "$@" --json anew
    check "$name: the same as anew" cmp -s <(grep -v wall_seconds json) <(grep -v wall_seconds anew)
  else
    [[ $code -eq 2 ]] || wrong "exit code $code: $*"
    check "$name: one line names the version" grep -qE "^pram: --resume = 'parts' is not allowed: .*there version is" err
  fi
}
resumed sweep run prefix-sums --n 2^4..2^5 --seeds 1..2 --components 16
resumed compare compare concurrent-read --n 64..128 --seeds 1..2 --components 16 --networks "ideal;ring:16,buffers=1" --access direct
resumed scale scale connected-components --n 2^3..2^6 --components 16

# A version that is not known is one line, whoever reads it.
for name in run compare scale route; do
  sed 's/^  "version": 1,$/  "version": 3,/' "$saved/$name.json" >newer.json
  fails 1 "newer.json|its version is 3, and this program reads versions 1 to 2" report newer.json
done
sed 's/^  "version": 1,$/  "version": 3,/' "$saved/run.json" >newer.json
fails 1 "newer.json|its version is 3" run prefix-sums --n 16 --baseline newer.json
fails 1 "newer.json|its version is 3" run prefix-sums --n 16 --machine newer.json
# What was damaged is one line, too.
for from in '"reads"' '"forward"' '"text"' '"distinct"'; do
  sed "s/$from/\"lost\"/g" "$saved/run.json" >damaged.json
  run report damaged.json
  [[ $code -eq 1 && $(wc -l <err) -eq 1 ]] || wrong "a file without $from: exit code $code"
done
finish
