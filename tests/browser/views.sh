#!/usr/bin/env bash
# The views of a page in a browser: what is clicked is selected in all of them and stands in the address, which restores
# it; the machine is played; heat is limited to a range; the slider of the speed-up moves what it should.
source "$(dirname "${BASH_SOURCE[0]}")/browser.bash"

succeeds profile connected-components --n 2000 --components 64 --network torus --scale 16,64,256 --ledger profile \
  --json run.json --html page.html
open_page page.html
silent

hash='return location.hash'
chosen='return [...document.querySelectorAll("#chosen button")].map((button) => button.textContent)'
chips() {  # expected number of what is chosen
  equals "things that are chosen" "$1" 'return document.querySelectorAll("#chosen button").length'
}

# The code of the page stays small.
code=$(script 'return document.querySelector("script:not([type])").textContent.length')
((code < 60000)) || wrong "the page has $code bytes of code"

# A click selects in all views; the address has it.
click '#source tr[data-line]'
chips 1
equals "lines that are selected" 1 'return document.querySelectorAll("#source tr.selected").length'
click '#source tr.selected'
equals "the address without a selection" '""' "$hash"

script 'document.querySelector("#degrees circle[data-degree=\"0\"]").dispatchEvent(new MouseEvent("click", {bubbles: true}))' >/dev/null
equals "the degree in the address" '"#degree=0"' "$hash"
equals "lines with groups of one" "$(jq '[.lines[] | select((.degrees[0] // 0) > 0) | [.file, .line]] | unique | length' run.json)" \
  'return document.querySelectorAll("#source tr[data-line]:not(.quiet)").length'
# The heat of lines is that of the steps in which a line met so often, and no more often.
equals "the heat of a degree" "$(jq -c '.columns as $c | $c.step_lines as $l |
    [range($l.place | length) | {k: $l.place[.], line: $c.lines[$l.line[.]], requests: $l.requests[.], degree: $l.degree[.]}] |
    group_by(.k) | map(select(any(.degree == 1))[]) | map(.charge = ($c.steps.forward[.k] + $c.steps.back[.k]) * .requests / $c.steps.requests[.k]) |
    group_by(.line) | map([.[0].line, (map(.requests) | add), (map(.charge) | add | round)])' run.json)" \
  'return [...document.querySelectorAll("#source tr[data-line]")].filter((row) => row.cells[2].textContent !== "").map((row) => [row.dataset.line,
    Number(row.cells[2].textContent.replaceAll(",", "")), Math.round(Number(row.cells[1].dataset.value))]).sort()'
keys '\uE00C'

# A pardo by its band above the timeline; the machine shows its steps alone.
script 'const canvas = document.querySelector("#timeline canvas");
  const at = {bubbles: true, pointerId: 1, clientX: canvas.getBoundingClientRect().left + 70, clientY: canvas.getBoundingClientRect().top + 8};
  canvas.setPointerCapture = () => {};
  canvas.dispatchEvent(new PointerEvent("pointerdown", at)); canvas.dispatchEvent(new PointerEvent("pointerup", at))' >/dev/null
equals "the pardo in the address" '"#pardo=0"' "$hash"
equals "the steps of the pardo" "$(jq '.pardos[0] | "\(.steps) step\(if .steps == 1 then "" else "s" end) of the selection: charge \(.charge)."' run.json)" \
  'return document.getElementById("card").textContent.replaceAll(",", "")'
equals "the machine shows its steps" true \
  'return /^Steps? .*\./.test(document.getElementById("machine-card").textContent)'
equals "the charge of the pardo at its lines" "$(jq '.pardos[0].charge' run.json)" \
  'return Math.round([...document.querySelectorAll("#source td.share")].reduce((sum, cell) => sum + Number(cell.dataset.value), 0))'
keys '\uE00C'
equals "the machine shows the whole run" '"The whole run."' 'return document.getElementById("machine-card").textContent'

# Heat of the source is that of the steps of a stretch: a line's requests, and its part of the charge of each step.
whole='return [...document.querySelectorAll("#source table")].map((table) => table.innerText + [...table.querySelectorAll("[data-value], .bar")]
  .map((mark) => mark.className + mark.style.width + (mark.dataset.value ?? ""))).join()'
