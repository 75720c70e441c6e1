#!/usr/bin/env bash
# pram patterns: request patterns through access protocols, and the search for a basis.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

total() { grep -A "$2" -F "  $1" out | awk '$1 == "total" {print $2; exit}'; }

# Every kind of pattern on networks of every kind: 80 columns, a charge that is one.
printf '# addresses\n7\n7\n\n  123456789012345678  # long\n0\r\n7\n' >addresses.txt
for network in router ideal bus torus:8x8 hypercube:6 omega:64 omega:64,combining=unlimited; do
  for kind in "--degree 16" "--zipf 1" "--mix 64:0.5,1:0.5" "--hotspot 3" "--file addresses.txt"; do
    succeeds patterns --components 64 --network $network $kind --runs 3
    narrow out
    says "combining:8,8"
    says "direct"
    says "total"
    if grep -qwE -- '-?nan|-?inf' out; then wrong "$kind on $network: a number that is none"; fi
  done
done

succeeds patterns --components 64 --degree 16 --runs 2 --html page.html
check "a page with the protocols" grep -q 'id="protocols"' page.html
succeeds patterns --components 64 --degree 16 --search --phases 2 --runs 2 --html page.html
check "a page with the bases" grep -q 'The best bases' page.html

# Known cases: a hot spot costs each phase its number where spreading is modular.
succeeds patterns --requests 4096 --hotspot 1 --basis "16,16,16;32,16,8" --spread modular --runs 2
check "48 units" test "$(total combining:16,16,16,spread=modular 4)" = 48.0
check "56 units" test "$(total combining:32,16,8,spread=modular 4)" = 56.0
succeeds patterns --requests 4096 --hotspot 1 --access "direct;combining:64,64,spread=modular" --runs 1
check "4096 units" test "$(total direct 2)" = 4096.0
check "128 units" test "$(total combining:64,64,spread=modular 3)" = 128.0
succeeds patterns --components 3 --file addresses.txt --json -
check "five requests" grep -qE '^  "requests": 5,$' out
"$tool" patterns --components 3 --file - <addresses.txt >out 2>err || wrong "from a pipe"
says "standard input: 5 requests"

# The adaptive protocol beside combining, and what no protocol can do better than.
succeeds patterns --components 64 --degree 64 --access "adaptive;combining" --runs 3
narrow out
says "  adaptive"
says "is the least that any protocol can charge for it"

# Owners of addresses: r*, with direct charged for every request, and the phase to the owners at least r*.
succeeds patterns --components 64 --degree 16 --owners 32 --runs 3 --json owners.json
narrow out
says "degree 16, 32 to an owner"
says "r* is 32.0: the addresses that one component owns at most"
check "32 addresses of 16 requests each" test "$(total direct 2)" = 512.0
says "combining:8,8,physical=extra"
says "combining:8,8,physical=last"
check "r* in JSON" grep -qE '"largest_owned": \{' owners.json
succeeds patterns --components 5 --file addresses.txt --owners cyclic --access direct --runs 1
says "r* is 1.0: the addresses that one component owns at most"
succeeds patterns --components 64 --degree 16 --owners hashed --runs 3 --json -
check "no r* of a hash" test -z "$(grep largest_owned out)"
fails 2 "--owners = '1'|at least 2, as 64 components own the 128 addresses" patterns --components 64 --degree 16 --owners 1
fails 2 "--owners = 'balanced'|hashed beside --hash" patterns --degree 1 --owners balanced --hash xxh3
fails 2 "--owners = 'cyclic'|hashed beside --defeat" patterns --defeat xxh3 --components 16 --owners cyclic
fails 2 "--owners = 'cyclc'|a whole number, or one of hashed, balanced, cyclic; did you mean cyclic?" \
  patterns --degree 1 --owners cyclc
fails 2 "--owners = '0'|at least 1" patterns --degree 1 --owners 0
fails 2 "--owners = 'cyclc'|did you mean cyclic?" patterns --degree 1 --owners cyclc
fails 2 "--owners = ''|balanced" patterns --degree 1 --owners ""

# Sizes of the name, repeated lists, each protocol once.
succeeds patterns --network torus:4x4 --degree 2 --requests 64
says "from 16 components"
succeeds patterns --components 16 --degree 4 --access direct --access combining:4,4 --basis 4,4 --basis 16 --json -
check "three protocols" test "$(grep -c '"access":' out)" -eq 3

