#!/usr/bin/env bash
# Pages of the commands that run no program, of comparisons and of sweeps in a browser: their pictures, no error of the
# script, and no label in another.
source "$(dirname "${BASH_SOURCE[0]}")/browser.bash"

shows() {  # name, view…: the page of this name is silent, has these views with a picture each, and can be read
  local name=$1 view
  shift
  open_page "$name.html"
  silent
  for view in "$@"; do
    equals "$name: pictures of $view" "true" "return document.querySelectorAll('#$view svg').length > 0"
  done
  readable "page-$name"
}

succeeds collective broadcast --network torus:8x8 --words 4096 --tau 100 --html collective.html --json collective.json
shows collective algorithms machine time others
equals "a picture for each algorithm" "$(jq '.algorithms | length' collective.json)" \
  'return document.querySelectorAll("#time svg, #others svg").length'
# The path of a piece: its links by step are those of the JSON.
column() { sed -n "s/^$1 //p" columns | tr ' ' '\n' | awk -F x '{ for (k = 0; k < ($2 == "" ? 1 : $2); ++k) print $1 }'; }
fastest=$(jq '[.algorithms[].time] | min' collective.json)
jq -r "first(.carried[] | select(.time == $fastest)) | .pieces | to_entries[] | \"\(.key) \(.value)\"" collective.json >columns
first=$(column links | head -n 3 | awk '{ sum += $1 } END { print sum }')
count=$(column links | sed -n 4p)
script 'const input = document.getElementById("message"); input.value = 3; input.dispatchEvent(new Event("input"))' >/dev/null
equals "the steps of a piece" "[$(column step | tail -n +$((first + 1)) | head -n "$count" | awk '{ print $1 + 1 }' | paste -sd ,)]" \
  'return [...document.querySelectorAll("#message-card tbody tr")].map((row) => Number(row.cells[1].textContent))'
equals "what it is called" true 'return document.querySelector("#message-card p").textContent.startsWith("Piece 3 crosses ")'
equals "what is chosen" '"piece 3 ×"' 'return document.querySelector("#chosen button").textContent'
# Each link of the piece begins where one before it has brought the piece, or at the source.
equals "its way hangs together" true 'const marks = document.querySelector("#time path.way").getAttribute("d").match(/M/g).length;
  const sends = [...document.querySelectorAll("#message-card tbody tr")].map((row) => row.cells[0].textContent.split(" to "));
  const had = new Set(["0"]);
  return marks === sends.length && sends.every(([from, to]) => { const is = had.has(from); had.add(to); return is; })'
readable pieces
# Pieces travel over the drawing: in each step those of the JSON, over their links.
step=2  # from 0
equals "steps to travel" "$(jq "first(.carried[] | select(.time == $fastest)) | .steps" collective.json)" \
  'return Number(document.getElementById("play-at").max)'
script "const at = document.getElementById('play-at'); at.value = $((step + 1)); at.dispatchEvent(new Event('input'))" >/dev/null
links=$(paste -d ' ' <(column step) <(column row) | awk -v step=$step '$1 == step { print $2 }' | sort -u | wc -l)
pieces=$(column step | awk -v step=$step '$1 == step' | wc -l)
equals "what travels in step 3" "[$links,$links,$pieces]" 'const text = document.querySelector("#machine output").textContent;
  return [document.querySelectorAll("#machine .piece").length, document.querySelectorAll("#machine line.crossed").length,
    Number(text.match(/carry ([\d,]+) piece/)[1].replaceAll(",", ""))]'
equals "the step is all views'" '"step 3"' 'return [...document.querySelectorAll("#chosen button")].at(-1).textContent.slice(0, 6)'
# The source has all from the start; another node is the fuller the later it is.
equals "nodes fill" '[1,true,true]' 'const fill = (node) => Number(document.querySelector(`#machine [data-component="${node}"]`).style.fillOpacity);
  const early = fill(9);
  const at = document.getElementById("play-at");
  at.value = at.max;
  at.dispatchEvent(new Event("input"));
  return [fill(0), early < 1, fill(9) === 1]'
