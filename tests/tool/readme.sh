#!/usr/bin/env bash
# tests/readme.sh: what it finds wrong in a README, and what it rewrites. The tool is one of this test's own.
checker=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")/readme.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.bash" "$@"

mkdir bin
cat >bin/pram <<'TOOL'
#!/usr/bin/env bash
case $1 in
  count) printf 'Numbers up to %s\n' "$2"; seq "$2"; echo "Ran in 0.0$RANDOM s on $(nproc) host threads." ;;
  broken) echo 'so far so good'; exit 3 ;;
esac
TOOL
chmod +x bin/pram
fence='```'

# readme COMMAND [SAMPLE [SECOND SAMPLE]]: a README that shows them
readme() {
  printf '# Title\n\n%sconsole\n$ %s\n%s\n' "$fence" "$1" "$fence"
  shift
  for sample in "$@"; do printf '\nSome words.\n\n%stext\n%s\n%s\n' "$fence" "$sample" "$fence"; done
} >README.md

examine() {  # options of the checker; leaves $code and the file out
  code=0
  PRAM_BIN=$work/bin bash "$checker" "$@" "$work/README.md" >out 2>&1 </dev/null || code=$?
}

accepts() {  # description
  examine
  [[ $code -eq 0 ]] || wrong "$1: not accepted"
  grep -qE '^[1-9][0-9]* passed, 0 failed$' out || wrong "$1: no last line"
}

refuses() {  # description, words
  examine
  [[ $code -eq 1 ]] || wrong "$1: accepted"
  says "$2"
}

whole=$'Numbers up to 3\n1\n2\n3\nRan in 17 min 3 s on 64 host threads.'
readme './pram count 3'
accepts 'a command without a sample'
readme './pram count 3' "$whole"
accepts 'a sample that is what is printed, but for the time'
readme './pram count 3' "${whole/2/4}"
refuses 'another number' 'the sample of ./pram count 3 is not what is printed'
readme './pram count 3' "${whole%$'\n'*}"
refuses 'a line too few' 'the sample of ./pram count 3 is not what is printed'
readme './pram count 3' "$whole"$'\nand so on'
refuses 'a line too many' 'the sample of ./pram count 3 is not what is printed'
readme './pram count 9' $'…\n4\n5\n…\n8\n…' $'…\n3\n…\n9\nRan in 1 ms.' $'Numbers up to 9\n…'
accepts 'excerpts'
readme './pram count 9' $'…\n5\n4\n…'
refuses 'an excerpt in the wrong order' 'is not what is printed'
readme './pram count 9' $'…\n4\n6\n…'
refuses 'an excerpt with a hole' 'is not what is printed'
readme './pram count 9' $'…\n8'
refuses 'an excerpt that ends too early' 'is not what is printed'
readme 'seq 3 | tail -n 1 | xargs ./pram count' "$whole"
refuses 'a pipe without the tool behind it' 'which of several commands prints this sample'
readme 'seq 3 | ./pram count 3' "$whole"
accepts 'a pipe into the tool'
readme 'seq 3 | ./pram count 3' "${whole/2/4}"
refuses 'a pipe into the tool, another number' 'the sample of seq 3 | ./pram count 3 is not what is printed'
readme 'false | ./pram count 3'
refuses 'a pipe into the tool from what fails' 'FAILED: false | ./pram count 3'
readme './pram broken'
refuses 'a command that fails' 'FAILED: ./pram broken'
says 'so far so good'
readme './pram broken' 'so far so good'
refuses 'a command that fails, with a sample' 'FAILED: ./pram broken'
readme $'./pram count 3\n$ ./pram count 4' "$whole"
refuses 'a sample of two commands' 'which of several commands'
printf '# Title\n\n%stext\nwords\n%s\n' "$fence" "$fence" >README.md
refuses 'a sample of nothing' 'no command and no program prints this sample'
printf '# Title\n\n%s\nwords\n%s\n' "$fence" "$fence" >README.md
refuses 'nothing to check' 'no example ran'
printf '# Title\n\n%scpp\nint main() {}\n%s\n' "$fence" "$fence" >README.md
refuses 'a program that is no example' 'is none of examples'
readme './pram count 3' "$whole"
printf '\n## Another section\n\n%stext\nwords\n%s\n' "$fence" "$fence" >>README.md
refuses 'a sample after a heading' 'no command and no program prints this sample'

# A listing that says which file it is from; several pages at once.
root=$(dirname "$(dirname "$checker")")
printf '#!/bin/sh\necho fifteen\n' >bin/example_list_ranking
chmod +x bin/example_list_ranking
listing() {  # what it is from, file below the root that has its text, sample
  printf '# Title\n\n<!-- from: %s -->\n%scpp\n' "$1" "$fence"
  cat "$root/$2"
  printf '%s\n\n%stext\n%s\n%s\n' "$fence" "$fence" "$3" "$fence"
} >README.md
ranking=tests/examples/list_ranking.cpp
listing $ranking $ranking fifteen
accepts 'a listing with the text of its file, and what it prints'
listing $ranking $ranking sixteen
refuses 'a listing that prints something else' "the sample of $ranking is not what is printed"
quoting() {  # file that has the text of a block that is from LICENSE
  printf '# Title\n\n<!-- from: LICENSE -->\n%scpp\n' "$fence"
  cat "$root/$1"
  printf '%s\n' "$fence"
} >README.md
quoting LICENSE
accepts 'the text of a file that is no example'
cp README.md listed
quoting $ranking
refuses 'another text' 'quotes LICENSE, and not as it is now'
examine --update
cmp -s README.md listed || wrong 'another text: not rewritten'
listing tests/examples/no_such.cpp $ranking fifteen
refuses 'a listing of what is not there' 'quotes tests/examples/no_such.cpp, which is not there'
part="$ranking, \"int main\" to \"}\""
sed -n '/^int main/,/^}/p' "$root/$ranking" | sed '$d' >part
printf '# Title\n\n<!-- from: %s -->\n%scpp\n%s\n%s\n' "$part" "$fence" "$(<part)" "$fence" >README.md
accepts 'a part of a file'
printf '# Title\n\n<!-- from: %s -->\n%scpp\n%s\n%s\n' "${part/int main/no such line}" "$fence" "$(<part)" "$fence" >README.md
refuses 'a part that is not there' 'which is not there'
printf '# Title\n\n%s{literalinclude} ../%s\n:language: cpp\n%s\n' "$fence" "$ranking" "$fence" >README.md
refuses 'a listing that only a build of the manual shows' 'which readers of its source do not see'
readme './pram count 3' "${whole/2/4}"
cp README.md other.md
readme './pram count 3' "$whole"
examine other.md
[[ $code -eq 1 && $(grep -c '^passed: ./pram count 3$' out) -eq 1 ]] || wrong 'two pages: the second is not examined, or the command ran twice'

# Rewriting: what differs, and nothing else; times that stand in lines otherwise equal stay.
readme './pram count 3' "${whole/2/4}" $'…\n7\nRan in 1 s.' $'Numbers up to 5\n…\n3\n…'
cp README.md before
examine --only 'no such command' --update
cmp -s before README.md || wrong 'rewritten, but nothing was to run'
examine --update
[[ $code -eq 0 ]] || wrong 'rewriting failed'
mv README.md rewritten
readme './pram count 3' "$whole" $'…\n1\n2\n3\nRan in 1 s.' $'Numbers up to 3\n…\n1\n…'
cmp README.md rewritten || wrong 'rewritten to something else'
accepts 'what was rewritten'
finish
