#!/usr/bin/env bash
# pram collective, its tables, and programs that exchange data.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# Every operation on networks of every kind: 80 columns, verified, a number in every place.
for operation in one-to-one broadcast all-gather scatter gather all-to-all; do
  for network in bus:16 shared-memory:16,modules=4 switch:16 ring:9 torus:4x4 hypercube:4; do
    succeeds collective $operation --network $network --words 1000 --tau 10
    narrow out
    says "$operation on $network"
    says "executed step by step"
    says "lower bound"
    if grep -qwE -- '-?nan|-?inf' out; then wrong "$operation on $network: a number that is none"; fi
  done
done

# The same for operations that combine: all vectors have one length.
for operation in reduce reduce-scatter all-reduce scan; do
  for network in bus:16 shared-memory:16,modules=4 switch:16 ring:9 torus:4x4 hypercube:4 star:8 complete:8 product:ring:4,path:2; do
    for operator in sum matrix; do
      succeeds collective $operation --network $network --words 1440 --tau 10 --operator $operator
      narrow out
      says "$operation on $network"
      says "operator            $operator, of vectors of"
      says "executed step by"
      if grep -qwE -- '-?nan|-?inf' out; then wrong "$operation on $network: a number that is none"; fi
    done
  done
done
succeeds collective all-reduce --network switch:64 --words 4096 --tau 100
check "6 start-ups" grep -qE '^ +doubling \* +6 +384 +984 +984= ' out
check "2 (k - 1) words" grep -qE '^ +circulant( \*)? +12 +126 +1,326 +1,326= ' out
succeeds collective reduce --network torus:4x4 --words 640 --target 5 --operator Max --json -
check "the operator" grep -q '^  "operator": "max",$' out
succeeds collective scan --network ring --crossover --operator matrix
fails 2 "operation = 'redcue'|did you mean reduce?" collective redcue --network ring:8 --words 8
fails 2 "--operator = 'product'|sum, max, xor, matrix" collective reduce --network ring:8 --words 8 --operator product
fails 2 "--operator = 'sum'|nothing beside scatter" collective scatter --network ring:8 --words 8 --operator sum
fails 2 "--operator = 'matrix'|an operator that commutes: all-reduce-ring does not keep the order" \
  collective all-reduce --network ring:8 --words 8 --operator matrix --algorithm ring
fails 2 "--words = '9'|a multiple of 8" collective reduce --network ring:8 --words 9

# Every operation on networks of switches, on wires of one direction, and on any other topology.
for operation in one-to-one broadcast scatter gather all-gather all-to-all reduce reduce-scatter all-reduce scan; do
  for network in omega:16 dragonfly:2,2,2 de-bruijn:4,ports=one; do
    succeeds collective $operation --network $network --words 1440 --tau 10
    narrow out
    says "$operation on ${network%%,ports*}"
  done
done
succeeds collective broadcast --network omega:16 --crossover
succeeds collective broadcast --network fat-tree:4,1,ports=one,duplex=full --words 3 --tau 5
check "through the switch to all" grep -qE '^ +matchings( \*)? +2 +6 +16 +16= ' out

# Known cases: N / b + τ on a bus; papers' other names; the source does not matter on a ring.
succeeds collective broadcast --network bus:64 --words 4096 --tau 100 --algorithm best
check "4196" grep -qE ' 4,196 +4,196= +1\.000 +1\.000$' out
succeeds collective transposition --network hypercube:6 --words 4096 --tau 100
says "all-to-all on hypercube:6"
succeeds collective scatter --network ring:64 --words 4096 --tau 100 --json -
check "5248" grep -qE '"steps":32,"words":2048\.0,"time":5248\.0,' out
for key in version operation network nodes ports duplex startup bandwidth modules words source target lower_bound best algorithms asked interrupted wall_seconds; do
  check "the key $key" grep -qE "^  \"$key\": " out
done
if command -v python3 >/dev/null; then check "another parser reads it" python3 -m json.tool out; fi
grep -v wall_seconds out >expected.json
succeeds collective scatter --network ring:64 --words 4096 --tau 100 --json again.json
check "the same on every run" cmp -s expected.json <(grep -v wall_seconds again.json)
succeeds collective scatter --network ring --words 640 --source 63
says "from node 63"
says "64 nodes"
succeeds collective gather --network torus --components 25 --words 640 --target 7
says "25 nodes"

