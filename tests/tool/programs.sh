#!/usr/bin/env bash
# Finding one's way among the programs: list by family and model, show, and scale.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

names() { awk '/^  / { print $1 }' out; }

# Every program is in one family, and of one model; CRCW stands for all that write concurrently.
succeeds list programs
names | sort >all.txt
for family in scan search sort list tree graph matrix number string geometry emulation; do
  succeeds list programs --family "$family"
  names >>by_family.txt
done
check "each program is in one family" diff all.txt <(sort by_family.txt)
for model in EREW CREW CRCW BSP; do
  succeeds list programs --model "$model"
  names >>by_model.txt
done
check "each program is of one model" diff all.txt <(sort by_model.txt)
succeeds list --family sort --model erew
names >some.txt
check "family and model together" grep -qx bitonic-sort some.txt
if grep -qx quicksort some.txt; then wrong "quicksort is not EREW"; fi
succeeds list programs --model common
says "boolean-or"
succeeds list programs --model multiprefix
names >some.txt
check "multiprefix is a model" grep -qx multiprefix-ranks some.txt
if grep -qx histogram some.txt; then wrong "histogram takes no multiprefix"; fi
succeeds list programs --model arbitrary
says "bridges"
fails 2 "--family = 'srot'|scan, |did you mean sort?" list programs --family srot
fails 2 "--model = 'CRWC'|EREW, CREW, CRCW" list programs --model CRWC
fails 2 "--model = 'BSP'|of family geometry: CREW" list programs --family geometry --model BSP
fails 2 "--family = 'sort'|nothing beside pram list networks" list networks --family sort
fails 2 "--model = 'EREW'|nothing beside pram list rules" list rules --model EREW
fails 2 "there is no option --family" run prefix-sums --family sort

# What is shown of a program: an example that runs, and the code of its file without the row of the table.
while read -r name; do
  succeeds show "$name" --json show.json
  says "$name: "
  example=$(grep -oE 'pram run [a-z0-9-]+ --n [0-9]+' out | head -n 1)
  case $example in "pram run $name --n "*) ;; *) wrong "show $name has no example" ;; esac
  read -r _ arguments <<<"$example"
  check "the example runs: $example" "$tool" $arguments
  check "$name: the code has its steps" grep -qE '\.(pardo|processors|spmd|transpose)\(' out
  if grep -qF '.oracle =' out; then wrong "$name: the row of the table is shown as code"; fi
  check "$name is the program shown" grep -q "\"program\": \"$name\"" show.json
done <all.txt
succeeds show cc
says "connected-components: "
says "Shiloach"
says "O(log n)"
says "programs/src/graph/components/connected_components.cpp"
succeeds show prefix-sums
says "std::vector<std::int64_t> prefix_sums("
succeeds show leftmost-one --json show.json
says "programs/src/search/first_one.hpp"
says "inline void first_one("
check "shared code is in JSON" jq -e '.shared[0].file == "programs/src/search/first_one.hpp" and
  (.shared[0].code | contains("co_await")) and (.code | contains("leftmost_one"))' show.json
succeeds show two-three-tree
says "batch_insertion.hpp"
says "tree_nodes.hpp"
succeeds profile leftmost-one --n 64 --html page.html
check "a page has the lines of shared code" grep -q 'block_has_one\[self.id() / s\] = true' page.html
fails 2 "'prefix-sum'|did you mean prefix-sums?" show prefix-sum
fails 2 "a program is missing" show
fails 2 "there is no option --n" show prefix-sums --n 4

# Growth.
succeeds scale prefix-sums --n 2^4..2^9 --components 16 --threads 1
narrow out
check "T is fitted beside the claim" grep -qE '^  T +[0-9.]+ log2 n.*\(claimed O\(log n\)\)' out
check "W is fitted beside the claim" grep -qE '^  W +[0-9.]+ n.*\(claimed O\(n\)\)' out
sed '$d' out >one.txt
succeeds scale prefix-sums --n 2^4..2^9 --components 16 --threads 3
check "the same for any number of threads" diff one.txt <(sed '$d' out)
succeeds scale matrix-product --components 16
says "claimed O(n^3)"
succeeds scale prefix-sums --n 16 --components 16
says "1 size is too few for a fit, which takes 4."
succeeds scale quicksort --n 2^4..2^7 --seeds 1..3 --components 16 --json scale.json --csv scale.csv
says "seeds 1 to 3: means"
"$tool" scale quicksort --n 2^4..2^7 --seeds 1..3 --components 16 --resume parts >out 2>err || wrong "scale with --resume"
cp out whole.txt
head -n 6 parts >some
mv some parts
code=0
"$tool" scale quicksort --n 2^4..2^7 --seeds 1..3 --components 16 --resume parts >out 2>err || code=$?
check "what is resumed comes to the same" test "$code" -eq 0
check "what is resumed is the same" diff <(sed '$d' whole.txt) <(sed '$d' out)
fails 2 "--n = '9..4'|A not above B" scale prefix-sums --n 9..4
fails 2 "--shape = 'sorte'|did you mean sorted?" scale prefix-sums --shape sorte --n 2^4..2^8
fails 2 "there is no option --input" scale prefix-sums --input x

finish
