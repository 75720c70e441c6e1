#!/usr/bin/env bash
# The page of a profile in a browser: it loads nothing, its numbers are those of the JSON, and one selection holds in all
# views.
source "$(dirname "${BASH_SOURCE[0]}")/browser.bash"

succeeds profile list-ranking-wyllie --n 1000 --components 64 --json run.json --html page.html
open_page page.html
silent
readable profile
equals "the charge of all steps" "$(jq '.charge.forward + .charge.back' run.json)" \
  'const {steps} = JSON.parse(document.getElementById("page-data").textContent).columns;
   return [...steps.forward, ...steps.back].reduce((sum, charge) => sum + charge, 0)'
equals "rows of lines" "$(jq '[.lines[] | [.file, .line]] | unique | length' run.json)" \
  'return document.querySelectorAll("tr[data-line]").length'
equals "the steps of the charge and the charge of all lines" "$(jq '[.lines[].charge] | add' run.json)" \
  'return [...document.querySelectorAll("tr[data-line] td.share")].reduce((sum, cell) => sum + Number(cell.dataset.value), 0)'

# A click on a line selects it: in the address, in the table, and in the timeline.
everything=$(script 'return document.getElementById("card").textContent')
click 'tr[data-line]'
line=$(script 'return document.querySelector("tr[data-line]").dataset.line')
equals "the line in the address" "$line" 'return new URLSearchParams(location.hash.slice(1)).get("line")'
equals "selected rows" "1" 'return document.querySelectorAll("tr.selected").length'
[[ $(script 'return document.getElementById("card").textContent') != "$everything" ]] ||
  wrong "the timeline does not follow the line"

# Keys go from step to step, and the address restores it.
keys '\uE00C'
equals "the address after Escape" '""' 'return location.hash'
keys '\uE014'
keys '\uE014'
equals "the step after two keys" '"#step=2"' 'return location.hash'
keys '\uE012'
equals "the step after the key back" '"#step=1"' 'return location.hash'
open_page 'page.html#step=5'
script 'location.reload()' >/dev/null
equals "the card of the address" "true" 'return document.getElementById("card").textContent.startsWith("Step 5,")'
screenshot profile-step

# Regions of the program are bands in the timeline; a click on one chooses its steps.
jq '.regions = [{name: "rounds", depth: 0, times: 2, stretches: [[3, 10], [20, 22]]},
    {name: "inner", depth: 1, times: 1, stretches: [[5, 6]]}] |
  .regions[] += {steps: 1, work: 1, requests: 0, reads: 0, writes: 0, updates: 0, fetches: 0, forward: 0, back: 0,
    collectives: 0, supersteps: 0, superstep_charge: 0, distinct_charge: 0}' run.json >regions.json
succeeds report regions.json --html regions.html
open_page regions.html
silent
readable profile-regions
region() {  # row, step: the address after a click on the band
  script "const canvas = document.querySelector('#timeline canvas'); const box = canvas.getBoundingClientRect();
    const pitch = (box.width - 72) / $(jq .steps run.json);
    const at = {bubbles: true, pointerId: 1, clientX: box.left + 64 + pitch * ($2 - 0.5), clientY: box.top + 18 * $1 + 10};
    canvas.setPointerCapture = () => {};
    canvas.dispatchEvent(new PointerEvent('pointerdown', at)); canvas.dispatchEvent(new PointerEvent('pointerup', at))" >/dev/null
  script 'return location.hash'
}
[[ $(region 0 4) == '"#from=3&to=10"' ]] || wrong "a click on a region: $(script 'return location.hash')"
keys '\uE00C'
[[ $(region 1 5) == '"#from=5&to=6"' ]] || wrong "a click on an inner region: $(script 'return location.hash')"
keys '\uE00C'
[[ $(region 0 15) == '""' ]] || wrong "a click beside the regions: $(script 'return location.hash')"
equals "the still picture has them, too" '["region rounds: 3 to 10","region rounds: 20 to 22","region inner: 5 to 6"]' \
  'return [...document.querySelectorAll("#timeline rect.region title")].map((one) => one.textContent)'

# Where there is nothing to draw, nothing can be saved.
succeeds profile bsp-lu --n 32 --components 16 --ledger profile --html empty.html
open_page empty.html
silent
equals "pictures without a mark but text" "[]" 'return [...document.querySelectorAll("main svg")]
  .filter((drawing) => drawing.querySelector("rect, path, circle, line") === null).map((drawing) => drawing.getAttribute("aria-label"))'
equals "a button for each picture" true 'return [...document.querySelectorAll("main > section")].every((section) =>
  section.querySelectorAll("svg").length === [...section.querySelectorAll("button")].filter((one) => one.textContent === "Save SVG").length)'
equals "what stands there instead" true 'return document.getElementById("degrees").textContent.includes("The run made no request.")'
open_page page.html

# A table is sorted by the column whose head is clicked.
click '#data figure.table th.number button'
equals "the column is sorted" "true" 'const table = document.querySelector("#data figure.table table");
  const k = [...table.tHead.rows[0].cells].findIndex((cell) => cell.className === "number");
  const values = [...table.tBodies[0].rows].map((row) => Number(row.cells[k].dataset.value));
  return values.every((value, i) => i === 0 || values[i - 1] >= value)'

# Where scripts are blocked, tables and pictures are there.
cat >frame.html <<'END'
<!DOCTYPE html><iframe sandbox="allow-same-origin" src="page.html" width="1000" height="800"></iframe>
END
open_page frame.html
webdriver POST "/$session/frame" '{"id": 0}' >/dev/null
equals "without scripts there are tables and pictures" "[true,true,false]" \
  'return [document.querySelectorAll("table").length >= 3, document.querySelectorAll("svg").length >= 3,
           document.querySelector("canvas") !== null]'
screenshot profile-without-scripts
webdriver POST "/$session/frame" '{"id": null}' >/dev/null
webdriver POST "/$session/se/log" '{"type": "browser"}' >/dev/null  # which says that the script is blocked

# Names that would be marks of a page stay text in all that scripts show of them.
hostile='\\u003cimg src=x onerror=window.broken=1>'
sed -e "s|\"lines\":\[\"[^\"]*\"|\"lines\":[\"$hostile:1\"|" -e "s|\"name\":\[\"[^\"]*\"|\"name\":[\"$hostile\"|" page.html >hostile.html
open_page 'hostile.html#line=%3Cimg%20src=x%20onerror=window.broken=1%3E:1&pardo=0&step=1'
script 'location.reload()' >/dev/null
click '#timeline .tools button'
silent
equals "pictures that a name has loaded" "[0,null,true]" \
  'return [document.querySelectorAll("img").length, window.broken ?? null, document.getElementById("chosen").textContent.includes("<img")]'
finish