script 'document.getElementById("play-at").value = 0; document.getElementById("play-at").dispatchEvent(new Event("input"))' >/dev/null
equals "the whole run again" '[0,0,""]' 'return [document.querySelectorAll("#machine .piece").length,
  document.querySelectorAll("#machine line.crossed").length, document.querySelector("#machine [data-component]").style.fillOpacity]'
script 'document.querySelector("#machine select").value = "10"; document.getElementById("play").click()' >/dev/null
for ((k = 0; k < 300; ++k)); do
  [[ $(script 'return Number(document.getElementById("play-at").value) >= 4') == true ]] && break
  sleep 0.1
done
equals "pieces have been played" true 'return Number(document.getElementById("play-at").value) >= 4'
script 'const play = document.getElementById("play"); if (play.textContent === "Pause") play.click()' >/dev/null
readable travel
equals "the data are the command's" "$(jq -c '[.algorithms[].time]' collective.json)" \
  'return JSON.parse(document.getElementById("page-data").textContent).algorithms.map((one) => one.time)'


# Pieces travel over the drawing of each family: all that cross in a step begin near the node that they leave.
while read -r network; do
  succeeds collective all-gather --network "$network" --words 512 --tau 10 --algorithm best --html drawn.html
  open_page drawn.html
  silent
  equals "dots on $network" true 'const at = document.getElementById("play-at");
    for (at.value = 1; ; at.value = Number(at.value) + 1) {
      at.dispatchEvent(new Event("input"));
      const dots = document.querySelectorAll("#machine .piece");
      if (dots.length === 0 || dots.length !== document.querySelectorAll("#machine line.crossed").length) return `${at.value}: ${dots.length}`;
      for (const dot of dots) if (!(Number(dot.getAttribute("cx")) > 0 && Number(dot.getAttribute("cy")) > 0)) return `${at.value}: a place`;
      if (at.value === at.max) return true;
    }'
  screenshot "travel-${network//[^a-z0-9]/-}"
done < <(drawn 3 ring:16 torus:4x4 hypercube:4 omega:8 fat-tree:2,3 tree:3 dragonfly:4,1 de-bruijn:4 mesh-of-trees:4 \
  complete:9 hamming-mesh:2,2,2,2 torus:4x4x4 torus:8x8,switching=wormhole,ports=one,duplex=full)

# Links over time: cells, queues and paths are those of the JSON.
succeeds route --network torus:8x8 --pattern h-relation:4 --html ways.html --json ways.json
shows ways machine time
hash='return location.hash'
equals "what was carried, in all" "$(jq '.hops.mean' ways.json | jq 'round')" \
  'return decodeNumbers(data.first_run.carried).reduce((a, b) => a + b)'
equals "two buttons" '["Busy","Waiting"]' \
  'return [...document.querySelectorAll("#time .tools button[aria-pressed]")].map((button) => button.textContent)'
image='return document.querySelector("#time image").getAttribute("href")'
busy=$(script "$image")
script 'document.querySelectorAll("#time .tools button[aria-pressed]")[1].click()' >/dev/null
[[ $(script "$image") != "$busy" ]] || wrong "Waiting looks as Busy does"
equals "the longest queue" "$(jq -r '.largest_queue.mean - 1 | round | "The strongest: \(.) messages at a link at a time."' ways.json | jq -R .)" \
  'return document.querySelector("#time output").textContent'
# A message: its links by step are those of the JSON.
jq -r '.first_run.messages | to_entries[] | "\(.key) \(.value)"' ways.json >columns
column() { sed -n "s/^$1 //p" columns | tr ' ' '\n' | awk -F x '{ for (k = 0; k < ($2 == "" ? 1 : $2); ++k) print $1 }'; }
first=$(column links | head -n 100 | awk '{ sum += $1 } END { print sum }')
count=$(column links | sed -n 101p)
rows() { tail -n +$((first + 1)) | head -n "$count"; }
expected=$(paste -d ' ' <(column arrived | rows) <(column begin | rows) <(column end | rows) |
  awk '{ printf "%s[%d,%d,%d]", (NR > 1 ? "," : ""), $2 - $1, $2 + 1, $3 }')
