#!/usr/bin/env bash
# The scripts beside the tables of --csv DIR/ draw what the tables have: gnuplot runs each, and its bars are as high as
# the charges say.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

if ! command -v gnuplot >/dev/null; then
  echo "skipped: gnuplot is not here, so that the scripts for it are not run"
  exit 77
fi

cat >bars.py <<'END'
"""The bars of a picture, from left to right, are as high as sums of a table's columns, up to one scale."""
import csv, re, sys, xml.etree.ElementTree
picture, table, *columns = sys.argv[1:]
expected = [sum(float(row[column]) for column in columns) for row in csv.DictReader(open(table, newline=''))]
expected = [number for number in expected if number > 0]
boxes = []  # colour, bottom and height
for box in xml.etree.ElementTree.parse(picture).iter('{http://www.w3.org/2000/svg}polygon'):
    heights = [float(point.split(',')[1]) for point in box.get('points').split()]
    boxes.append((box.get('fill'), max(heights), max(heights) - min(heights)))
ground = max(bottom for _, bottom, _ in boxes)
bars = [box for box in boxes if box[1] == ground and box[2] > 0]
heights = [height for colour, _, height in bars if colour == bars[0][0]]  # those behind are drawn first
scale = max(heights) / max(expected)
right = len(heights) == len(expected) and all(abs(a - scale * b) <= 0.05 for a, b in zip(heights, expected))
sys.exit(0 if right else f'{picture}: {heights} for {expected}')
END

draw() {  # folder of tables and scripts
  local script
  for script in "$1"/*.gp; do
    (cd "$1" && gnuplot "$(basename "$script")") >out 2>err || wrong "gnuplot fails on $script"
    [[ -s err ]] && wrong "gnuplot has something to say about $script"
    check "${script%.gp}.svg is a picture" python3 -c "import sys, xml.etree.ElementTree as tree
sys.exit(0 if len(list(tree.parse('${script%.gp}.svg').iter('{http://www.w3.org/2000/svg}path'))) > 3 else 1)"
  done
}

succeeds profile connected-components --n 300 --network torus:4x4 --csv steps/
check "six scripts" test "$(ls steps | grep -c '\.gp$')" = 6
draw steps
check "bars of steps" python3 bars.py steps/charge.svg steps/steps.csv forward back
check "bars of lines" python3 bars.py steps/lines.svg steps/lines.csv charge
check "lines have their files' names" grep -q '>connected_components.cpp:[0-9]*<' steps/lines.svg
check "cells are named" grep -q '>parent\[[0-9]*\]<' steps/cells.svg

succeeds profile bsp-sample-sort --n 4000 --csv supersteps/
check "a script of supersteps" test "$(cd supersteps && echo *.gp)" = supersteps.gp
draw supersteps
check "bars of supersteps" python3 bars.py supersteps/supersteps.svg supersteps/supersteps.csv largest_work forward back shared.forward shared.back

finish
