#!/usr/bin/env bash
# The page of a trace in a browser: keys, stops, filter, prediction, cells and the address; and without scripts.
source "$(dirname "${BASH_SOURCE[0]}")/browser.bash"

succeeds trace list-ranking-wyllie --n 16 --json trace.json --html trace.html
open_page trace.html
silent
readable trace
steps=$(jq '.steps | length' trace.json)
equals "rows of the table" "$steps" 'return document.querySelectorAll("table.steps tbody tr").length'
equals "the first step" '"#step=1"' 'document.querySelector("#player button").click(); return location.hash'

# Keys go from step to step, and the sentence is that of the JSON.
keys '\uE014'
keys '\uE014'
equals "the step after two keys" '"#step=3"' 'return location.hash'
equals "its sentence" "$(jq '.steps[2].text' trace.json)" 'return document.getElementById("sentence").textContent'
keys '\uE012'
equals "the step after the key back" '"#step=2"' 'return location.hash'
keys '\uE010'
equals "the step after End" "\"#step=$steps\"" 'return location.hash'
equals "the arrays behind the last step" "$(jq -c '[.arrays[] | .name as $name | .n | [range(.)] | length] | add' trace.json)" \
  'return document.querySelectorAll(".cell").length'
keys '\uE011'
equals "the step after Home" '"#step=1"' 'return location.hash'

# The values that the page shows are those of the changes applied, forward and back.
shown='return Object.fromEntries([...document.querySelectorAll(".cell")].map((cell) => [cell.dataset.cell,
  [...cell.childNodes].filter((node) => node.className !== "index" && node.className !== "times").map((node) => node.textContent).join("")]))'
open_page 'trace.html#step=9'
script 'location.reload()' >/dev/null
ninth=$(script "$shown")
keys '\uE010'
for ((k = steps; k > 9; --k)); do keys '\uE012'; done
[[ $(script "$shown") == "$ninth" ]] || wrong "step 9 is another when it is reached from behind"
equals "the changes that are shown" "$(jq '.steps[8].diffs | length' trace.json)" \
  'return document.querySelectorAll(".cell.changed").length'

# Processors beside the line, filtered and not.
equals "processors beside the line" "$(jq '.steps[8].requests | length' trace.json)" \
  'return [...document.querySelectorAll("td.count")].reduce((sum, cell) => sum + (Number.parseInt(cell.textContent, 10) || 0), 0)'
script 'const field = document.getElementById("processors"); field.value = "0-3,5"; field.dispatchEvent(new Event("input"))' >/dev/null
equals "requests of some processors" "$(jq '[.steps[8].requests[] | select(.[0] <= 3 or .[0] == 5)] | length' trace.json)" \
  'return document.querySelectorAll("#requests tbody tr").length'
script 'const field = document.getElementById("processors"); field.value = ""; field.dispatchEvent(new Event("input"))' >/dev/null

# Arcs: one for each request, from a processor to a cell; read ones end at the processor.
keys '\uE011'
equals "arcs of the step" "$(jq '.steps[0].requests | length' trace.json)" 'return document.querySelectorAll("#arcs path.arc").length'
equals "processors that ask" "$(jq '[.steps[0].requests[][0]] | unique | length' trace.json)" \
  'return document.querySelectorAll(".processor:not(.idle)").length'
equals "each arc begins at its processor and ends at its cell" "[]" '
  const [from, to] = [document.querySelector("#field").getBoundingClientRect(), []];
  for (const path of document.querySelectorAll("#arcs path.arc")) {
    const [processor, cell] = [document.querySelector(`.processor[data-processor="${path.dataset.processor}"]`),
      document.querySelector(`.cell[data-cell="${path.dataset.cell}"]`)].map((one) => one.getBoundingClientRect());
    const ends = [path.getPointAtLength(0), path.getPointAtLength(path.getTotalLength())];
    if (Math.abs(ends[0].x + from.left - processor.left - processor.width / 2) > 2 || Math.abs(ends[0].y + from.top - processor.bottom) > 4 ||
        Math.abs(ends[1].x + from.left - cell.left - cell.width / 2) > 2 || Math.abs(ends[1].y + from.top - cell.top) > 4)
      to.push(path.dataset.cell);
  }
  return to'
