#!/usr/bin/env bash
# Pages of long runs and of large machines: they open, stay small, load nothing, and their labels do not overlap. How long
# they take to open is printed, not asserted.
source "$(dirname "${BASH_SOURCE[0]}")/browser.bash"

opens() {  # name, the most bytes, file
  local bytes milliseconds
  bytes=$(stat -c %s "$3")
  ((bytes <= $2)) || wrong "the page of $1 has $bytes bytes"
  open_page "$3"
  silent
  milliseconds=$(script 'return Math.round(performance.getEntriesByType("navigation")[0].loadEventEnd)')
  echo "$1: $bytes bytes, open after $milliseconds ms"
}

# A hundred thousand steps where tests may take long, else fewer: the still timeline has a bar a pixel, and no more.
size=4096
[[ ${PRAM_TEST_SIZE:-} == @(tiny|small) ]] || size=25000
succeeds profile odd-even-transposition-sort --n $size --components 16 --access direct --ledger profile --html long.html \
  --json long.json
opens "a run of $(jq .steps long.json) steps" 12000000 long.html
equals "records of the page" "$(jq '.columns.steps.step | length' long.json)" \
  'return JSON.parse(document.getElementById("page-data").textContent).columns.steps.step.length'
equals "bars of the still timeline" true 'return document.querySelectorAll("#timeline svg [data-step]").length <= 880'
equals "frames of the machine" true 'return Number(document.getElementById("play-at").max) <= 256'
echo "a key: $(script 'const begin = performance.now();
  for (let k = 0; k < 10; ++k) document.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
  return Math.round((performance.now() - begin) / 10)') ms"
readable long

machines=("torus:64x64 4096")
# The others where tests may take long.
[[ ${PRAM_TEST_SIZE:-} == @(tiny|small) ]] || machines+=("omega 4096" "rcn-full:64,1 4096")
for machine in "${machines[@]}"; do
  read -r network components <<<"$machine"
  name=${network//[^a-z0-9]/-}
  succeeds profile list-ranking-wyllie --n 20000 --network "$network" --components "$components" --html "$name.html" \
    --json "$name.json"
  opens "$network" 4000000 "$name.html"
  # A place of many links is as busy as its busiest link; so the busiest of all is among the marks.
  for way in links replies; do
    field=forward
    [[ $way == replies ]] && field=back
    equals "the busiest of the $way of $network" "$(jq "[.links.$field.busy[], 0] | max" "$name.json")" \
      "const picture = JSON.parse(document.getElementById('page-data').textContent).machine_loads.$way;
       return picture === undefined ? 0 : Math.max(...picture.busy)"
  done
  equals "what the components of $network received" "$(jq '[.components.received[]] | add' "$name.json")" \
    'return data.components.received.reduce((a, b) => a + b, 0)'
  keys p  # plays
  sleep 1
  keys p
  silent
  readable "$name"
done
finish
