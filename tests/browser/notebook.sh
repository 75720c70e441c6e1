#!/usr/bin/env bash
# The page of a run inside of another page, as pram.py shows it in a notebook: it works there, and leaves the outer page alone.
if ! command -v python3 >/dev/null; then
  echo "skipped: no python3"
  exit 77
fi
modules=$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")/python
source "$(dirname "${BASH_SOURCE[0]}")/browser.bash"

frame() {  # null for the outer page, else the frame's number
  webdriver POST "/$session/frame" "{\"id\": $1}" >/dev/null
}

PRAM=$tool PYTHONPATH=$modules PYTHONUTF8=1 python3 -B - >out 2>err <<'END' || wrong "pram.py fails"
import pram
run = pram.profile("connected-components", n=256, components=16, network="torus:4x4")
comparison = pram.compare("prefix-sums", n=64, components=16)
for name, result in (("profile", run), ("comparison", comparison)):
    with open(name + ".html", "w") as file:
        file.write("<!DOCTYPE html><title>notebook</title><p id=outer>before</p>" + result._repr_html_())
print(len(run.steps))
END
for name in profile comparison; do
  open_page "$name.html"
  equals "$name: the outer page is as it was" '"before"' 'return document.getElementById("outer").textContent'
  frame 0
  equals "$name: the page is in the frame" true 'return document.querySelectorAll("main svg").length > 0'
  equals "$name: scripts ran to their end" true 'return [...document.querySelectorAll("button")].some((b) => b.textContent === "Save data as JSON")'
  silent
  frame null
done

open_page "profile.html"
frame 0
equals "the data are the run's" "$(<out)" 'return JSON.parse(document.getElementById("page-data").textContent).columns.steps.step.length'
# A line is chosen, shown as chosen, and let go.
click '.source tr[data-line]'
equals "a line is chosen" true 'return document.querySelectorAll(".source tr.selected").length > 0'
click '#chosen button'
equals "and let go" 0 'return document.querySelectorAll(".source tr.selected").length'
click 'nav a:last-of-type'
equals "a link stays in the frame" true 'return document.getElementById("page-data") !== null'
silent
frame null
equals "the address of the outer page is its own" '""' 'return location.hash'
silent

finish
