#!/usr/bin/env bash
# Help, version and lists.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# Every table, as the help of tables lists them.
mapfile -t tables < <("$tool" tables --help | sed -nE '/^Commands:/,/^Other:/s/^  ([a-z][a-z-]*)( .*|)$/tables \1/p')
((${#tables[@]} >= 9)) || wrong "${#tables[@]} tables"
for command in "" list show run profile trace compare scale slack route replay topology probe patterns collective bsp report tables verify completion version "completion bash" "completion zsh" "completion fish" manual new check "${tables[@]}"; do
  for asked in "$command --help" "help $command"; do
    succeeds $asked
    says "Usage: pram${command:+ $command}"
    says "Examples:"
    narrow out
    # A name and its text are two words: the text begins in column 23, behind a blank, or in a line of its own.
    sed '/^Examples:/,$d' out | awk '/^  [^ ]/ && length > 22 && substr($0, 22, 1) != " "' >glued
    if [[ -s glued ]]; then wrong "a name runs into its text: $(head -n 1 glued)"; fi
  done
  # A short help is a screen, and says where all is.
  succeeds $command -h
  says "Usage: pram${command:+ $command}"
  says "${command:+ $command} --help has all."
  narrow out
  lines=$(wc -l <out)
  ((lines <= 24)) || wrong "the short help has $lines lines: $command"
done

# Help is given whatever else stands there.
succeeds run prefix-sums --n nonsense --help
says "Usage: pram run"

for command in run profile; do
  succeeds $command --help
  for option in --n --shape --input --components --network --access --rule --placement --threads --seed --max-steps --output --json --ledger; do
    says "$option "
  done
done
succeeds tables combining --help
for option in --runs --json --threads; do says "$option "; done
succeeds tables rcn-full --help
for option in --large --json; do says "$option "; done
succeeds tables --help
for table in combining rcn-full; do says "  pram tables $table"; done

# Shapes stand in their list and with each program, and not in the help of every command.
for command in run profile trace compare scale slack verify; do
  succeeds $command --help
  says "pram list shapes"
  if grep -q wilkinson out; then wrong "the help of $command lists shapes"; fi
done

# Every program that an example names is there, under that very name.
for command in "" run profile trace compare scale slack verify; do
  succeeds $command --help
  for name in $(grep -oE 'pram (run|profile|trace|compare|scale|slack|verify) [a-z-]+' out | awk '$3 !~ /^-/ {print $3}'); do
    check "the example's program $name exists" "$tool" run "$name" --n 8
  done
done

succeeds --version
check "the version is a line" grep -qE '^pram [0-9]+\.[0-9]+\.[0-9]+$' out

# The overview fits on a screen, and names every family and list.
succeeds list
narrow out
lines=$(wc -l <out)
((lines >= 20 && lines <= 40)) || wrong "the overview has $lines lines"
for family in scan search sort list tree graph matrix number string geometry emulation; do
  check "the overview has $family" grep -qE "^  $family +[0-9]+  [a-z]" out
done
for list in networks topologies protocols rules placements patterns collectives shapes; do
  check "the overview has $list" grep -qE "^  $list +[0-9]+  [a-zA-Z]" out
done
says "pram show PROGRAM"

# Each part in a line of its own; on a terminal long ones wrap.
succeeds list programs
for program in "${programs[@]}"; do check "list has $program" grep -qE "^  $program +[^ ].*(EREW|CREW|CRCW)" out; done
cp out all.txt
for list in networks topologies protocols rules placements patterns; do
  succeeds list $list
  cat out >>all.txt
done
cp all.txt out
for name in ideal router direct combining EREW CREW common arbitrary priority tolerant collision sum minimum maximum bit_and bit_or bit_xor product hashed balanced direct; do
  check "list has $name" grep -qE "^  $name +[^ ]" out
done
for name in torus hypercube omega permutation bit-reversal h-relation; do check "list has $name" grep -qE "^  $name +[^ ]" out; done
for heading in Programs Networks Access Rules Placements Topologies Patterns; do check "list has $heading" grep -qE "^$heading" out; done

# One list at a time, networks with the topologies.
succeeds list --help
says "Usage: pram list [LIST]"
for list in programs topologies protocols rules placements patterns collectives shapes; do
  succeeds list $list
  check "$list has rows" grep -qE "^  [^ ]+ +[^ ]" out
  check "$list is one" test "$(grep -cE '^[^ ]' out)" -eq 1
done
succeeds list networks
for name in ideal router torus omega; do check "networks has $name" grep -qE "^  $name +[^ ]" out; done
succeeds list access
for name in direct combining adaptive sorting integer-sort tree copies; do check "access has $name" grep -qE "^  $name +[^ ]" out; done

# The examples of route, probe and patterns run as they stand.
for command in route probe patterns collective; do
  succeeds $command --help
  sed -n '/^Examples:/,$p' out | grep -oE "pram $command .*" | grep -v -- '--file' >examples.txt
  check "$command has examples" test -s examples.txt
  while read -r _ line; do eval "succeeds $line"; done <examples.txt
done

finish