# Arcs pass between cells and beside labels, never through them.
crossed='const frame = document.querySelector("#field").getBoundingClientRect();
  const boxes = [...document.querySelectorAll("#field .cell, #field .processor, #field .array-head > *")]
    .map((one) => [one.textContent, one.getBoundingClientRect()]);
  const met = new Set();
  const paths = [...document.querySelectorAll("#arcs path.arc")];
  for (const path of paths) {
    for (let at = 0; at <= path.getTotalLength(); at += 2) {
      const point = path.getPointAtLength(at);
      const [x, y] = [point.x + frame.left, point.y + frame.top];
      for (const [text, box] of boxes)
        if (x > box.left + 1 && x < box.right - 1 && y > box.top + 1 && y < box.bottom - 1) met.add(text);
    }
  }
  return [paths.length > 0, ...[...met].slice(0, 5)]'
apart() {  # name: at two sizes
  local size
  for size in 1280,800 400,800; do
    window "${size%,*}" "${size#*,}"
    equals "what arcs of $1 cross at $size" "[true]" "$crossed"
  done
  window 1280 800
}
second=$(jq 'first(.steps[] | select(.requests | length > 0) | select(.requests[0][2] > 0) | .step)' trace.json)
for step in 1 "$second" $((steps / 2)); do
  script "location.hash = '#step=$step'" >/dev/null
  apart "step $step"
done
# Where memory changes the arcs are strong.
writes=$(jq 'first(.steps[] | select(.diffs | length > 0) | .step)' trace.json)
script "location.hash = '#step=$writes'" >/dev/null
equals "arcs of writes" "[$(jq ".steps[$writes - 1].requests | length" trace.json),true]" '
  const arcs = [...document.querySelectorAll("#arcs path.arc.write")].map((path) => getComputedStyle(path));
  return [arcs.length, arcs.every((style) => Number(style.opacity) >= 0.9 && parseFloat(style.strokeWidth) >= 2)]'
screenshot trace-writes
keys '\uE011'
click '.processor[data-processor="3"]'
equals "arcs of one processor" "$(jq '[.steps[0].requests[] | select(.[0] == 3)] | length' trace.json)" \
  'return document.querySelectorAll("#arcs path.arc").length'
click '.processor[data-processor="3"]'
equals "the place of the run" "true" 'return document.getElementById("where").textContent.includes("started at ")'

# A stop at a line.
keys '\uE011'
line=$(jq '.lines[.steps[-1].requests[0][1]][1]' trace.json)
click "tr[data-line=\"$line\"] td.line"
script '[...document.querySelectorAll("#player button")].find((button) => button.textContent === "Next stop").click()' >/dev/null
first=$(jq --argjson line "$line" 'first(. as $trace | .steps[1:][] | select(any(.requests[]; $trace.lines[.[1]][1] == $line)) | .step)' trace.json)
equals "the step that stops at the line" "\"#step=$first\"" 'return location.hash'

# Prediction hides what the step leaves until it is asked for.
changes=$(jq 'first(.steps[] | select(.diffs | length > 0) | .step)' trace.json)
script "location.hash = '#step=$changes'" >/dev/null
click '#predict'
equals "hidden values" "true" 'return [...document.querySelectorAll(".cell.changed")].every((cell) => cell.textContent.endsWith("?") || cell.textContent.includes("→ ?"))'
keys '\uE007'
equals "values shown" "false" 'return [...document.querySelectorAll(".cell.changed")].some((cell) => cell.textContent.includes("?"))'
click '#predict'

# A cell: its combining tree, in the address.
succeeds trace concurrent-read --n 16 --access combining:4,4 --json hot.json --html hot.html
name=$(jq -r '.arrays[.steps[0].requests[0][2]].name + "." + (.steps[0].requests[0][3] | tostring)' hot.json)
open_page "hot.html#step=1&cell=$name"
silent
equals "the chosen cell" "1" 'return document.querySelectorAll(".cell.chosen").length'
equals "edges of the tree" "$(jq '.steps[0].requests[0] as $one | [.steps[0].phases[].messages[] | select(.[2] == $one[2] and .[3] == $one[3])] | length' hot.json)" \
  'return document.querySelectorAll(".tree path.edge").length'
readable trace-tree

succeeds trace concurrent-read --n 32 --html many.html
open_page many.html
equals "many requests of one cell are one arc with their number" '["×32"]' '
  return [...document.querySelectorAll("#arcs text")].map((text) => text.textContent)'

