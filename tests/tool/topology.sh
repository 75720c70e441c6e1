#!/usr/bin/env bash
# pram topology: a topology in numbers and as a drawing.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# Every family, from its first lines to its bounds.
for name in ring:8 path:8 complete:8 star:8 grid:4x4 torus:4x4 hypercube:4 product:ring:4,star-graph:3 rcn-full:4,1 omega:8 \
  inverse-omega:8 butterfly:8 de-bruijn:4 fat-tree:2,3 dragonfly:4,2 dragonfly:4,2,2 slim-fly:5 hyperx:4,4 flattened-butterfly:4,2 \
  hamming-mesh:2,2,2,2 star-graph:4 pancake:4 ccc:3 shuffle-exchange:4 tree:3 mesh-of-trees:4; do
  succeeds topology $name
  narrow out
  says "$name: "
  for word in nodes links degree diameter "mean distance" status bisection B1 B2 wormhole; do says "  $word"; done
  if grep -qwE -- '-?nan|-?inf' out; then wrong "$name: a number that is none"; fi
done

# Known numbers.
succeeds topology slim-fly:5 --json -
for field in '"nodes": 50' '"terminals": 50' '"links": 175' '"degree": 7' '"diameter": 2' '"status": 91.0' '"b1": 91'; do
  says "  $field,"
done
succeeds topology fat-tree:4,3
says "112: 64 of components, 48 switches"
says "32 links between two halves of the components"
succeeds topology torus:8x8
says "256, the distances"
succeeds topology ring:1
says "1 node, 0 links"

# Sizes: the name's, or those of --components.
succeeds topology torus
says "torus:8x8: 64 nodes"
succeeds topology torus:3d --components 27
says "torus:3x3x3: 27 nodes"
fails 2 "torus:8x8|64" topology torus:8x8 --components 100
fails 2 "slim-fly:6|Q an odd prime" topology slim-fly:6
fails 2 "dragonfly:0,0|all at least 1" topology dragonfly:0,0
fails 2 "ring:2000000|at most 2^20" topology ring:2000000
fails 2 "torus:8x8,ports=one|sizes and no options" topology torus:8x8,ports=one
fails 2 "did you mean slim-fly?" topology slim-flie:5
fails 2 "router" topology router
fails 2 "a topology is missing" topology

# Drawings.
succeeds topology dragonfly:4,2 --svg pictures --html page.html
check "a picture" test -s pictures/topology.svg
check "a dot a node" test "$(grep -o '<circle' pictures/topology.svg | wc -l)" = 36
check "the page" grep -q "Nodes and links" page.html
succeeds topology slim-fly:5 --dot graph.dot
check "an edge a link" test "$(grep -c -- ' -- ' graph.dot)" = 175
run topology de-bruijn:3 --dot -
check "it is no failure" test "$code" -eq 0
check "wires have a direction" grep -q '^digraph' out
check "the text is beside it" grep -q "de-bruijn:3: 8 nodes" err
fails 2 "--dot|at most 4194304 links" topology complete:10000 --dot graph.dot
fails 2 "--json|another place than that of" topology ring:4 --dot one --json one
if command -v dot >/dev/null; then check "Graphviz reads it" dot -Tplain graph.dot -o plain.txt; fi
finish