succeeds collective gather --network torus:3d --words 640
says "64 nodes"
succeeds collective broadcast --network ring:8 --words 1
says "N = 1 word"
if grep -q "1 words" out; then wrong "1 words"; fi

# All-to-all on the hypercube in pieces of whole words, and complete exchange on tori of sides that are no power of two.
succeeds collective all-to-all --network hypercube:6 --words 4096 --tau 100
check "1264" grep -qE '^ +hypercube-pieces( \*)? +12 +64 +1,264 +1,264= ' out
succeeds collective all-to-all --network hypercube:6 --words 65536 --tau 10
check "1144" grep -qE '^ +hypercube-pieces( \*)? +12 +1,024 +1,144 +1,144= ' out
succeeds collective all-to-all --network torus:12x12,ports=one,duplex=full,switching=wormhole --words 20736
check "8 start-ups, 576 blocks" grep -qE '^ +torus-suh( \*)? +8 +576 ' out

# Vectors of different lengths.
one=4096$(printf ',0%.0s' {1..63})
succeeds collective all-gather --network switch:64 --counts "$one" --tau 100
narrow out
says "words of a node     from 0 to 4,096"
check "19 rounds, as a broadcast" grep -qE '^ +circulant \* +19 +[0-9,]+ +7,4[0-9]+ +7,467 ' out
check "each of 63 steps of the ring has all words" grep -qE '^ +switch-ring +63 +258,048 +264,348 +264,348= ' out
succeeds collective all-gather --network switch:64 --counts One --words 4096 --tau 100 --json one.json
succeeds collective all-gather --network switch:64 --counts "$one" --words 4096 --tau 100 --json listed.json
check "the list and its name" cmp -s <(grep -v wall_seconds one.json) <(grep -v wall_seconds listed.json)
for network in bus:9,modules=2 shared-memory:8 ring:9 torus:3x4 hypercube:4 omega:8 complete:5,duplex=full; do
  for counts in linear halves one; do
    succeeds collective all-gather --network $network --counts $counts --words 500 --tau 10 --json counts.json
    check "all delivered: $counts on $network" test "$(grep -c '"verified":false' counts.json)" = 0
    check "some delivered: $counts on $network" grep -q '"verified":true' counts.json
    check "counts in the JSON" grep -q '^  "counts": \[' counts.json
  done
done
succeeds collective all-gather --network switch:4 --counts 5,0,3,1 --html page.html --schedule blocks.csv
check "no counts where they are even" test -z "$(grep '"counts"' expected.json)"
fails 2 "--counts = '1,2'|a number for each of the 4 nodes: these are 2" \
  collective all-gather --network switch:4 --counts 1,2
fails 2 "--counts = 'linar'|did you mean linear?" collective all-gather --network switch:4 --counts linar --words 8
fails 2 "--counts = 'one'|nothing beside scatter" collective scatter --network switch:4 --counts one --words 8
fails 2 "--words = '9'|6, the sum of --counts" collective all-gather --network switch:3 --counts 1,2,3 --words 9
fails 2 "--words is missing" collective all-gather --network switch:4 --counts linear
fails 2 "--counts = 'one'|nothing beside --crossover" \
  collective all-gather --network switch:4 --counts one --crossover
fails 2 "--algorithm = 'hypercube-pieces'|hypercube-alternating" \
  collective all-gather --network hypercube:3 --counts one --words 9 --algorithm hypercube-pieces

# The command's other name.
succeeds exchange scatter --network ring:64 --words 4096 --tau 100 --json again.json
check "exchange is collective" cmp -s expected.json <(grep -v wall_seconds again.json)
fails 2 "pram collective: --words is missing" exchange broadcast --network ring:8

# Its pages.
succeeds collective broadcast --network ring:16 --words 640 --tau 100 --html page.html
for view in algorithms machine time others data; do check "the view $view" grep -q "id=\"$view\"" page.html; done
grep -v "Ran in\|wall_seconds" page.html >expected.html
succeeds collective broadcast --network ring:16 --words 640 --tau 100 --html page.html
check "equal pages" cmp -s expected.html <(grep -v "Ran in\|wall_seconds" page.html)
succeeds collective broadcast --network bus:16 --words 640 --algorithm best --html page.html
check "a bus has no links" test "$(grep -c 'id="machine"\|id="others"' page.html)" -eq 0
succeeds collective broadcast --network ring --crossover --html page.html
check "ranges" grep -q 'id="ranges"' page.html

