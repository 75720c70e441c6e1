#!/usr/bin/env bash
# pram tables: the papers' numbers and ours side by side.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

succeeds tables combining --runs 3
narrow out
for table in 1 2 3; do says "Table $table."; done
check "Table 1 has the paper's 82" grep -qE '^ +4096 +82 ' out
check "Table 2 has the paper's phases" grep -qE '^ *1024 +paper +1\.71 +0\.71 +0\.26 +0\.14 +2\.8$' out
check "Table 3 has both bases" grep -qE '\(32,8,4,4\) +\(32,16,8\)' out

succeeds tables combining --runs 3 --threads 1 --json -
grep -vE 'wall_seconds' out >expected.json
for threads in 2 3; do
  succeeds tables combining --runs 3 --threads $threads --json -
  grep -vE 'wall_seconds' out >again.json
  check "the same on $threads threads" cmp -s expected.json again.json
done
succeeds tables combining --runs 3 --seed 2 --json -
grep -vE 'wall_seconds' out >again.json
if cmp -s expected.json again.json; then wrong "the seed changes nothing"; fi
for key in name cells degree basis paper measured error runs; do check "the key $key" grep -qE "\"$key\":" out; done
check "cells of three tables" test "$(grep -oE '"degree":' out | wc -l)" -eq 48
check "each of three runs" test "$(grep -oE '"runs":3[,}]' out | wc -l)" -eq 48
if command -v python3 >/dev/null; then check "another parser reads it" python3 -m json.tool out; fi
succeeds tables combining --runs 1 --json tables.json
check "a file" grep -q '"version": 2' tables.json
says "Table 1."

# Hundreds of millions of steps of nodes: too slow under a sanitizer.
if [[ ${PRAM_TEST_SIZE:-} != @(tiny|small) ]]; then
  succeeds tables rcn-full --json tables.json
  narrow out
  check "a network's properties" grep -qE '^ +\(4,2\) +256 +all +7 +7 +5 +5 +600 +600$' out
  check "a sort, executed" grep -qE '^ +\(16,2\) +65536 +22 +22 +70 +2,474 +2,474 +9,224$' out
  check "accesses, executed" grep -qE '^ +\(16,2\) +65536 +5,058 +5,058 +18,798 +2,540 +2,540 +9,434$' out
  check "by formula only" grep -qE '^ +\(2,4\) .* \* +101,249 ' out
  check "a crossover" grep -qE '^ +3 +2\^22 +2\^44 ' out
  check "pins" grep -qE '^ +512 +16511-16512 +16512 +16511§ +191-192 +192 +191§ +1152 +1152$' out
  check "what is marked is explained" test "$(grep -cE '^  (†|‡|§|\*) ' out)" -eq 4
  for key in version properties costs sorts crossovers pins executed formula paper least most log2_nodes wall_seconds; do
    check "the key $key" grep -qE "\"$key\":" tables.json
  done
  if command -v python3 >/dev/null; then check "another parser reads it" python3 -m json.tool tables.json; fi
fi
fails 2 "one of combining, theorem,| total-exchange, torus" tables rcn
succeeds tables integer-sort --runs 1 --json sort.json
narrow out
check "a sort by six bits" grep -qE '^ +6 +4 +32 +322\.4 ' out
check "its factor beside combining's" grep -qE '^ +1 +5\.[89]. +3\.[01]. +1\.[234].$' out
for key in version bits digit digits count formula charge factor degrees degree integer_sort combining adaptive; do
  check "the key $key" grep -qE "\"$key\":" sort.json
done
succeeds tables combining-tree --runs 1 --json tree.json
narrow out
check "one hot cell" grep -qE '^ +4 +6 +24 +24 +24 +24 +4,4,4,4,4,4$' out
check "beside direct access" grep -qE '^ +direct +1 +4,096 +4,096$' out
check "many hot cells" grep -qE '^ +64 +2 +12 +[0-9]+ +128 ' out
for key in version components runs seed degrees degree levels formula forward back combining access others phases cells largest bound direct; do
  check "the key $key" grep -qE "\"$key\":" tree.json
done
fails 2 "--components = '1'|from 2 to" tables combining-tree --components 1
succeeds tables embeddings --json embeddings.json
narrow out
check "a mesh on RCN-FULL by both algorithms" grep -qE '^ +mesh +3 +3 +3 +64 +65 +4 +4$' out
check "a hypercube on a torus" grep -qE '^ +hypercube +8 +- +8 +13 +13 +- +-$' out
for key in version embeddings host guest kind nodes dilation dilation_bound mean least_steps own spread congestion steps; do
  check "the key $key" grep -qE "\"$key\":" embeddings.json
done
succeeds tables crcw-steps --nodes 256 --json steps.json
narrow out
check "one cell on RCN-FULL" grep -qE '^ +rcn-full:16,1 +256 +53 +11 +55 +572 +9 +1\.4$' out
check "one cell on RCN-FULL of atoms that are no power of two" grep -qE '^ +rcn-full:9,1 +81 .* 546 +9 +[0-9.]+$' out
check "one cell on its two levels" grep -qE '^ +rcn-full:3,2 +81 .* 2,799 +21 +[0-9.]+$' out
check "a torus of as many nodes does not sort" grep -qE '^ +torus:9x9 +81 .* - +24 ' out
check "random cells on a mesh of trees" grep -qE '^ +mesh-of-trees:8 +176 +42 +44 +82 +-$' out
check "no larger network" test "$(grep -c 4096 out)" -eq 0
for key in version steps network nodes least one_cell random direct switches combining sorting; do
  check "the key $key" grep -qE "\"$key\":" steps.json
