#!/usr/bin/env bash
# pram route: traffic by pattern and from files, drained, against lower bounds.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

mean() { grep -A 1 -E "^ *\"$1\": \{" out | sed -nE 's/^ *"mean": ([0-9.e+-]+),$/\1/p' | head -n 1; }

# Every pattern on networks of every kind: drained, never faster than the bounds, 80 columns.
for network in torus:8x8 grid:8x8 hypercube:6 omega:64 butterfly:64 ring:64 rcn-full:8,1 complete:64 star:64 product:ring:4,complete:16 \
  torus:8x8,ports=one hypercube:6,duplex=half,routing=valiant omega:64,combining=unlimited torus:8x8,startup=2,bandwidth=2; do
  for pattern in permutation bit-reversal transpose shuffle tornado complement uniform uniform:3 hot-spot hot-spot:4 h-relation:4; do
    succeeds route --network $network --pattern $pattern
    narrow out
    says "drained in"
    says "lower bounds"
    if grep -qwE -- '-?nan|-?inf' out; then wrong "$pattern on $network: a number that is none"; fi
    ratio=$(sed -nE 's/^  steps to the best bound +([0-9.]+)$/\1/p' out)
    check "$pattern on $network is not faster than possible ($ratio)" awk -v ratio="${ratio:-0}" 'BEGIN { exit !(ratio >= 1) }'
  done
done

# Known cases.
succeeds route --network ring:16 --pattern complement --json -
check "messages" test "$(mean messages)" = 16.0
succeeds route --network hypercube:10 --pattern complement
check "a complement takes its ten hops" grep -qE '^  hops +10,240$' out
succeeds route --network omega:8 --pattern bit-reversal
check "a bit reversal of 8 is not conflict-free" grep -q 'not conflict-free: [0-9]* passes by greedy first fit' <(tr '\n' ' ' <out | tr -s ' ')
succeeds route --network omega:8 --pattern complement
says "conflict-free"
succeeds route --network complete:8 --pattern tornado
says "drained in 1 step,"
succeeds route --network omega:16 --pattern permutation --runs 20
check "of several, how many" grep -qE '[0-9]+ of 20 permutations are conflict-free' <(tr '\n' ' ' <out | tr -s ' ')
for word in mean "± error" largest; do says "$word"; done
narrow out
succeeds route --network omega:1024,combining=unlimited --pattern hot-spot
says "merged into others"

# Sizes: the name's, or those of --components.
succeeds route --network torus --components 256 --pattern tornado
says "torus:16x16: 256 terminals"
succeeds route --network torus --pattern tornado
says "4,096 terminals"
succeeds route --network hypercube,ports=one --components 64 --pattern tornado
says "hypercube:6,ports=one"
succeeds route --network torus:8x8 --components 64 --pattern tornado
fails 2 "--network = 'torus:8x8'|64" route --network torus:8x8 --components 100 --pattern tornado

# Runs, seeds and words.
succeeds route --network torus:8x8 --pattern permutation --seed 4 --json -
grep -v wall_seconds out >expected.json
succeeds route --network torus:8x8 --pattern permutation --seed 4 --json -
grep -v wall_seconds out >again.json
check "the same on every run" cmp -s expected.json again.json
succeeds route --network torus:8x8 --pattern permutation --seed 5 --json -
grep -v wall_seconds out >again.json
if cmp -s expected.json again.json; then wrong "the seed changes nothing"; fi
for key in version network traffic terminals links seed runs asked steps messages hops merged latency largest_queue utilisation bounds ratio passes conflict_free interrupted wall_seconds; do
  check "the key $key" grep -qE "^  \"$key\": " out
done
for key in distance farthest ports bisection best; do check "the bound $key" grep -qE "^    \"$key\": " out; done
if command -v python3 >/dev/null; then check "another parser reads it" python3 -m json.tool out; fi
succeeds route --network ring:8 --pattern tornado --words 5
says "tornado of 5 words"
succeeds route --network ring:8 --pattern tornado --json route.json
check "a file" grep -q '"version": 2' route.json

