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
many_steps() {
  local size=4096
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
}

# Where a run has more steps than a page holds, its records are in bins: sums and the costliest steps are those of the
# JSON, which has all.
in_bins() {
  succeeds profile breadth-first-search-frontier --shape path --n 8192 --components 16 --access direct --ledger-steps 1e6 \
    --no-host-time --html bins.html --json bins.json
  opens "a run of $(jq .steps bins.json) steps" 8000000 bins.html
  jq -c '.columns.steps as $s | {numbers: (($s.step | length) * 11 + 4 * (.columns.step_lines.line | length)),
    charge: (.charge.forward + .charge.back), requests: ([$s.requests[]] | add), without: .columns.without_record,
    costliest: ([range($s.step | length)] | sort_by(-($s.forward[.] + $s.back[.])) | .[:1000] | map($s.step[.]))}' bins.json >sums.json
  equals "it is beyond the bound" "true" "return $(jq .numbers sums.json) > 2000000"
  equals "all steps have a record" 0 'return columns.without_record'
  equals "and in the JSON" "$(jq .without sums.json)" 'return columns.without_record'
  equals "bins" 4096 'return columns.bins.steps.first.length'
  equals "the charge of all bins" "$(jq .charge sums.json)" 'return columns.bins.steps.sum.charge.reduce((a, b) => a + b, 0)'
  equals "the requests of all bins" "$(jq .requests sums.json)" 'return columns.bins.steps.sum.requests.reduce((a, b) => a + b, 0)'
  equals "the costliest steps" "$(jq -c .costliest sums.json)" 'return columns.costliest.steps.step'
  equals "steps and charge below the timeline" "$(jq '"\(.steps) steps: charge \(.charge.forward + .charge.back)."' bins.json)" \
    'return document.getElementById("card").textContent.replaceAll(",", "")'
  click '#timeline tbody button'
  equals "the costliest step" "$(jq '"#step=\(.costliest[0])"' sums.json)" 'return location.hash'
  equals "what it did" true "return document.getElementById('card').textContent.replaceAll(',', '').startsWith('Step $(jq '.costliest[0]' sums.json) ')"
  open_page 'bins.html#step=100003'
  script 'location.reload()' >/dev/null
  equals "a step among others" true \
    'return document.getElementById("card").textContent.startsWith("Step 100,003 is one of ")'
  keys '\uE014'
  equals "a key goes on" true 'return Number(new URLSearchParams(location.hash.slice(1)).get("step")) > 100003'
  keys '\uE00C'
  silent
  readable bins
  succeeds report bins.json --html again.html
  check "the report's page" cmp bins.html again.html
}

many_links() {  # a network, of 4096 components
  local network=$1 name=${1//[^a-z0-9]/-} way field
  succeeds profile list-ranking-wyllie --n 20000 --network "$network" --components 4096 --html "$name.html" \
    --json "$name.json"
  opens "$network" 4000000 "$name.html"
  # A place of many links is as busy as its busiest link; so the busiest of all is among the marks.
  for way in links replies; do
    field=forward
    [[ $way == replies ]] && field=back
    equals "the busiest of the $way of $network" "$(jq "[.links.$field.busy[], 0] | max" "$name.json")" \
      "const picture = data.machine_loads.$way;
       return picture === undefined ? 0 : Math.max(...picture.busy)"
  done
  equals "what the components of $network received" "$(jq '[.components.received[]] | add' "$name.json")" \
    'return data.components.received.reduce((a, b) => a + b, 0)'
  keys p  # plays
  sleep 1
  keys p
  silent
  readable "$name"
}

parts=(many_steps in_bins "many_links torus:64x64")
# The others where tests may take long.
[[ ${PRAM_TEST_SIZE:-} == @(tiny|small) ]] || parts+=("many_links omega" "many_links rcn-full:64,1")
mapfile -t parts < <(drawn 2 "${parts[@]}")
# shellcheck disable=SC2086
for part in "${parts[@]}"; do $part; done
finish