done
fails 2 "--nodes = '15'|is not allowed" tables crcw-steps --nodes 15
succeeds tables copies --modules 1024 --json copies.json
narrow out
check "a batch that leaves a core" grep -qE '^ +1 +2 +0\.71 +- +- +- +- +4 +8[678]\.[0-9]+%$' out
check "rounds of copies" grep -qE '^ +0\.5 +3 +1\.18 +2\.2 +2 +3 +13\.5 +0 +-$' out
check "no more modules" test "$(grep -c 4,096 out)" -eq 0
for key in version runs seed rounds modules batch collide largest mean fewest most charge stuck left fullest one two; do
  check "the key $key" grep -qE "\"$key\":" copies.json
done
fails 2 "--modules = '1000'|is not allowed" tables copies --modules 1000
succeeds tables hash-families --keys 4096 --components 64 --runs 3 --json hash.json
narrow out
check "a family" grep -qE '^ +k-wise:5 +[0-9.]+ +[0-9]+ +[0-9]+$' out
for key in version keys bins runs seed largest_bins family mean high worst; do
  check "the key $key" grep -qE "\"$key\":" hash.json
done
fails 2 "--keys = '0'|from 1 to" tables hash-families --keys 0
succeeds tables optical-relations --components 64 --runs 2 --json relations.json
narrow out
check "a permutation takes a cycle" grep -qE '^ +64 +1 +1 +1\.0 ± 0\.0 +1\.00 ' out
for key in version relations components h what thinning thinning_error thinning_of_h backoff backoff_error backoff_of_h; do
  check "the key $key" grep -qE "\"$key\":" relations.json
done
fails 2 "--components = '32'|from 64 to 4096" tables optical-relations --components 32
succeeds tables first-arrival --components 16 --runs 2 --json writes.json
narrow out
check "a writer a cell has none to beat" grep -qE '^ +1 +[0-9.]+ +[0-9.]+ +[0-9.]+ +0 +[0-9.]+ +[0-9.]+$' out
for key in version seed components rows degree barriers drawn drawn_of_barriers again first first_of_barriers; do
  check "the key $key" grep -qE "\"$key\":" writes.json
done
fails 2 "--components = '32'|a power of four from 4 to 4096" tables first-arrival --components 32
succeeds tables adaptive-networks --components 16 --runs 2 --json networks.json
narrow out
check "a protocol on the first network" grep -qE '^ +router +direct +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$' out
check "seven networks" test "$(grep -cE '^ +adaptive ' out)" -eq 7
for key in version seed components rows network access distinct_charge degree_1 degree_4 degree_16 degree_p half_p one_of_p; do
  check "the key $key" grep -qE "\"$key\":" networks.json
done
fails 2 "--components = '32'|a power of four from 16 to 4096" tables adaptive-networks --components 32
succeeds tables line-memory --components 64 --steps 8 --json lines.json
narrow out
check "a line of distinct addresses" grep -qE '^ +degree 1 +[0-9.]+ +[0-9.]+ +0\.[0-9]+ +5 +0$' out
check "a line that is never trusted" grep -qE '^ +degree p +([0-9.]+) +\1 +1\.00 +0 +0$' out
for key in version seed components steps rows line counted remembered of_counted guesses wrong; do
  check "the key $key" grep -qE "\"$key\":" lines.json
done
fails 2 "--steps = '3'|from 4" tables line-memory --steps 3
succeeds tables theorem --runs 2 --components 64 --eps 0.4 --delta 1 --json theorem.json
narrow out
says "with m = 3 phases, p^ε requests a component, ε = 0.4"
says "What the proof goes through, random spreading, 2 runs"
for key in proof phase basis arrivals share_above_basis largest_load mean_largest_load most_load share_above_load tail_rate; do
  check "the key $key" grep -qE "\"$key\":" theorem.json
done
fails 2 "--eps = '2'|at most 1" tables theorem --eps 2
fails 2 "--eps = '0.1'|6 phases" tables theorem --eps 0.1
fails 2 "--eps = '1'|134217728" tables theorem --eps 1
fails 2 "phases = '2'|at least 1 + floor(1 / epsilon) = 3" tables theorem --phases 2
succeeds tables banks --json banks.json
narrow out
check "columns by rows" grep -qE '^ +row +1 +16 +1 +1 +4 +4 +4$' out
check "halves of bits" grep -qE '^ +xor-halves +1 +1 +1 +2 \(1\.75\) +1 +2 \(1\.54\) +2 \(1\.91\)$' out
check "twice as many banks" grep -qE '^ +root-skewed +1 +1 +1 +1 +1 +1 +1$' out
check "a transposition" grep -qE '^ +16 +row +16 +in step +256 +16 +272 +32 +8\.50$' out
for key in version size stride conflicts banks scheme pattern positions least worst mean at_least transpositions fullest order written read cycles verified; do
  check "the key $key" grep -qE "\"$key\":" banks.json
done
succeeds tables banks --size 2 --banks 1
fails 2 "--stride = '17'|is not allowed|1 to 16, the size" tables banks --stride 17
fails 2 "--size = '1'|is not allowed" tables banks --size 1
fails 2 "--banks = '0'|is not allowed" tables banks --banks 0
fails 2 "takes no value" tables rcn-full --large=yes
fails 2 "no option --runs" tables rcn-full --runs 3

finish
