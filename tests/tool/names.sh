#!/usr/bin/env bash
# Upper and lower case of names does not matter: what is printed and written is the same, under the names as lists have them.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# Names of a list, with every letter a capital.
capitals() { tr '[:lower:]' '[:upper:]' <<<"$1"; }

# same ARGUMENTS… -- ARGUMENTS…: both print the same, but for times
same() {
  local first=()
  while [[ $1 != -- ]]; do
    first+=("$1")
    shift
  done
  shift
  succeeds "${first[@]}"
  sed -E 's/ in (under )?[0-9.]+ (ms|s)\b.*//; s/"wall_seconds": ?[0-9.e-]+//' out >expected
  succeeds "$@"
  sed -E 's/ in (under )?[0-9.]+ (ms|s)\b.*//; s/"wall_seconds": ?[0-9.e-]+//' out >found
  cmp -s expected found || wrong "pram $* does not print what pram ${first[*]} prints: $(diff expected found | head -n 3)"
}

same run prefix-sums --n 64 --network torus:4x4,ports=one --access combining --rule crew --placement balanced --shape sorted --json - -- \
  run PREFIX-SUMS --n 64 --network TORUS:4X4,Ports=ONE --access Combining --rule CREW --placement BALANCED --shape Sorted --json -
same run cc --n 64 --components 16 --ledger steps --json - -- run CC --n 64 --components 16 --ledger STEPS --json -
same profile histogram --n 200 --components 16 --network omega --rule sum --no-host-time -- \
  profile Histogram --n 200 --components 16 --network Omega --rule SUM --no-host-time
same compare prefix-sums --n 64 --components 16 --networks ideal,router:g=2 --access direct,combining -- \
  compare Prefix-Sums --n 64 --components 16 --networks IDEAL,Router:G=2 --access DIRECT,Combining
same compare prefix-sums --n 16..64 --components 16 --networks ideal,router --csv - -- \
  compare prefix-sums --n 16..64 --components 16 --networks Ideal,ROUTER --csv -
same scale prefix-sums --n 16..256 --components 16 --network ring --shape sorted -- \
  scale Prefix-Sums --n 16..256 --components 16 --network RING --shape SORTED
same route --network torus:8x8 --pattern h-relation:2 --json - -- route --network Torus:8x8 --pattern H-Relation:2 --json -
same probe --network torus:4x4 --h 1,2 --runs 2 --json - -- probe --network TORUS:4x4 --h 1,2 --runs 2 --json -
same patterns --degree 2 --components 16 --network torus --access direct,combining --requesters consecutive --json - -- \
  patterns --degree 2 --components 16 --network TORUS --access Direct,COMBINING --requesters CONSECUTIVE --json -
same patterns --degree 2 --components 16 --owners balanced --json - -- \
  patterns --degree 2 --components 16 --owners Balanced --json -
same patterns --degree 2 --components 16 --basis 4,4 --spread modular --json - -- \
  patterns --degree 2 --components 16 --basis 4,4 --spread Modular --json -
same collective all-to-all --network ring:8,ports=one --words 64 --algorithm all --json - -- \
  collective All-To-All --network RING:8,PORTS=one --words 64 --algorithm ALL --json -
same collective broadcast --network bus:8 --words 64 --ports all --json - -- \
  collective BROADCAST --network BUS:8 --words 64 --ports ALL --json -
same trace prefix-sums --n 8 --network ring -- trace PREFIX-sums --n 8 --network Ring
same show prefix-sums -- show Prefix-Sums
same list networks -- list Networks
same list programs --family graph --model bsp -- list PROGRAMS --family Graph --model BSP
same tables combining --help -- tables Combining --help
same completion bash -- completion Bash

# Every name of every list that a run takes.
for list in networks protocols rules placements; do
  case $list in
    networks) option=--network ;;
    protocols) option=--access ;;
    rules) option=--rule ;;
    placements) option=--placement ;;
  esac
  mapfile -t names < <("$tool" list $list | grep -oE '^  [^ ]+' | tr -d ' ')
  mapfile -t names < <(drawn 4 "${names[@]}")
  for name in "${names[@]}"; do
    run run prefix-sums --n 16 --components 16 $option "$name"
    before=$code
    sed "s/$name/NAME/g" err >expected
    run run prefix-sums --n 16 --components 16 $option "$(capitals "$name")"
    [[ $code -eq $before ]] || wrong "$option $(capitals "$name") ends by $code, and in lower case by $before"
  done
done

# A file of a graph, and of a machine.
printf '0 1\n1 2\n' >graph.txt
same run cc --input graph.txt --format snap --components 4 -- run cc --input graph.txt --format SNAP --components 4
printf '{"network": "TORUS:4x4", "rule": "Crew", "placement": "Direct"}' >machine.json
same run prefix-sums --n 64 --network torus:4x4 --rule CREW --placement direct --json - -- run prefix-sums --n 64 --machine machine.json --json -

# A project's program has no name of another program but for its letters.
fails 2 "name = 'CC'|a name that no program has" new CC

finish
