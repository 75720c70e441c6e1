#!/usr/bin/env bash
# Programs that the tool loads from a shared object (own/own_plugin.cpp).
folder=$(dirname "$(readlink -f "$1")")
if [[ ! -e $folder/libown_plugin.so ]]; then
  echo "$folder/libown_plugin.so is not built"
  exit 77
fi
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"
cp "$folder/libown_plugin.so" libmine.so
mkdir elsewhere
cp libmine.so elsewhere/libmine.so
unset OWN_PLUGIN LD_LIBRARY_PATH

# A file in place of a program: the one that it has.
seq 1 50 | shuf --random-source=<(yes) >numbers.txt
succeeds run ./libmine.so --input numbers.txt --output found.txt
says "largest: $(sort -n numbers.txt | tail -n 1)"
says "result verified"
[[ $(cat found.txt) -eq $(sort -n numbers.txt | tail -n 1) ]] || wrong "another number than sort's"
succeeds run "$PWD/elsewhere/../libmine.so" --n 100
succeeds run --n 100 ./libmine.so
succeeds run --seed=3 ./libmine.so --n 100 --components 16

# By its name beside --load; options of its own stand in help and are read.
succeeds run largest-of-all --load ./libmine.so --n 100 --json loaded.json
succeeds run --load=./libmine.so largest-of-all --n 100
succeeds run largest-of-all --load libmine.so --load ./libmine.so --load elsewhere/../libmine.so --n 100
succeeds run ./libmine.so --input numbers.txt --least 77 --output found.txt
[[ $(cat found.txt) -eq 77 ]] || wrong "--least is not heeded"
succeeds run ./libmine.so --help
says "--least"
succeeds help run ./libmine.so
says "--least"
fails 2 "--least|seven|whole number" run ./libmine.so --least seven

# The other commands.
succeeds list --load ./libmine.so
says "largest-of-all"
succeeds list programs --family own --load ./libmine.so
[[ $(grep -c '^  ' out) -eq 1 ]] || wrong "the family own has not its one program"
succeeds list networks --load ./libmine.so
says "fixed"
succeeds show ./libmine.so
says "the largest number"
says "--least"
read -ra example < <(sed -n 's/^ *example *pram //p' out)
[[ " ${example[*]} " == *" --load ./libmine.so "* ]] || wrong "the example does not load the plug-in: ${example[*]}"
succeeds "${example[@]}"
succeeds check ./libmine.so --n 16
says "all that is claimed is true"
succeeds check --load ./libmine.so --n 8
says "1 program"
succeeds compare ./libmine.so --n 64 --components 16 --networks fixed,ideal
says "fixed"
succeeds scale ./libmine.so --n 2^4..2^8
succeeds profile ./libmine.so --n 64 --network fixed --components 16 --html page.html
succeeds trace ./libmine.so --n 4
succeeds run ./libmine.so --n 2^4..2^6 --seeds 1..3 --csv runs.csv

# A network of the plug-in's own charges 100 for each phase.
succeeds run ./libmine.so --n 64 --network fixed --components 16 --json fixed.json
if command -v jq >/dev/null; then
  [[ $(jq '.charge.forward' fixed.json) -eq $((100 * $(jq '.charge.phases | length' fixed.json))) ]] ||
    wrong "another charge than 100 a phase"
fi

# All numbers of host threads give the same bits.
for threads in 1 2 3 8; do
  succeeds run ./libmine.so --n 5000 --network torus:8x8 --access combining --threads $threads --json $threads.json
  if command -v jq >/dev/null; then jq -S 'del(.wall_seconds, .machine.threads)' $threads.json >$threads.sorted; fi
done
for threads in 2 3 8; do
  if command -v jq >/dev/null; then check "ledger with $threads threads" cmp 1.sorted $threads.sorted; fi
done

# Several programs: one must be named.
export OWN_PLUGIN=two
fails 2 "pram run: ./libmine.so has several programs, largest-of-all, refuses|pram run largest-of-all --load ./libmine.so" \
  run ./libmine.so
succeeds run largest-of-all --load ./libmine.so --n 10
fails 2 "own = 'value' is not allowed: what the plug-in allows" run refuses --load ./libmine.so --n 10
succeeds check --load ./libmine.so --help
OWN_PLUGIN=none fails 2 "./libmine.so|has no program" run ./libmine.so
OWN_PLUGIN=throws fails 1 'no programs\ntoday' run ./libmine.so
OWN_PLUGIN=bundled fails 2 "prefix-sums|a name that no program has" run ./libmine.so
unset OWN_PLUGIN

# What is no plug-in, or is one for another pram.
fails 2 "./missing.so|there is no such file" run ./missing.so
fails 2 "./elsewhere|it is no file" run largest-of-all --load ./elsewhere
echo text >text.so
fails 2 "./text.so|it is no plug-in" run ./text.so
fails 2 "text.so|it is no plug-in" list --load text.so
: >nothing.so
fails 2 "./nothing.so|it is no plug-in" run ./nothing.so
fails 2 "libmine.so|is no program|./libmine.so" run libmine.so
version=$("$tool" --version | awk '{ print $2 }')
LC_ALL=C sed "s/^${version//./\\.}\$/9.8.7/" libmine.so >newer.so
cmp -s newer.so libmine.so && wrong "the version does not stand in the plug-in"
fails 2 "./newer.so|built for pram 9.8.7|this tool is pram $version|build it anew" run ./newer.so
{
  grep -aA3 'pram plug-in$' libmine.so | sed -n '/pram plug-in$/,+3p' | sed 's/.*pram plug-in/pram plug-in/'
} >mark.so
fails 2 "./mark.so|cannot load" run ./mark.so
fails 2 "--load needs a value" run largest-of-all --load
if ((EUID != 0)); then
  chmod a-r text.so
  fails 2 "./text.so|ermission denied" run ./text.so
fi

# An executable that shows nothing to what it loads says so.
if [[ -x $folder/own_programs ]]; then
  tool=$folder/own_programs
  run run ./libmine.so
  [[ $code -eq 2 && $(wc -l <err) -eq 1 ]] || wrong "own_programs run ./libmine.so: exit code $code"
  grep -qF "this executable loads none" err || wrong "own_programs does not say that it loads none"
fi

finish
