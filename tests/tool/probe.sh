#!/usr/bin/env bash
# pram probe: random h-relations fitted as g h + l.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# The router's cost is its own line.
succeeds probe --network router --components 64
says "a random h-relation costs 1.00 h + 0.00"
narrow out
succeeds probe --network router:g=2,l=10 --components 64 --runs 3
says "costs 2.00 h + 10.00"
succeeds probe --network ideal --components 64
says "costs 0.00 h + 1.00"

# Every network of the list, with the points asked for.
for network in $("$tool" list | sed -n '/^Networks/,/^$/p' | awk '/^  / { print $1 }'); do
  [[ $network == product ]] && network=product:ring:8,complete:8
  succeeds probe --network $network --components 64 --runs 2
  narrow out
  says "a random h-relation costs"
  check "$network: six points" test "$(grep -cE '^ +(1|2|4|8|16|32) ' out)" -eq 6
  if grep -qwE -- '-?nan|-?inf' out; then wrong "$network: a number that is none"; fi
done
succeeds probe --network torus:8x8 --h 1,3,2^3
check "three points" test "$(grep -cE '^ +(1|3|8) +[0-9]' out)" -eq 3
says "64 components"
succeeds probe --network torus:8x8 --h 5 --runs 1
if grep -qwE -- '-?nan|-?inf' out; then wrong "one point: a number that is none"; fi

succeeds probe --network torus:8x8 --runs 2 --html page.html
check "a page with the line" grep -q 'id="fit"' page.html
succeeds probe --host --components 2 --threads 1 --runs 1 --h 0,1,4 --html page.html
check "a page of this computer" grep -q 'µs a superstep' page.html

succeeds probe --network torus:8x8 --json -
grep -v wall_seconds out >expected.json
for key in version network components seed asked g l deviation points interrupted wall_seconds; do check "the key $key" grep -qE "^  \"$key\": " out; done
for key in mean error largest fitted residual; do check "a point's key $key" test "$(grep -cE "^    \{\"h\":.*\"$key\":" out)" -eq 6; done
if command -v python3 >/dev/null; then check "another parser reads it" python3 -m json.tool out; fi
succeeds probe --network torus:8x8 --json -
grep -v wall_seconds out >again.json
check "the same on every run" cmp -s expected.json again.json
succeeds probe --network torus:8x8 --seed 2 --json -
grep -v wall_seconds out >again.json
if cmp -s expected.json again.json; then wrong "the seed changes nothing"; fi
succeeds probe --network router --json probe.json
check "a file" grep -q '"version": 2' probe.json

# This computer: every number is there, and none is negative.
succeeds probe --host --components 8 --h 0,1,2^4 --runs 3
says "this computer: a superstep of w operations and h words costs w + "
says "8, on "
narrow out
check "host: three points" test "$(grep -cE '^ +(0|1|16) +[0-9]' out)" -eq 3
if grep -qwE -- '-?nan|-?inf|-[0-9.]+' out; then wrong "host: a number that is none or negative"; fi
succeeds probe --host --components 8 --h 0,1 --runs 1 --threads 1 --json -
for key in version processes threads runs operations_a_second g l seconds_a_word seconds_a_superstep points interrupted wall_seconds; do
  check "host: the key $key" grep -qE "^  \"$key\": " out
done
check "host: one thread" grep -q '"threads": 1' out
succeeds probe --host --components 4096 --runs 1
check "host: all points" test "$(grep -cE '^ +(0|1|4|16|64|256) +[0-9]' out)" -eq 6
fails 2 "--network = 'router'|nothing beside --host" probe --host --network router
fails 2 "--seed = '1'|nothing beside --host" probe --host --seed 1
fails 2 "--components = '1'|from 2" probe --host --components 1
fails 2 "--h = '-1'|whole numbers from 0" probe --host --h -1
fails 2 "--h = '2^20'|whole numbers from 0 to 262144" probe --host --h 2^20
fails 2 "--runs = '0'" probe --host --runs 0
fails 2 "--threads = '1'|nothing without --host" probe --network router --threads 1

# What a hostile user may type.
fails 2 "--network is missing|pram probe --help" probe
fails 2 "--network = 'routr'|did you mean router?" probe --network routr
fails 2 "--network = ''" probe --network ""
fails 2 "--network = 'router:'" probe --network router:
fails 2 "--network = 'router:g=0'" probe --network router:g=0
fails 2 "--network = 'torus:8x8'|64" probe --network torus:8x8 --components 65
for value in "" 0 -1 x 1,,2 1, ,1 1.5 99999999999999999999 2^27; do
  fails 2 "--h = '$value'|whole numbers from 1 to 2097152" probe --network router --components 64 --h "$value"
done
for value in 0 -1 x ""; do
  for option in --runs --components; do fails 2 "$option = '$value'|whole number from 1" probe --network router $option "$value"; done
done
fails 2 "--components = '1048577'" probe --network router --components 1048577
fails 2 "--seed = '-1'" probe --network router --seed -1
fails 2 "--pattern" probe --network router --pattern tornado
fails 2 "'more'|too many" probe --network router more
fails 2 "--json = ''" probe --network router --json ""
fails 1 "--json|nowhere/x" probe --network router --json nowhere/x

# Ctrl-C reports what is done.
"$tool" probe --network torus:64x64 --runs 100000 >out 2>err &
process=$!
sleep 1
kill -INT $process
code=0
wait $process || code=$?
[[ $code -eq 130 ]] || wrong "exit code $code after Ctrl-C"
says "interrupted"
check "nothing on standard error" test ! -s err

# On the host too, though one h alone would take minutes.
"$tool" probe --host --components 4096 --h 256 --runs 100000 >out 2>err &
process=$!
sleep 1
kill -INT $process
code=0
wait $process || code=$?
[[ $code -eq 130 ]] || wrong "exit code $code after Ctrl-C within supersteps of one h"
says "interrupted"
check "nothing on standard error" test ! -s err

finish
