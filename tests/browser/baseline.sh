#!/usr/bin/env bash
# The page of a run beside an earlier one in a browser: sentences, bars and tables have the numbers of both, the lines of
# the baseline stand below the bars of the source, and give way while some steps are shown.
source "$(dirname "${BASH_SOURCE[0]}")/browser.bash"

succeeds profile connected-components --n 2000 --components 64 --access direct --ledger profile --json old.json
succeeds profile connected-components --n 2000 --components 64 --ledger profile --baseline old.json --json run.json \
  --html page.html
jq -n --slurpfile old old.json --slurpfile run run.json \
  'def whole: .charge.forward + .charge.back; {was: $old[0] | whole, now: $run[0] | whole}' >whole.json
open_page page.html
silent

equals "what differs" 1 'return [...document.querySelectorAll("header p")].filter((p) =>
  p.textContent.startsWith("The runs differ: the access protocol was direct and is combining")).length'
equals "the charge of both in a sentence" "$(jq -c '[.now, .was]' whole.json)" \
  'const text = [...document.querySelectorAll("header p")].map((p) => p.textContent)
     .find((text) => text.startsWith("Compared to the baseline, the whole charge is "));
   return /: ([\d,]+) instead of ([\d,]+)\.$/.exec(text).slice(1).map((number) => Number(number.replaceAll(",", "")))'
equals "the line of a sentence is selected" true 'const place = document.querySelector("header p:last-of-type button.place");
  place.click(); const selected = new URLSearchParams(location.hash.slice(1)).get("line").endsWith("/" + place.textContent) ||
    new URLSearchParams(location.hash.slice(1)).get("line") === place.textContent;
  place.click(); return selected && location.hash === ""'

# The narrow bar is as long as the baseline was charged.
equals "the charge of both as bars" "$(jq '1000 * .was / .now | round' whole.json)" \
  'const long = (marks) => [...marks].reduce((sum, mark) => sum + Number(mark.getAttribute("width")), 0);
   const bars = [...document.querySelectorAll("#charge rect[height]")].filter((mark) => mark.querySelector("title"));
   const ghosts = bars.filter((mark) => mark.classList.contains("ghost"));
   return Math.round(1000 * long(ghosts) / long(bars.filter((mark) => !ghosts.includes(mark) && !mark.classList.contains("saved"))))'
equals "the sum below it" true "return document.querySelector('#charge svg').textContent.replaceAll(',', '').includes('baseline $(jq .was whole.json)')"

# Totals, then and now, in millionths: the page has ten digits of each.
equals "totals of both" "$(jq -c '[.baseline.totals[] | [.was, .now] | map(1000000 * . | round)]' run.json)" \
  'return [...document.querySelectorAll("#baseline tbody")][0].rows.length === 0 ? null :
   [...document.querySelectorAll("#baseline tbody")[0].rows].map((row) => [1, 2].map((k) => Math.round(1000000 * Number(row.cells[k].dataset.value))))'
equals "the lines whose charge changed most" "$(jq -c '[.baseline.lines[:10][] | [.line.now, .charge.was, .charge.now]]' run.json)" \
  'return [...document.querySelectorAll("#baseline tbody")[1].rows].map((row) => [1, 2, 3].map((k) => Number(row.cells[k].dataset.value)))'

# A narrow line at each line that the baseline had, too, on the scale of the bars.
jq -c '[.baseline.lines[] | select(.line.was != null and .line.now != null)] | sort_by(.file, .line.now) |
  (([.[].charge.was, .[].charge.now] | max) as $most | map([.line.now, (10000 * .charge.was / $most | round)]))' run.json >ghosts.json
equals "bars of the baseline at lines" "$(cat ghosts.json)" \
  'return [...document.querySelectorAll("#source tr[data-line]")].filter((row) => row.querySelector(".ghost"))
     .map((row) => [Number(row.cells[0].textContent), Math.round(100 * parseFloat(row.querySelector(".ghost").style.width))])'
visible='return [...document.querySelectorAll("#source .ghost")].filter((ghost) => ghost.offsetWidth > 0).length > 0'
equals "they are seen" true "$visible"
script 'location.hash = "#from=5&to=20"' >/dev/null
equals "none beside other steps" false "$visible"
keys '\uE00C'
equals "seen again" true "$visible"

silent
script 'document.querySelector("#charge").scrollIntoView()' >/dev/null
readable baseline
script 'document.querySelector("#baseline").scrollIntoView()' >/dev/null
readable baseline-tables
script 'document.querySelector("tr .ghost").scrollIntoView()' >/dev/null
readable baseline-source
finish