# The seed and nothing else decides; threads do not.
succeeds patterns --components 64 --zipf 1 --seed 4 --threads 1 --json -
grep -v wall_seconds out >expected.json
succeeds patterns --components 64 --zipf 1 --seed 4 --threads 2 --json -
grep -v wall_seconds out >again.json
check "the same on every run" cmp -s expected.json again.json
succeeds patterns --components 64 --zipf 1 --seed 5 --json -
grep -v wall_seconds out >again.json
if cmp -s expected.json again.json; then wrong "the seed changes nothing"; fi
for key in version network components pattern requests addresses largest_degree distinct_charge least_charge seed asked costs search interrupted wall_seconds; do
  check "the key $key" grep -qE "^  \"$key\": " out
done
if command -v python3 >/dev/null; then check "another parser reads it" python3 -m json.tool out; fi

# Search.
succeeds patterns --components 64 --degree 64 --search --phases 3 --runs 8
narrow out
check "ten of them" grep -qE '^ +10  combining:' out
says "bases of at most 3 phases: 16 with 2 runs"
succeeds patterns --components 12 --degree 4 --search --spread modular --runs 4
says "spread=modular"
succeeds patterns --components 1 --degree 4 --search
says "combining:1"
succeeds patterns --components 64 --degree 64 --search --threads 1 --json -
grep -v wall_seconds out >expected.json
succeeds patterns --components 64 --degree 64 --search --threads 2 --json search.json
grep -v wall_seconds search.json >again.json
check "the same for any number of threads" cmp -s expected.json again.json

# Adversaries: who knows the function puts all addresses on one component; who knows the family takes consecutive ones,
# of which a multiplier near 5/64 leaves 64 components with 2048 of 131,072 each.
for family in xxh3 multiply-shift multiply-shift:multiplier=11400714819323198485 k-wise:1 k-wise:3 tabulation; do
  succeeds patterns --components 64 --defeat "$family" --requests 1000 --access "direct;combining:8,8" --runs 2
  narrow out
  says "addresses of one home under"
  check "all on one component: $family" test "$(total direct 2)" = 1000.0
done
succeeds patterns --defeat multiply-shift:multiplier=1441151880758558721 --adversary family --access direct --runs 1
says "consecutive addresses against"
check "2048 on each of 64" test "$(total direct 2)" = 2048.0
succeeds patterns --degree 1 --hash multiply-shift:multiplier=1441151880758558721 --access direct --runs 1
check "the same addresses" test "$(total direct 2)" = 2048.0
seq 0 3 4092 >threes.txt
succeeds patterns --components 64 --file threes.txt --hash multiply-shift:multiplier=12297829382473034411 --access direct --runs 1
check "multiples of 3 under its inverse" test "$(total direct 2)" = 1365.0
succeeds patterns --components 16 --degree 4 --hash K-Wise:2 --search --phases 2 --runs 2

# Broken files.
broken() {  # words of the error, content
  printf -- "$2" >broken.txt
  fails 1 "broken.txt$1" patterns --file broken.txt
}
broken ": |no addresses" ''
broken "|no addresses" '# nothing\n\n'
broken ":2: |'x'" '1\nx\n'
broken ":1: |'-1'" '-1\n'
broken ":1: |'1 2'" '1 2\n'
broken ":1: |'1.5'" '1.5\n'
broken ":3: |'18446744073709551616'|2^64 - 1" '1\n2\n18446744073709551616\n'
broken ":2: a NUL byte" '1\n\0003\n'
head -c 4096 /dev/urandom >broken.txt
fails 1 "broken.txt" patterns --file broken.txt
fails 1 "missing.txt|no such file" patterns --file missing.txt
mkdir folder
fails 1 "folder" patterns --file folder
fails 2 "--file = ''" patterns --file ""

# What a hostile user may type.
fails 2 "--degree, --zipf, --mix, --hotspot, --file and --defeat is missing|--help" patterns
fails 2 "--zipf = '1'|--degree" patterns --zipf 1 --degree 2
fails 2 "--degree = '3'|divides the 131072 requests" patterns --degree 3
for value in 0 -1 x "" 4294967296; do
  fails 2 "--requests = '$value'|whole number from 1" patterns --degree 1 --requests "$value"
