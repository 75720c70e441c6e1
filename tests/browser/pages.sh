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