script 'const input = document.getElementById("message"); input.value = 100; input.dispatchEvent(new Event("input"))' >/dev/null
equals "the message in the address" '"#message=100"' "$hash"
equals "the way of a message" "[$expected]" \
  'return [...document.querySelectorAll("#message-card tbody tr")].map((row) => [...row.cells].slice(1).map((cell) => Number(cell.textContent)))'
equals "its links in the network" "$count" 'return document.querySelectorAll("#machine line.on-way").length'
equals "its way is drawn" true 'return document.querySelector("#time path.way").getAttribute("d").startsWith("M")'
# A cell, by click and by keys; its messages lead to their paths.
script 'const cells = document.querySelector("#time rect.cells"); const box = cells.getBoundingClientRect();
  cells.dispatchEvent(new MouseEvent("click", {bubbles: true, clientX: box.left + 1, clientY: box.top + 1}));
  cells.focus()' >/dev/null
link=$(jq -r '.first_run.links.link | split(" ")[0] | split("x")[0]' ways.json)
equals "the first cell" "\"#link=$link&message=100&step=1\"" "$hash"
equals "what it says" true 'return /^Link 0 to \d+, step 1: idle; no message waits\.$/.test(document.querySelector("#cell-card p").textContent)'
keys '\uE014'
equals "the next cell" true 'return selection.step === 2'
# The cell in which message 100 crosses its first link.
row=$(column row | rows | head -n 1)
step=$(column begin | rows | head -n 1)
busy=$(jq -r .first_run.links.link ways.json | tr ' ' '\n' | sed -n "$((row + 1))p")
open_page "ways.html#link=$busy&step=$((step + 1))"
script 'location.reload()' >/dev/null
equals "what crosses there" true 'return document.querySelector("#cell-card p").textContent.includes(": busy; ")'
equals "its messages" '"100"' 'return document.querySelector("#cell-card button").textContent'
script 'document.getElementById("cell-card").scrollIntoView()' >/dev/null  # what is chosen stands at the window's lower edge
click "#cell-card button"
equals "the message of the cell" 100 'return selection.message'
open_page "ways.html#link=$link&step=2&message=7"
script 'location.reload()' >/dev/null
equals "what the address restores" '["2","7"]' \
  'return [/step (\d+)/.exec(document.querySelector("#cell-card p").textContent)[1], document.getElementById("message").value]'
readable ways
silent

# Zoom, by buttons, keys, wheel and drag; what is shown stands in the address, and every cell of it is that of the JSON.
shown='return [selection.from, selection.to, selection.row_from, selection.row_to]'
steps=$(jq .first_run.steps ways.json) of=$(jq .first_run.of ways.json)
open_page ways.html
script 'location.reload()' >/dev/null
equals "all is shown" '[null,null,null,null]' "$shown"
whole=$(script "$image")
click '#time button[title="Zoom in"]'
equals "half of the steps and rows" "[$((steps / 2)),$((of / 2))]" \
  'return [selection.to - selection.from + 1, selection.row_to - selection.row_from + 1]'
[[ $(script "$image") != "$whole" ]] || wrong "a part looks as the whole does"
every='const cells = decodeNumbers(data.first_run.carried); const steps = data.first_run.steps;
  const ground = document.querySelector("#time rect.cells"); const box = ground.getBoundingClientRect();
  const [from, to, top, bottom] = [selection.from ?? 1, selection.to ?? steps, selection.row_from ?? 1, selection.row_to ?? data.first_run.of];
  let wrong = 0;
  for (let step = from; step <= to; ++step) for (let row = top; row <= bottom; ++row) {
    const at = {clientX: box.left + (step - from + 0.5) * box.width / (to - from + 1), clientY: box.top + (row - top + 0.5) * box.height / (bottom - top + 1)};
    ground.dispatchEvent(new PointerEvent("pointermove", at));
    const text = ground.querySelector("title").textContent;
    if (!text.includes(`, step ${step}: ${cells[(row - 1) * steps + step - 1] > 0 ? "busy" : "idle"};`)) ++wrong;
  }
  return wrong'
equals "cells of the part that say something else" 0 "$every"
equals "ticks of the part" true 'const texts = [...document.querySelectorAll("#time svg g > text.label")].filter((text) => text.getAttribute("text-anchor") === "middle")
  .map((text) => Number(text.textContent)); return texts.length > 0 && texts.every((tick) => tick >= selection.from - 1 && tick < selection.to) &&
  [...document.querySelectorAll("#time [data-ticks=links]")].every((mark) => mark.style.display === "none")'
