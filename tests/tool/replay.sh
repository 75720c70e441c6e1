#!/usr/bin/env bash
# pram replay: traces of GOAL by prices and on networks, and traces that are wrong.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# 16 ranks, in 4 rounds each tells the one 2^k further on.
{
  echo 'num_ranks 16'
  for ((rank = 0; rank < 16; ++rank)); do
    echo "rank $rank {"
    for ((k = 0; k < 4; ++k)); do
      echo "s$k: send 1b to $(((rank + (1 << k)) % 16)) tag $k"
      echo "r$k: recv 1b from $(((rank + 16 - (1 << k)) % 16)) tag $k"
      if ((k > 0)); then printf 's%s requires r%s\nr%s requires s%s\n' $k $((k - 1)) $k $((k - 1)); fi
    done
    echo '}'
  done
} >dissemination.goal
succeeds replay dissemination.goal
says "dissemination.goal on loggops:L=2500,o=1500,g=1000,G=6,O=0,S=65535: done after"
says "22,000 ns"
says "16 ranks, 128 operations"
succeeds replay dissemination.goal --json result.json
check "the makespan" grep -q '"makespan": 22000' result.json
check "the overhead of the path" grep -q '"overhead": 12000' result.json
check "the network's part" grep -q '"network": 10000' result.json
"$tool" replay - <dissemination.goal >out 2>err || wrong "standard input is not read"
says "standard input on loggops"
succeeds replay dissemination.goal --network loggops:L=1,o=1,g=0 --csv result.csv
says "12 ns"
check "CSV has the pieces" grep -q 'overhead' result.csv

# On a network a step is a nanosecond; the hops of a ring are 1 + 2 + 4 + 8.
succeeds replay dissemination.goal --network ring:16,startup=9 --overhead 5 --links --json ring.json
check "the ring's time is more than its hops" test "$(grep -oE '"makespan": [0-9]+' ring.json | grep -oE '[0-9]+')" -ge $((15 * 10 + 8 * 5))
check "all hops" grep -q "\"hops\": $((16 * (1 + 2 + 4 + 8)))" ring.json
succeeds replay dissemination.goal --network hypercube --json cube.json
check "as many terminals as ranks" grep -q '"network": "hypercube:4"' cube.json
succeeds report ring.json --html ring.html
says "dissemination.goal on ring:16,startup=9"
check "a page" grep -q "<title>dissemination.goal on ring:16,startup=9" ring.html
check "links over time, read again" grep -q "Links over time" ring.html
check "links in JSON" grep -q '"links_over_time"' ring.json
succeeds replay dissemination.goal --network ring:16,startup=9
says "the most loaded links"
succeeds replay dissemination.goal --html page.html
check "no links by prices" test "$(grep -c "Links over time" page.html)" = 0

fails 2 "a trace is missing" replay
fails 1 "no-such.goal: there is no such file" replay no-such.goal
fails 2 "--network = 'ring:8'|at least 16 terminals" replay dissemination.goal --network ring:8
fails 2 "--network = 'ring:16,switching=wormhole'|store-and-forward or cut-through" replay dissemination.goal --network ring:16,switching=wormhole
fails 2 "--network = 'loggops:l=3'|L, o, g, G, O and S, in upper and lower case" replay dissemination.goal --network loggops:l=3
fails 2 "--overhead|nothing beside loggops" replay dissemination.goal --overhead 3
fails 2 "--components|nothing beside loggops" replay dissemination.goal --components 16
fails 2 "--network|did you mean" replay dissemination.goal --network tours:4x4
printf 'num_ranks 1\nrank 0 {\na: calk 5\n}\n' >syntax.goal
fails 2 "syntax.goal:3: calc, send or recv is expected, and 'calk' is there" replay syntax.goal
printf 'num_ranks 1\nrank 0 {\na: calc 5\nb: calc 5\na requires b\nb requires a\n}\n' >circle.goal
fails 1 "circle.goal:4: operations of rank 0 wait in a circle" replay circle.goal
printf 'num_ranks 2\nrank 0 {\na: send 8b to 1\n}\n' >unmatched.goal
fails 1 "unmatched.goal:3: rank 0, 'a': a message to rank 1 with tag 0 has no receive" replay unmatched.goal
fails 2 "--json|FILE" replay dissemination.goal --json dissemination.goal

# Many messages of two ranks.
{
  echo 'num_ranks 2'
  for rank in 0 1; do
    echo "rank $rank {"
    for ((k = 0; k < 100000; ++k)); do echo "send 100b to $((1 - rank))"; echo "recv 100b from $((1 - rank))"; done
    echo '}'
  done
} >long.goal
succeeds replay long.goal --network path:2 --json -
check "all messages" grep -q '"messages": 200000' out

finish
