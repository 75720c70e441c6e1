#!/usr/bin/env bash
# Networks of which links and nodes have failed: the same failures in every command, and what they cut is said.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

some=torus:8x8,failed-links=5,failed-nodes=3,failure-seed=3

# In numbers.
succeeds topology "$some"
narrow out
says "$some: 61 nodes"
succeeds topology "$some" --json -
says '"unreachable_pairs": 0,'
links=$(sed -n 's/^ *"links": \([0-9]*\),$/\1/p' out)
run topology "$some" --dot -
check "the drawing has as many links" test "$(grep -c -- ' -- ' out)" = "$links"

# Every command has the same links, counted by direction.
succeeds route --network "$some" --pattern permutation --json -
says "\"links\": $((2 * links)),"
says '"terminals": 61,'
succeeds route --network "$some,switching=wormhole" --pattern permutation
succeeds run prefix-sums --network "$some" --json -
says "\"network\": \"$some\""
says '"components": 61'
succeeds run prefix-sums --network torus:4x4,failed-links=4 --components 16
succeeds collective broadcast --words 8 --network "$some"
says "61"
printf 'num_ranks 2\nrank 0 {\na: send 8b to 1\n}\nrank 1 {\nb: recv 8b from 0\n}\n' >two.goal
succeeds replay two.goal --network "$some" --json -
says "\"links\": $((2 * links)),"
succeeds probe --network torus:4x4,failed-links=3 --runs 2
succeeds patterns --network torus:4x4,failed-links=3 --hotspot 2 --runs 1
succeeds topology "$some" --svg pictures
check "a dot a node" test "$(grep -o '<circle' pictures/topology.svg | wc -l)" = 61

# What is cut off.
cut=path:6,failed-links=1,failure-seed=1
succeeds topology "$cut"
narrow out
says "of 30 ordered pairs of components"
says "none, for a total exchange does not end"
succeeds topology "$cut" --json -
says '"b1": null,'
says '"b2": null,'
succeeds topology "$cut" --svg cut
succeeds topology omega:8,failed-nodes=5 --svg cut
succeeds topology ring:4,failed-links=4
says "0 links between two halves"
for command in "run prefix-sums" "collective broadcast --words 8" "probe"; do
  fails 2 "--network = '$cut'|every component reaches every other|of 30 pairs" $command --network "$cut"
done
printf '0,5\n' >message.csv
fails 1 "no path leads from node 0 to node 5" route --network "$cut" --file message.csv
fails 1 "no path leads from node" route --network "$cut" --pattern complement
printf 'num_ranks 6\nrank 0 {\na: send 8b to 5\n}\nrank 5 {\nb: recv 8b from 0\n}\n' >far.goal
fails 1 "no path leads from node 0 to node 5" replay far.goal --network "$cut"
succeeds topology ring:2,failed-nodes=1
says "1 node, 0 links"
succeeds run prefix-sums --network ring:2,failed-nodes=1

# What is not allowed.
fails 2 "failed-links= of at most 128" topology torus:8x8,failed-links=129
fails 2 "failed-links= of at most 128" run prefix-sums --network torus:8x8,failed-links=129
fails 2 "failed-nodes= of at most 63" topology torus:8x8,failed-nodes=64
fails 2 "failure-seed= with a whole number" route --network torus:8x8,failed-links=1,failure-seed=x --pattern permutation
fails 2 "failed-links= only once" run prefix-sums --network torus:8x8,failed-links=1,failed-links=2
fails 2 "did you mean failed-links?" run prefix-sums --network torus:8x8,failed-link=1
fails 2 "sizes first" topology product:torus:4x4,failed-links=1,ring:4
fails 2 "sizes beside failed-nodes=" run prefix-sums --network torus,failed-nodes=1
fails 2 "connects 61 components, and 64 are wanted" run prefix-sums --network "$some" --components 64
fails 2 "nodes times components up to 2^28" topology torus:256x256,failed-links=1
fails 2 "router" run prefix-sums --network router,failed-links=1
succeeds topology torus:8x8,failed-links=0,failure-seed=9
says "torus:8x8: 64 nodes"

succeeds list topologies
check "the list says it once" test "$(grep -c failed-links out)" = 1
finish