# Messages from a file: commas, blanks, comments, empty lines, any order of sources.
printf '# source,destination,words\n0,3\n\n  5 , 6 ,4  # long\n2\t1\r\n1 7 2\n' >messages.csv
succeeds route --network ring:8 --file messages.csv --json -
check "four messages" test "$(mean messages)" = 4.0
check "their hops" test "$(mean hops)" = 7.0
check "the long one takes its time" test "$(mean steps)" = 4.0
"$tool" route --network ring:8 --file - <messages.csv >out 2>err || wrong "from a pipe"
says "standard input on ring:8"
succeeds route --network ring:8 --file messages.csv --runs 3
printf '3,3' >self.csv
succeeds route --network ring:8 --file self.csv
says "drained in 0 steps"
if grep -qwE -- '-?nan|-?inf' out; then wrong "a message to itself: a number that is none"; fi

# Broken files.
broken() {  # words of the error, content
  printf -- "$2" >broken.csv
  fails 1 "broken.csv$1" route --network ring:8 --file broken.csv
}
broken ": |no messages" ''
broken "|no messages" '# nothing\n\n   \n'
broken ":2: |source 'x'" '0,1\nx,1\n'
broken ":1: |source '-1'" '-1,2\n'
broken ":1: |destination '-2'" '1,-2\n'
broken ":1: |source '8' is not from 0 to 7" '8,1\n'
broken ":1: the destination '99999999999999999999' is not from 0 to 7" '1,99999999999999999999\n'
broken ":1: the destination '4294967296'" '1,4294967296\n'
broken ":3: |destination is missing" '1,2\n\n3\n'
broken ":1: the destination is missing" '3,\n'
broken ":1: the source is missing" ',3\n'
broken ":1: the number of words '0' is not from 1" '1,2,0\n'
broken ":1: the number of words is missing" '1,2,\n'
broken ":1: the number of words '-3'" '1,2,-3\n'
broken ":1: the number of words '99999999999'" '1,2,99999999999\n'
broken "|'5' is more than belongs on the line" '1,2,3 5\n'
broken "|'1.5'" '1.5,2\n'
broken "|'0x1'" '0x1,2\n'
broken "|'1;2'" '1;2\n'
broken ":2: a NUL byte" '1,2\n\0003,4\n'
head -c 4096 /dev/urandom >broken.csv
fails 1 "broken.csv" route --network ring:8 --file broken.csv
fails 1 "missing.csv|no such file" route --network ring:8 --file missing.csv
mkdir folder
fails 1 "folder" route --network ring:8 --file folder
fails 2 "--file = ''" route --network ring:8 --file ""

# What a hostile user may type.
fails 2 "--network is missing|pram route --help" route
fails 2 "--pattern or --file is missing" route --network ring:8
fails 2 "--network = 'tors:8x8'|did you mean torus?" route --network tors:8x8 --pattern tornado
fails 2 "--network = ''" route --network "" --pattern tornado
fails 2 "--network = 'ring:'" route --network ring: --pattern tornado
fails 2 "--network = 'ring:-8'" route --network ring:-8 --pattern tornado
fails 2 "--network = 'ring:99999999999999999999'" route --network ring:99999999999999999999 --pattern tornado
fails 2 "--network = 'torus:8x8,prts=one'|did you mean ports?" route --network torus:8x8,prts=one --pattern tornado
fails 2 "--network = 'torus:8x8,ports=two'" route --network torus:8x8,ports=two --pattern tornado
fails 2 "--pattern = 'tornadoo'|did you mean tornado?" route --network ring:8 --pattern tornadoo
fails 2 "--pattern = ''" route --network ring:8 --pattern ""
fails 2 "--pattern = 'bit-reversal'|power of two|not 12" route --network ring:12 --pattern bit-reversal
fails 2 "--pattern = 'transpose'|square|not 12" route --network ring:12 --pattern transpose
fails 2 "--pattern = 'shuffle'|even|not 9" route --network ring:9 --pattern shuffle
fails 2 "--pattern = 'h-relation'|whole number" route --network ring:8 --pattern h-relation
for value in 0 -1 x 99999999999999999999 4294967296; do
  fails 2 "--pattern = 'h-relation:$value'|whole number from 1" route --network ring:8 --pattern h-relation:$value
done
fails 2 "--pattern = 'tornado:3'|no arguments" route --network ring:8 --pattern tornado:3
fails 2 "--file|either" route --network ring:8 --file messages.csv --pattern tornado
fails 2 "--words|--pattern" route --network ring:8 --file messages.csv --words 3
for value in 0 -1 x ""; do
  for option in --runs --words --components; do
    fails 2 "$option = '$value'|whole number from 1" route --network ring --pattern tornado $option "$value"
  done