before=$(script "$whole")
parts_of() {  # first step, last step: the parts of the lines, from the JSON
  jq -c --argjson from "$1" --argjson to "$2" '.columns as $c | $c.step_lines as $l |
    [range($l.place | length) | {k: $l.place[.], line: $c.lines[$l.line[.]], requests: $l.requests[.]} |
     select($c.steps.step[.k] >= $from and $c.steps.step[.k] <= $to) |
     .charge = ($c.steps.forward[.k] + $c.steps.back[.k]) * .requests / $c.steps.requests[.k]] |
    group_by(.line) | map([.[0].line, (map(.requests) | add), (map(.charge) | add | round)])' run.json
}
shown='return [...document.querySelectorAll("#source tr[data-line]:not(.quiet)")].map((row) => [row.dataset.line,
  Number(row.cells[2].textContent.replaceAll(",", "")), Math.round(Number(row.cells[1].dataset.value))]).sort()'
drag() {  # from and to as shares of the plot
  script "const canvas = document.querySelector('#timeline canvas'); const box = canvas.getBoundingClientRect();
    const at = (share) => ({bubbles: true, pointerId: 1, clientX: box.left + 64 + share * (box.width - 72), clientY: box.top + 100});
    canvas.setPointerCapture = () => {};
    canvas.dispatchEvent(new PointerEvent('pointerdown', at($1))); canvas.dispatchEvent(new PointerEvent('pointermove', at($2)));
    canvas.dispatchEvent(new PointerEvent('pointerup', at($2)))" >/dev/null
}
drag 0.3 0.6
stretch=$(script "$hash")
from=${stretch//*from=/} to=${stretch//*to=/}
equals "the lines of steps ${from%%&*} to ${to%%\"*}" "$(parts_of "${from%%&*}" "${to%%\"*}")" "$shown"
equals "the widest bar" true \
  'return Math.max(...[...document.querySelectorAll("#source .bar")].map((bar) => parseFloat(bar.style.width))) === 100'
equals "the sentence on the source" true \
  'return document.getElementById("source-card").textContent.startsWith("Of ") && document.getElementById("source-card").offsetHeight > 0'
screenshot views-stretch
keys '\uE00C'
equals "the source of the whole run is back" "$before" "$whole"
script 'location.hash = "#step=12"' >/dev/null
equals "the lines of step 12" "$(parts_of 12 12)" "$shown"
keys '\uE00C'

# The factor of each line, and what it could spare; bars and colours by these.
equals "factors and what could be spared" "$(jq -c '[.lines | group_by([.file, .line])[] | {f: (map(.forward) | add), d: (map(.distinct_charge) | add)} |
    [(.f / .d * 100 | round), (.f - .d | round)]] | sort' run.json)" \
  'return [...document.querySelectorAll("#source tr[data-line]")].map((row) => [Math.round(100 * row.cells[4].textContent), Number(row.cells[5].textContent)])
    .sort(([a, b], [c, d]) => a - c || b - d)'
script 'const metric = document.getElementById("metric"); metric.value = 5; metric.dispatchEvent(new Event("change"))' >/dev/null
equals "the widest bar is that of the line that could spare most" '[true,true]' \
  'const rows = [...document.querySelectorAll("#source tr[data-line]")];
   const widest = rows.reduce((a, b) => parseFloat(a.querySelector(".bar").style.width) >= parseFloat(b.querySelector(".bar").style.width) ? a : b);
   return [widest.querySelector(".bar").style.width === "100%", rows.every((row) => Number(row.cells[5].textContent) <= Number(widest.cells[5].textContent))]'
screenshot views-spared
script 'const metric = document.getElementById("metric"); metric.value = 1; metric.dispatchEvent(new Event("change"))' >/dev/null
equals "bars of the charge are back" "$before" "$whole"

# A component, by the cell of it: its numbers are those of the JSON.
script 'const cells = document.querySelector("rect[data-grid=served]"); const box = cells.getBoundingClientRect();
  cells.dispatchEvent(new MouseEvent("click", {bubbles: true, clientX: box.left + box.width * 3.5 / 8, clientY: box.top + box.height * 2.5 / 8}))' >/dev/null
equals "the component in the address" '"#component=19"' "$hash"
equals "the component's numbers" "$(jq -c '.components | [.sent[19], .received[19], .served[19], .times_busiest[19]]' run.json)" \
  'return [...document.getElementById("machine-card").textContent.replaceAll(",", "").matchAll(/(?:sent|received|served|busiest in) (\d+)/g)].map((match) => Number(match[1]))'
equals "outlines of the component" 2 \
  'return [...document.querySelectorAll("#machine rect.outline")].filter((mark) => mark.style.display === "").length'