# One algorithm by name.
name=$("$tool" collective broadcast --network hypercube:4 --words 64 --json - | grep -oE '"name":"[^"]*"' | head -n 1 | cut -d'"' -f4)
succeeds collective broadcast --network hypercube:4 --words 64 --algorithm "$name"
says "1 algorithm executed"

# Who wins where.
succeeds collective broadcast --network ring --crossover --tau 100
narrow out
says "k = 4096"
says "broadcast: the fastest algorithm by formula"
succeeds collective all-to-all --network hypercube:6 --crossover --json -
check "one network" test "$(grep -c '"network":' out)" -eq 1

# Which network is the cheapest: 5 + N against 100 + N / 4 is decided behind N = 126.
succeeds collective one-to-one --networks "bus:8,startup=5;bus:8,startup=100,bandwidth=4" --crossover
narrow out
check "the last of the one" grep -qE '^ +126 +.* 131$' out
check "the first of the other" grep -qE '^ +127 +bus:8,startup=100,.* 131\.75$' out
succeeds collective broadcast --networks ring,hypercube,torus:ports=one --networks switch --crossover --tau 100
narrow out
says "broadcast: the cheapest network by formula"
says "k = 4096"
succeeds collective scatter --networks "ring:64,hypercube:6" --crossover --tau 100 --json networks.json
check "one number of nodes" test "$(grep -c '"nodes":' networks.json)" -eq 1
succeeds report networks.json
narrow out
succeeds collective scatter --networks ring,omega --components 16 --crossover --csv - --html networks.html
check "rows of ranges" grep -q 'time_last' out
check "bands" grep -q 'id="ranges"' networks.html
fails 2 "--networks = 'ring:8'|at least two networks" collective broadcast --networks ring:8 --crossover
fails 2 "--networks = 'ring:8;bus:8'|nothing without --crossover" collective broadcast --networks "ring:8;bus:8" --words 8
fails 2 "--network = 'ring:8'|nothing beside --networks" \
  collective broadcast --network ring:8 --networks "ring:8;bus:8" --crossover
fails 2 "--networks = 'switch:5'|numbers of nodes in common" \
  collective broadcast --networks "ring:8;bus:8;switch:5" --crossover
fails 2 "--networks = 'rng:8'|did you mean ring?" collective broadcast --networks "rng:8;bus:8" --crossover

# The list has the algorithms.
succeeds list collectives
check "list has algorithms of collectives" grep -qE "^Algorithms of collectives" out
check "list has $name" grep -qE "^  $name +[^ ]" out

# One clear line.
fails 2 "an operation is missing|broadcast" collective --network ring:8 --words 4
fails 2 "operation = 'brodcast'|did you mean broadcast?" collective brodcast --network ring:8 --words 4
fails 2 "--network is missing" collective broadcast --words 4
fails 2 "--words is missing" collective broadcast --network ring:8
fails 2 "network = 'rng:8'|did you mean ring?" collective broadcast --network rng:8 --words 4
fails 2 "--words = '0'" collective broadcast --network ring:8 --words 0
fails 2 "--words = 'x'" collective broadcast --network ring:8 --words x
fails 2 "--tau = '-1'" collective broadcast --network ring:8 --words 4 --tau -1
fails 2 "--bandwidth = '0'" collective broadcast --network ring:8 --words 4 --bandwidth 0
fails 2 "--ports = 'two'|all, one" collective broadcast --network ring:8 --words 4 --ports two
fails 2 "--source = '8'" collective broadcast --network ring:8 --words 4 --source 8
fails 2 "--target = '1'|nothing beside broadcast" collective broadcast --network ring:8 --words 4 --target 1
fails 2 "--target = '0'|another node" collective one-to-one --network ring:8 --words 4 --target 0
fails 2 "--algorithm = 'fastest'" collective broadcast --network ring:8 --words 4 --algorithm fastest
fails 2 "--words = '4'|nothing beside --crossover" collective broadcast --network ring:8 --words 4 --crossover
fails 2 "is not allowed" collective broadcast --network ring:8 --components 9 --words 4
fails 2 "modules= with a whole number from 1 to 3" collective broadcast --network shared-memory:3,modules=0 --words 4
fails 2 "modules= with a whole number from 1 to 64" collective broadcast --network bus:modules=0 --words 4
fails 2 "ports= with" collective broadcast --network torus:3x3,ports=two --words 4
fails 1 "takes up to|GB of memory|lower --words" collective broadcast --network ring:65536 --words 2^30

