#!/usr/bin/env bash
# Every call of BSPlib, from C: what the standard says of it, on 1 to 300 processes.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

compile -std=c99 "$sources/calls.c" -o calls
names=$(grep -oE 'ENTRY\([a-z_]+\)' "$sources/calls.c" | grep -v '(function)' | tr -d ')' | sed 's/.*(/ok /')
for settings in "processes=1" "processes=2" "processes=7" "processes=64" "processes=300 components=16" \
  "processes=9 network=torus:3x3" "processes=40 network=router:g=3,l=7 components=7 time=charged" \
  "processes=4 rule=priority" "processes=12 private-globals=no stack=512K"; do
  alone_succeeds "$settings" ./calls all
  [[ $(<out) == "$names" ]] || wrong "not all calls are ok with PRAM_BSP='$settings'"
done
# Of thousands each call by itself, but for those in which all tell all.
if ! sanitized; then
  for name in put get hpmove set_tagsize registration_again pop_in_any_order; do
    for processes in 1024 4096; do
      alone_succeeds "processes=$processes" ./calls $name
      says "ok $name"
    done
  done
fi
# On several host threads processes go on where another one has left them.
for threads in 2 3 8; do
  PRAM_FORCE_WORKERS=1 alone_succeeds "processes=64 threads=$threads" ./calls all
  [[ $(<out) == "$names" ]] || wrong "not all calls are ok on $threads threads"
done
# Every process has its variables for itself: what main and process 0 know of each other's is not lost.
for name in put get send registration_again; do
  alone_succeeds "processes=5" ./calls $name
  says "ok $name"
done
finish