done
fails 2 "--seed = '-1'" route --network ring:8 --pattern tornado --seed -1
fails 2 "--patern|did you mean --pattern?" route --network ring:8 --patern tornado
fails 2 "--json = ''" route --network ring:8 --pattern tornado --json ""
fails 1 "--json|nowhere/x" route --network ring:8 --pattern tornado --json nowhere/x
fails 2 "--json|--file" route --network ring:8 --file messages.csv --json ./messages.csv

# Messages that keep coming: the ring's most loaded link has 7 messages of a step at rate 1.
succeeds route --network ring:16 --pattern tornado --rate 0.05,0.1,saturation --json steady.json
narrow out
says "the most loaded one at a rate of 0.1429"
says "7.00 hops"
check "the capacity" grep -qE '"capacity": 0\.142857' steady.json
check "saturation is near it" awk '/"saturation":/ { gsub(/[^0-9.]/, "", $2); exit !($2 > 0.135 && $2 < 0.155) }' steady.json
check "rates ascend, kept up with below saturation alone" awk '/"rate":/ { split($0, part, /[:,]/); kept = /"keeps_up":true/
  if (part[2] + 0 <= last || (lost && kept)) exit 1; last = part[2] + 0; lost = !kept; ++rows } END { exit !(rows > 6 && lost) }' steady.json
check "a saturated network has no latency" grep -qE '"latency":null,"latency_99":null.*"keeps_up":false' steady.json
for key in version network pattern terminals links seed window zero_load capacity bisection_capacity saturation looked_for_saturation rates interrupted wall_seconds; do
  check "the key $key" grep -qE "^  \"$key\": " steady.json
done
succeeds route --network torus:8x8,routing=valiant --pattern uniform --rate 0.01 --html steady.html --svg steady
says "keeps up with 0.01 messages"
# To a random terminal and from there: twice the four hops of uniform traffic, but for messages to their own source.
says "7.88 hops"
says "bisection full      at a rate of 1,"
for picture in latency accepted; do check "a picture of $picture" test -s steady/$picture.svg; done
check "its page" grep -q 'What is accepted' steady.html
for network in grid:8x8 hypercube:6 omega:64 rcn-full:8,1 star:64 dragonfly:4,2,2 fat-tree:4,2 hamming-mesh:2,2,2,2,routing=spread; do
  succeeds route --network $network --pattern permutation --rate 0.05,saturation --window 200
  narrow out
  says "saturat"
done
# From each group of a dragonfly to the next: minimal routes share a link, and adaptive ones go round it.
succeeds route --network dragonfly:4,2,2 --pattern shift:8 --rate 0.3
says "is saturated by 0.3 messages"
succeeds route --network dragonfly:4,2,2,routing=ugal-g --pattern shift:8 --rate 0.3
says "keeps up with 0.3 messages"
fails 2 "--network|routing= with one of own, valiant, spread, spread-all, ugal-l, ugal-g" route --network ring:8,routing=ugal --pattern shift:1 --rate 0.3
# What each row of RCN-FULL sends to the row behind shares one link, or spreads at every level.
for given in "rcn-full:4,2 19" "rcn-full:4,2,routing=spread-all 6" "rcn-full:4,2,routing=spread-all,switching=wormhole 6"; do
  succeeds route --network ${given% *} --pattern shift:16
  check "the steps of ${given% *}" grep -qE "^ +steps until drained +${given#* }\$" out
done
fails 2 "--network = 'torus:8x8,routing=spread-all'|routing=spread-all on rcn-full:A,L alone" route --network torus:8x8,routing=spread-all --pattern shift:1
succeeds route --network torus:8x8 --pattern uniform --rate 0.2 --drain 0
says "not all arrived"
for value in 0 -0.1 1.5 x "" 0.1,,0.2 nan; do
  fails 2 "--rate = '$value'|numbers above 0" route --network ring:8 --pattern tornado --rate "$value"
done
fails 2 "--window|nothing without --rate" route --network ring:8 --pattern tornado --window 10
for given in "--runs 3" "--words 2" "--links" "--file messages.csv"; do
  fails 2 "${given%% *}|nothing beside --rate" route --network ring:8 --pattern tornado --rate 0.1 $given
done
fails 2 "--network|routing= and seed= alone" route --network ring:8,ports=one --pattern tornado --rate 0.1

# Ctrl-C reports the runs that are done.
"$tool" route --network torus:64x64 --pattern h-relation:8 --runs 100000 --json part.json >out 2>err &
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