# Schedules as data, and as traces that take their own time.
for algorithm in torus-rings ring tree chain; do
  succeeds collective all-reduce --network torus:4x4,duplex=full --words 512 --tau 9 --algorithm $algorithm \
    --schedule blocks.csv --goal blocks.goal --json result.json
  own=$(grep -oE '"time": ?[0-9.]+' result.json | grep -oE '[0-9.]+$' | sed 's/\.0$//')
  steps=$(tail -n +2 blocks.csv | cut -d, -f1 | sort -un | wc -l)
  largest=$(tail -n +2 blocks.csv | awk -F, '$5 > most[$1] { most[$1] = $5 } END { for (s in most) sum += most[s]; print sum }')
  check "time of the rows of $algorithm" test "$own" = $((9 * steps + largest))
  network=$(sed -n '2s/.*--network //p' blocks.goal)
  succeeds replay blocks.goal --network "$network" --json replayed.json
  check "own time of $algorithm" grep -qE "\"makespan\": ?$own\b" replayed.json
done
run collective broadcast --network switch:4 --words 12 --algorithm best --schedule -
check "the report beside the rows" grep -q "executed step by step" err
check "the rows alone" test "$(head -1 out)" = "step,hop,from,to,words,pieces"
check "nothing else" test "$(grep -cvE '^[0-9]+,0,[0-3],[0-3],[0-9]+,[0-9 ]+$' out)" = 1
fails 2 "--eager says how --goal is written" collective broadcast --network switch:4 --words 12 --eager
fails 2 "--goal = 'x'|nothing beside --network bus:4" collective broadcast --network bus:4 --words 12 --goal x
fails 2 "another place than that of --schedule" collective broadcast --network ring:4 --words 8 --goal x --schedule x
fails 2 "another place than that of --json" collective broadcast --network ring:4 --words 8 --goal x --json x
fails 2 "nothing beside --crossover" collective broadcast --network ring --crossover --schedule x

# Pages and schedules where blocks go through switches, and over wires of one direction.
for network in fat-tree:4,2 omega:8 de-bruijn:3 torus:4x4,failed-links=3; do
  for operation in broadcast all-to-all all-reduce; do
    succeeds collective $operation --network $network --words 576 --tau 5 --html page.html --schedule blocks.csv
    check "a page of $operation on $network" grep -q "Words over time" page.html
    check "rows of $operation on $network" grep -qE '^0,0,[0-9]+,[0-9]+,[0-9]+,[0-9 ]+$' blocks.csv
  done
done
fails 2 "nothing beside --network fat-tree:4,2" collective broadcast --network fat-tree:4,2 --words 16 --goal x