readable zoomed
script 'document.querySelector("#time rect.cells").focus()' >/dev/null
keys 0
equals "all is shown again" '[null,null,null,null]' "$shown"
[[ $(script "$image") == "$whole" ]] || wrong "the whole looks different after zooming"
keys +
keys +
equals "a fourth of the rows" $((of / 2 / 2)) 'return selection.row_to - selection.row_from + 1'
before=$(script "$shown")
press() {  # a key with Shift
  script "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: '$1', shiftKey: true, bubbles: true, cancelable: true}))" >/dev/null
}
press ArrowDown
equals "a fourth of them further down" "$(jq -c ".[2] + ((.[3] - .[2] + 1) / 4 | ceil)" <<<"$before")" 'return selection.row_from'
script 'const ground = document.querySelector("#time rect.cells"); const box = ground.getBoundingClientRect();
  ground.setPointerCapture = () => {};
  const at = (x, y) => ({bubbles: true, button: 0, pointerId: 1, clientX: box.left + x * box.width, clientY: box.top + y * box.height});
  ground.dispatchEvent(new PointerEvent("pointerdown", at(0.5, 0.25))); ground.dispatchEvent(new PointerEvent("pointermove", at(0.5, 0.75)));
  ground.dispatchEvent(new PointerEvent("pointerup", at(0.5, 0.75))); ground.dispatchEvent(new MouseEvent("click", at(0.5, 0.75)))' >/dev/null
equals "dragged down by half of them, to a pixel" true \
  "return Math.abs(selection.row_from - $(jq -c ".[2] + ((.[3] - .[2] + 1) / 4 | ceil) - (.[3] - .[2] + 1) / 2" <<<"$before")) <= 1"
equals "a drag chooses no cell" null 'return selection.step'
script 'const ground = document.querySelector("#time rect.cells"); const box = ground.getBoundingClientRect();
  ground.dispatchEvent(new WheelEvent("wheel", {bubbles: true, cancelable: true, deltaY: -100, clientX: box.left + 10, clientY: box.top + 10}))' >/dev/null
equals "the wheel zooms" true "return selection.row_to - selection.row_from + 1 < $((of / 2 / 2))"
equals "cells that say something else" 0 "$every"
keys '\uE014'
equals "keys choose cells of the part" true 'return selection.step >= selection.from && selection.step <= selection.to'
for ((k = 0; k < steps; ++k)); do keys '\uE014'; done
equals "what is shown follows" "$steps" 'return selection.step'
equals "the last step is shown" "$steps" 'return selection.to'
address=$(script "$hash" | jq -r .)
before=$(script "$shown")
open_page "ways.html$address"
script 'location.reload()' >/dev/null
equals "the address restores the part" "$before" "$shown"
equals "its cells" 0 "$every"
equals "chips of the part" true 'return [...document.querySelectorAll("#chosen button")].some((button) => /^rows \d+ to \d+ ×$/.test(button.textContent))'
# A page whose cells have several links and steps: a part has them one by one, as messages show.
succeeds route --network torus:32x32 --pattern h-relation:4 --html many.html
open_page many.html
equals "cells of several links" true 'return data.first_run.rows < data.first_run.of'
script 'select({row_from: 1001, row_to: 1100, from: 5, to: 16})' >/dev/null
script 'const ground = document.querySelector("#time rect.cells"); const box = ground.getBoundingClientRect();
  ground.dispatchEvent(new PointerEvent("pointermove", {clientX: box.left + 1, clientY: box.top + 1}))' >/dev/null
equals "a cell of one link and one step" true \
  'return /^Link \d+ to \d+, step 5: (busy|idle); /.test(document.querySelector("#time rect.cells title").textContent)'
silent
readable many-part