# A link: its steps are those of the JSON.
link=$(jq '.links.forward as $f | $f.link[$f.busy | index(max)]' run.json)
busy=$(jq '.links.forward.busy | max' run.json)
script "document.querySelector('#machine line[data-link=\"$link\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))" >/dev/null
equals "the link in the address" "\"#component=19&link=$link\"" "$hash"
equals "the link's steps" "true" \
  "return document.getElementById('machine-card').textContent.replaceAll(',', '').includes('busy in $busy steps of the network forward')"
chips 2
script 'document.querySelector("#chosen button").click()' >/dev/null
equals "one of two is let go" "\"#link=$link\"" "$hash"
keys '\uE00C'

# Requests and replies are one place.
equals "requests are shown" '[true,false]' \
  'return ["links", "replies"].map((name) => document.querySelector(`[data-picture="${name}"]`).offsetHeight > 0)'
keys r
equals "replies are shown" '[false,true]' \
  'return ["links", "replies"].map((name) => document.querySelector(`[data-picture="${name}"]`).offsetHeight > 0)'

# Frame by frame: all letters of the frames add up to what was received, as far as 64 levels show.
equals "frames are the steps of the run" "$(jq '[.steps, 256] | min' run.json)" \
  'return Number(document.getElementById("play-at").max)'
script 'const at = document.getElementById("play-at"); at.value = 7; at.dispatchEvent(new Event("input"))' >/dev/null
equals "the slider's step" '"#step=7"' "$hash"
equals "the step that the machine shows" '"Step 7."' 'return document.getElementById("machine-card").textContent'
equals "the card of the step" true 'return document.getElementById("card").textContent.startsWith("Step 7,")'
keys '\uE014'
equals "the slider follows keys" '"8"' 'return document.getElementById("play-at").value'
script 'document.querySelector("#machine select").value = "25"; document.getElementById("play").click()' >/dev/null
for ((k = 0; k < 300; ++k)); do
  [[ $(script 'return Number(document.getElementById("play-at").value) >= 20') == true ]] && break
  sleep 0.1
done
equals "it has been played" true 'return Number(document.getElementById("play-at").value) >= 20'
script 'const play = document.getElementById("play"); if (play.textContent === "Pause") play.click()' >/dev/null
keys '\uE00C'

# Heat: of the source and of the machine.
script 'const low = document.querySelector("#source .heat-low"); low.value = 15; low.dispatchEvent(new Event("input"))' >/dev/null
equals "the costliest line stays, others cool" '[true,true]' \
  'const shown = [...document.querySelectorAll("#source tr[data-line]:not(.cool)")];
   const charge = (row) => Number(row.querySelector("td.share").dataset.value);
   const most = Math.max(...[...document.querySelectorAll("#source tr[data-line]")].map(charge));
   return [shown.length >= 1 && shown.every((row) => charge(row) > 0.93 * most), document.querySelectorAll("tr.cool").length > 0]'
script 'const high = document.querySelector("#machine .heat-high"); high.value = 3; high.dispatchEvent(new Event("input"))' >/dev/null
equals "no link above the range" 0 \
  'return document.querySelectorAll(["h4","h8","h12","h15"].map((level) => `#machine line.${level}:not(.cool)`).join()).length'

# More units for a local operation bring the curve to that of free memory.
first='return Number(document.querySelector("#speed-up circle.contention").getAttribute("cy"))'
above=$(script "$first")
script 'const units = document.getElementById("units"); units.value = 50; units.dispatchEvent(new Event("input"))' >/dev/null
equals "100 units" true 'return document.querySelector("#speed-up output").textContent.startsWith("κ = 100 units")'
[[ $(jq -n "$(script "$first") < $above") == true ]] || wrong "the dot does not rise"
expected=$(jq '.scaled[-1] | 100 * .work / (100 * .scheduled + .charge) | round' run.json)
equals "the speed-up with 100 units" "$expected" \
  'return Math.round(Number(/: ([\d.,]+) times/.exec(document.querySelector("#speed-up output").textContent)[1].replaceAll(",", "")))'

# The address restores each kind of selection.
line=$(jq -r '.lines[0] | "\(.file):\(.line)"' run.json)
for wanted in "line=$line" pardo=1 degree=1 component=5 "link=$link" step=3 "from=2&to=9"; do
  open_page "page.html#$wanted"
  script 'location.reload()' >/dev/null
  chips 1
done
equals "the stretch of the address" '"steps 2 to 9 ×"' 'return document.querySelector("#chosen button").textContent'
# What is not there selects nothing, and breaks nothing.
open_page 'page.html#line=nowhere:1&pardo=99&degree=77&component=123456&link=99999&step=999999999&from=5&to=1'
script 'location.reload()' >/dev/null
silent
readable views
finish