# Tables.
succeeds tables exchange --json tables.json
narrow out
says "k = 64, N = 65,536, τ = 10, b = 1, k* = 8"
check "shared memory's erratum" grep -qE '^ +shared memory +8,292a +8,392 ' out
if grep -q WRONG out; then wrong "wrong data"; fi
check "60 cells" test "$(grep -oE '"erratum":' tables.json | wc -l)" -eq 60
fails 2 "--nodes = '32'|a power of four from 4 to 1024" tables exchange --nodes 32
fails 2 "--nodes = '2'" tables exchange --nodes 2
fails 2 "--modules = '65'|a whole number from 1 to 64, the number of nodes" tables exchange --modules 65
fails 2 "--words = '0'" tables exchange --words 0
fails 2 "--tau = '-1'|a number from 0 to 10^12" tables exchange --tau -1
fails 2 "--bandwidth = '0'|a number above 0" tables exchange --bandwidth 0
succeeds tables total-exchange --json tables.json
narrow out
check "A2 on a torus" grep -qE '^ .*A2 +500 +500 +500 +met$' out
check "A3 on a hypercube" grep -qE '^  \(path:2\)\^8 +256 +A3 +128 +128 +128 +met$' out
check "A3 above the bound" grep -qE '^  \(ring:6\)\^2 +36 +A3 +30 +30 +27 +\+3$' out
if [[ ${PRAM_TEST_SIZE:-} != @(tiny|small) ]]; then
  succeeds tables torus --json tables.json
  narrow out
  check "A1 of 16 x 16" grep -qE '^ +A1 +9 +2,176 +2,176 +1,664† +2,560$' out
  check "by formula only" grep -qE '^ +A1 +133\* +\* +34,734,080 +34,209,792† +2,621,440$' out
  check "Tseng rearranges (N³ + 2 N²) / 2" grep -qE '^ +Tseng +18 +9,216 +9,216 +9,216 +17,408$' out
  check "Suh rearranges 3 N²" grep -qE '^ +Suh +18 +9,216 +9,216 +9,216 +3,072$' out
fi
succeeds tables collectives --json tables.json
narrow out
check "the ratios of a torus" grep -qE '^  torus:4x4( +[0-9]+\.[0-9]{2}){6}$' out
check "a network's line" grep -qF '  torus:4x4: 16 nodes, all ports, half duplex' out
check "Johnsson and Ho beside the papers" grep -qE '^  scatter +hypercube-balanced-tree +1,680 +1,360 +1\.24 +4,240 +2\.52$' out
check "the papers' are the fastest on a bus" grep -qE '^  broadcast +bus +4,196 +4,196 +1\.00 +4,196 +1\.00$' out
check "no paper combines" grep -qE '^  all-reduce +rabenseifner +1,280 +880 +1\.45 +- +-$' out
check "every topology" test "$(grep -cE '^  [a-z-]+:[^ ]*: [0-9]+ nodes' out)" -ge "$("$tool" list topologies | grep -c '^  ')"
for key in version nodes words startup bandwidth cells network ports duplex wormhole operation source target algorithms lower_bound fastest name steps time to_bound papers gain gains without interrupted; do
  check "the key $key" grep -qE "\"$key\":" tables.json
done
fails 2 "--nodes = '65'|a whole number from 4 to 64" tables collectives --nodes 65
fails 2 "--words = '0'" tables collectives --words 0
fails 2 "--tau = '-1'|a number from 0 to 10^12" tables collectives --tau -1
fails 2 "--bandwidth = '0'|a number above 0" tables collectives --bandwidth 0
if command -v python3 >/dev/null; then check "another parser reads it" python3 -m json.tool tables.json; fi
fails 2 "total-exchange, torus|did you mean exchange?" tables exchang
fails 2 "no option --large" tables exchange --large

# Programs that exchange data.
for program in matrix-transposition transpose fast-fourier-transform fft; do
  for machine in "" "--network torus:4x8" "--network omega --components 16" "--components 3 --network ring" "--network bus --components 16"; do
    succeeds profile $program --n 256 $machine
    narrow out
    says "result verified against"
    says "Collectives, by cost, all in "
    says "transpose"
  done
done
succeeds run fft --n 256 --output one.txt
succeeds run fft --n 256 --network torus:4x4 --threads 2 --output two.txt
check "the same everywhere" cmp -s one.txt two.txt
succeeds profile transpose --n 256 --network torus:4x4 --json -
check "exchanges in the JSON" grep -qE '"operation":"transpose","algorithm":"' out
check "their charge" grep -qE '"collectives": [1-9]' out
check "in all" grep -qE '"total": [1-9]' out
succeeds compare transpose --n 256 --networks "ideal;router;torus" --components 16
narrow out
says "collective"
fails 2 "--placement = 'hashed'|direct, where data are exchanged" run fft --n 64 --placement hashed
fails 2 "--n = '100'|a power of two" run fft --n 100
seq 1 6 >six.txt
fails 1 "six.txt: it holds 6 numbers, not a power of two" run fft --input six.txt
succeeds run transpose --input six.txt --output out.txt
check "a matrix of two rows" test "$(tr '\n' ' ' <out.txt)" = "1 4 2 5 3 6 "

finish