done
for value in 0 -1 x ""; do
  fails 2 "--degree = '$value'" patterns --degree "$value"
  fails 2 "--hotspot = '$value'" patterns --hotspot "$value"
  fails 2 "--runs = '$value'" patterns --degree 1 --runs "$value"
  fails 2 "--components = '$value'" patterns --degree 1 --components "$value"
  fails 2 "--phases = '$value'" patterns --degree 1 --search --phases "$value"
done
fails 2 "--hotspot = '131073'|131072" patterns --hotspot 131073
for value in -1 x "" nan inf 1x 21; do fails 2 "--zipf = '$value'|exponent from 0 to 20" patterns --zipf "$value"; done
fails 2 "--mix = '4096:0.5,1:0.4'|sum to 1|0.9" patterns --mix 4096:0.5,1:0.4
fails 2 "--mix = '4096:0.01,1:0.99'|half a group" patterns --mix 4096:0.01,1:0.99
fails 2 "--mix = '1:0.5,1:0.5'|twice" patterns --mix 1:0.5,1:0.5
for value in "" 1 1: :1 1:x 0:1 1:1, 1:-1 1:nan; do fails 2 "--mix = '$value'|degree:share" patterns --mix "$value"; done
fails 2 "--access = 'sorting'|phase by phase" patterns --degree 1 --access sorting
fails 2 "--access = 'combning'|did you mean combining?" patterns --degree 1 --access direct,combning
fails 2 "--access = 'combining:5,5'|4096" patterns --degree 1 --access combining:5,5
fails 2 "--access = ''" patterns --degree 1 --access ""
fails 2 "--basis = '32,16'|4096" patterns --degree 1 --basis 32,16
fails 2 "--basis = '32,x'|commas" patterns --degree 1 --basis "32,x"
fails 2 "--basis = ''" patterns --degree 1 --basis ""
fails 2 "--basis|--search" patterns --degree 1 --basis 4096 --search
fails 2 "--access|--search" patterns --degree 1 --access direct --search
fails 2 "--phases = '3'|--search" patterns --degree 1 --phases 3
fails 2 "--spread = 'modular'|--basis" patterns --degree 1 --spread modular
fails 2 "--spread = 'modlar'|did you mean modular?" patterns --degree 1 --basis 4096 --spread modlar
fails 2 "--requesters = 'rand'|random" patterns --degree 1 --requesters rand
fails 2 "--requests|--file" patterns --file addresses.txt --requests 3
fails 2 "--phases = '12'|fewer" patterns --components 720720 --degree 1 --search --phases 12
fails 2 "--network = 'tors'|did you mean torus?" patterns --degree 1 --network tors
for family in "" md5 k-wise k-wise:0 k-wise:65 xxh3:1 multiply-shift:2 multiply-shift:multiplier=4 tabulaton; do
  fails 2 "--defeat = '$family'" patterns --defeat "$family"
  fails 2 "--hash = '$family'" patterns --degree 1 --hash "$family"
done
fails 2 "--defeat = 'tabulaton'|did you mean tabulation?" patterns --defeat tabulaton
fails 2 "--adversary = 'all'|function, family" patterns --defeat xxh3 --adversary all
fails 2 "--adversary = 'family'|beside --defeat" patterns --degree 1 --adversary family
fails 2 "--hash = 'xxh3'|--defeat" patterns --defeat xxh3 --hash xxh3
fails 2 "--defeat = 'xxh3'|--degree" patterns --degree 1 --defeat xxh3
fails 2 "--requests = '0'" patterns --defeat xxh3 --requests 0
fails 2 "--serch|did you mean --search?" patterns --degree 1 --serch
fails 2 "--json = ''" patterns --degree 1 --json ""
fails 1 "--json|nowhere/x" patterns --degree 1 --json nowhere/x
fails 2 "--json|--file" patterns --file addresses.txt --json ./addresses.txt

# Ctrl-C reports the runs that are done.
"$tool" patterns --degree 64 --runs 1000000 --json part.json >out 2>err &
process=$!
sleep 1
kill -INT $process
code=0
wait $process || code=$?
[[ $code -eq 130 ]] || wrong "exit code $code after Ctrl-C"
says "interrupted"
check "the JSON is marked" grep -q '"interrupted": true' part.json
check "nothing on standard error" test ! -s err

finish