open_page ways.html
media() {  # print or screen
  webdriver POST "/$session/goog/cdp/execute" "{\"cmd\": \"Emulation.setEmulatedMedia\", \"params\": {\"media\": \"$1\"}}" >/dev/null
}
media print
equals "what waits is printed, too" "$(jq '.largest_queue.mean - 1 | round' ways.json)" \
  'const still = document.querySelector("[data-still=waiting]");
   return still.offsetHeight > 0 && still.querySelector("svg path.heat") !== null ? Number(/, (\d+) at most/.exec(still.textContent)[1]) : 0'
equals "what is printed has no buttons" '[true,false,false]' \
  'return ["#time svg", "nav", "#time .tools"].map((css) => getComputedStyle(document.querySelector(css)).display !== "none")'
media screen
equals "on the screen it is a layer" 0 'return document.querySelector("[data-still=waiting]").offsetHeight'

# Pages of which nothing else is asked.
while IFS='|' read -r name views command; do
  # shellcheck disable=SC2086
  succeeds $command --html "$name.html"
  # shellcheck disable=SC2086
  shows "$name" $views
done < <(drawn 3 \
  "crossover|ranges|collective broadcast --network switch --crossover --tau 100" \
  "route|machine time|route --network omega:64 --pattern transpose" \
  "probe|fit|probe --network torus:16x16 --runs 3" \
  "patterns|protocols|patterns --degree 4096 --basis 4096;32,16,8;8,8,8,8 --access direct --runs 2" \
  "scale|growth|scale connected-components --n 2^6..2^10 --components 64" \
  "compare|networks|compare histogram --n 1024 --components 64" \
  "sweep||run prefix-sums --n 2^6..2^8 --components 16")
# What each line would be charged by another protocol, or on another network: the least of the runs in the JSON.
# What is cut at the right edge has a shadow there, and lines keep their names.
succeeds compare histogram --n 1024 --components 64 --networks "ideal;router;torus:8x8;omega;hypercube:6;grid:8x8" \
  --access direct,combining --html wide.html
open_page wide.html
window 400 800
equals "the cut table of lines" '[true,true,true]' 'const wide = document.querySelector("#lines .wide");
  wide.scrollLeft = 100;
  const name = wide.querySelector("tbody td").getBoundingClientRect();
  return [wide.scrollWidth > wide.clientWidth, getComputedStyle(wide).backgroundImage.includes("gradient"),
    Math.abs(name.left - wide.getBoundingClientRect().left) < 1]'
equals "the scale of its colours" true \
  'return /Colours go from none at 0% to the strongest at [\d.]+%\./.test(document.getElementById("lines").textContent)'
window 1280 800

succeeds compare connected-components --n 512 --components 64 --networks "ideal;router;torus:8x8" \
  --access "direct;combining:8,8;adaptive" --html what-if.html --json what-if.json
shows what-if networks
instead() {  # the run to compare from, the others: rows as the page has them
  jq -c --argjson from "$1" --argjson others "$2" '.lines | map(. as $line | {line: "\(.file):\(.line)", charge: .charges[$from],
    least: ([$line.charges[$others[]]] | min)}) | map(select(.charge > 0 or .least > 0)) | sort_by(.least - .charge) |
    map([.line, .charge, .least, .charge - .least])' what-if.json
}
runs=$(jq -c '[.runs[] | [.network, .access]]' what-if.json)
equals "the runs" '[["ideal","direct"],["ideal","combining:8,8"],["ideal","adaptive"],["router","direct"],["router","combining:8,8"],["router","adaptive"],["torus:8x8","direct"],["torus:8x8","combining:8,8"],["torus:8x8","adaptive"]]' "return $runs"
for table in "0 3 [4,5]" "1 6 [7,8]" "2 3 [6]"; do
  read -r place from others <<<"$table"
  equals "what if, table $place" "$(instead "$from" "$others")" \
    "return [...document.querySelectorAll('#what-if tbody')[$place].rows].map((row) => [row.cells[0].textContent,
      ...[1, 2, 4].map((k) => Number(row.cells[k].dataset.value))])"
done
equals "the least of whole runs" "$(jq '[.runs[3:][] | .forward + .back] | min' what-if.json)" \
  'return Number(/ was charged least: ([\d,]+)/.exec(document.querySelector("#what-if > p:not(.reading)").textContent)[1].replaceAll(",", ""))'
script 'document.querySelector("#what-if").scrollIntoView()' >/dev/null
readable what-if
finish
