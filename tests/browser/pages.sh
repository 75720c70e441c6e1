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
equals "the data are the command's" "$(jq -c '[.algorithms[].time]' collective.json)" \
  'return JSON.parse(document.getElementById("page-data").textContent).algorithms.map((one) => one.time)'

succeeds collective broadcast --network switch --crossover --tau 100 --html crossover.html
shows crossover ranges
succeeds route --network omega:64 --pattern transpose --html route.html
shows route machine time

# Links over time: cells, queues and ways are those of the JSON.
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
# A cell, by click and by keys; its messages lead to their ways.
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
media() {  # print or screen
  webdriver POST "/$session/goog/cdp/execute" "{\"cmd\": \"Emulation.setEmulatedMedia\", \"params\": {\"media\": \"$1\"}}" >/dev/null
}
media print
equals "what is printed has no buttons" '[true,false,false]' \
  'return ["#time svg", "nav", "#time .tools"].map((css) => getComputedStyle(document.querySelector(css)).display !== "none")'
media screen

succeeds probe --network torus:16x16 --runs 3 --html probe.html
shows probe fit
succeeds patterns --degree 4096 --basis "4096;32,16,8;8,8,8,8" --access direct --runs 2 --html patterns.html
shows patterns protocols
succeeds scale connected-components --n 2^6..2^10 --components 64 --html scale.html
shows scale growth
succeeds compare histogram --n 1024 --components 64 --html compare.html
shows compare networks
succeeds run prefix-sums --n 2^6..2^8 --components 16 --html sweep.html
shows sweep
finish