# What processors show, pardos and regions, of a program of a user's own.
example=$(dirname "$tool")/example_show_locals
if [[ -x $example ]]; then
  check "the example runs" "$example" shown.html
  open_page shown.html
  silent
  locals='return [...document.querySelectorAll(".processor .local")].map((one) => one.textContent)'
  equals "values in the first step" '["i = 0","i = 1"]' "$locals"
  keys '\uE014'
  equals "values in the second" '["i = 2","i = 3"]' "$locals"
  keys '\uE014'
  equals "values in the third" '["i = 2","sum = 7","i = 3","sum = 2"]' "$locals"
  keys '\uE012'
  equals "values in the second, from behind" '["i = 2","i = 3"]' "$locals"
  equals "name, place and region" "true" 'const text = document.getElementById("where").textContent;
    return text.startsWith("every other: pardo of 2,") && text.includes("show_locals.cpp:") && text.endsWith(", in sums")'
  equals "the line that starts the run" "1" 'return document.querySelectorAll("tr.starts").length'
  readable trace-shown
fi

# A breach.
succeeds trace connected-components --n 8 --rule EREW --html breach.html
open_page breach.html
keys '\uE010'
equals "the sentence of the breach" "true" 'return document.getElementById("sentence").className === "broken"'
equals "both processors are marked" "2" 'return document.querySelectorAll("#requests tr.involved").length'
readable trace-breach

# BSP processes: those that serve others stand there, too, with the words that they take and give.
for program in bsp-prefix-sums bsp-list-ranking bsp-sparse-matrix-vector; do
  succeeds trace $program --n 16 --components 4 --html bsp.html --json bsp.json
  steps_there=$(jq '[.steps[] | select(.transfers)] | length' bsp.json)
  [[ $steps_there -gt 0 ]] || wrong "$program moves nothing"
  for step in $(jq -r '.steps[] | select(.transfers) | .step' bsp.json | head -n 6); do
    expected=$(jq -c --argjson step "$step" '.steps[] | select(.step == $step) | .transfers as $all |
      ([$all[] | .[1]] + [$all[] | select(.[1] != .[2]) | .[2]] + [.requests[][0]] | unique) | map(. as $id |
        [$id] + ([["takes", "put", "send"], ["gives", "get"]] | map(. as [$does] | . as $kinds |
          [$all[] | select(.[1] != .[2] and .[2] == $id and ([.[0]] | inside($kinds[1:]))) | .[6]] | add // 0)))' bsp.json)
    open_page "bsp.html#step=$step"
    script 'location.reload()' >/dev/null
    equals "$program, step $step: processes" "$expected" 'return [...document.querySelectorAll(".processor")].map((box) =>
      [Number(box.dataset.processor), ...["takes", "gives"].map((does) => Number([...box.querySelectorAll(".index")]
        .map((one) => one.textContent).find((text) => text.startsWith(does))?.slice(6) ?? 0))])'
    # Each put, get and message has its values.
    equals "$program, step $step: values" "$(jq -c --argjson step "$step" '.steps[] | select(.step == $step) |
      [.transfers[] | (.[8] + (if (.[8] | length) < .[5] then ["…"] else [] end)) | map(tostring) | join(", ")]' bsp.json)" \
      'return [...document.querySelectorAll("#transfers tbody tr")].map((row) => row.cells[4].textContent)'
    [[ $(jq --argjson step "$step" '[.steps[] | select(.step == $step) | .transfers[] | .[8] | length] | min' bsp.json) -gt 0 ]] ||
      wrong "$program, step $step: a transfer without values"
    apart "$program in step $step"
  done
done
equals "no empty list of messages" 0 'return [...document.querySelectorAll("h3")].filter((head) => head.textContent === "Messages").length'
silent
readable trace-bsp

# Where scripts are blocked, the steps are there.
cat >frame.html <<'END'
<!DOCTYPE html><iframe sandbox="allow-same-origin" src="trace.html" width="1000" height="800"></iframe>
END
open_page frame.html
webdriver POST "/$session/frame" '{"id": 0}' >/dev/null
equals "without scripts there is the table" "[$steps,0]" \
  'return [document.querySelectorAll("table.steps tbody tr").length, document.querySelectorAll(".cell").length]'
screenshot trace-without-scripts
webdriver POST "/$session/frame" '{"id": null}' >/dev/null
webdriver POST "/$session/se/log" '{"type": "browser"}' >/dev/null  # which says that the script is blocked

# The largest trace.
succeeds trace prefix-sums --n 1024 --components 64 --steps 40 --html large.html
open_page large.html
silent
readable trace-large
finish
