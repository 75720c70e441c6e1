#!/usr/bin/env bash
# --svg DIR: every picture of a page as a file of its own.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# The files are XML that says how it looks, and their marks are those of the page, picture by picture.
cat >embedded.py <<'END'
import os, re, sys
import xml.etree.ElementTree as tree
page, folder = open(sys.argv[1], encoding="utf-8").read(), sys.argv[2]
shown = re.findall(r'<svg [^>]*width="([^"]*)" height="([^"]*)"[^>]*aria-label="([^"]*)">\n(.*?)</svg>', page, re.S)
files = []
for name in os.listdir(folder):
    text = open(os.path.join(folder, name), encoding="utf-8").read()
    root = tree.fromstring(text.encode("utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg", name
    assert "--ground" in root.find("{http://www.w3.org/2000/svg}style").text, name
    assert text.count("://") == 1, name + " must load nothing"
    width, height = root.get("width"), root.get("height")
    label = re.search(r"<title>(.*?)</title>", text).group(1)
    ground = f'<rect class="ground" width="{width}" height="{height}"/>\n'
    files.append((width, height, label, text.split(ground, 1)[1][: -len("</svg>\n")]))
assert sorted(files) == sorted(shown), f"{len(files)} files, {len(shown)} pictures of the page"
END

# The files, which have these names; the page has the same pictures, and so has what is made from the JSON.
has() {  # names, command…
  local names=$1
  shift
  rm -rf pictures again
  succeeds "$@" --svg pictures --html page.html --json saved.json
  check "the names of $*: $(ls pictures)" test "$(ls pictures | tr "\n" " ")" = "$names "
  check "the page of $*" python3 embedded.py page.html pictures
  succeeds report saved.json --svg again
  check "from the JSON of $*" diff -r pictures again
}
has "charge.svg components.svg degrees.svg links.svg relations.svg replies.svg timeline.svg" \
  profile histogram --n 300 --components 64 --network torus
has "charge.svg components.svg degrees.svg relations.svg speed-up.svg timeline.svg" \
  run prefix-sums --n 300 --components 16 --scale 4,16
has "networks.svg" compare histogram --n 300 --components 64
has "links.svg time.svg waiting.svg" route --network torus:8x8 --pattern uniform
has "links.svg time.svg" route --network hypercube:6 --pattern complement
has "links.svg time.svg waiting.svg" route --network omega:16 --pattern shuffle --runs 2
has "fit.svg" probe --network torus:4x4 --runs 3
has "fit.svg" probe --host --components 4 --h 1,2 --runs 3
has "protocols.svg" patterns --degree 16 --components 16 --basis "16;4,4" --runs 2
has "protocols.svg" patterns --degree 16 --components 16 --search --phases 2 --runs 2
has "algorithms.svg links.svg time-torus-halves.svg time-torus-tree.svg time-torus-two-stage.svg time.svg" \
  collective broadcast --network torus:4x4 --words 64
has "algorithms.svg links.svg time.svg" exchange broadcast --network torus:4x4 --words 64 --algorithm best
has "ranges.svg" collective broadcast --network torus --crossover
has "growth.svg" scale prefix-sums --n 2^6..2^9 --components 16

# Pictures alone, beside the text; and beside JSON on standard output.
succeeds route --network torus:8x8 --pattern uniform --svg alone
says "drained in"
check "the same pictures" test -s alone/waiting.svg
succeeds probe --network torus:4x4 --runs 3 --json - --svg alone
check "nothing else goes there" python3 -c 'import json; json.load(open("out"))'
check "files of other names stay" test -s alone/waiting.svg -a -s alone/fit.svg

# Equal runs, equal bytes.
for command in "profile histogram --n 300 --network torus" "compare histogram --n 300" \
  "scale prefix-sums --n 2^6..2^9" "patterns --degree 16 --runs 2"; do
  for threads in 1 2; do
    succeeds $command --components 64 --threads $threads --svg "threads-$threads"
  done
  check "any threads: $command" diff -r threads-1 threads-2
  rm -rf threads-1 threads-2
done

# A name in a file that is no file's name leads nowhere else.
succeeds collective broadcast --network torus:4x4 --words 64 --json saved.json --links
sed -i 's|torus-two-stage|../../up and away|g' saved.json
rm -rf pictures
succeeds report saved.json --svg pictures
check "a harmless name: $(ls pictures)" test -s "pictures/time-------up-and-away.svg"

# Where nothing is drawn a line says so, and nothing is lost.
succeeds route --network torus:8x8 --pattern uniform --json saved.json
run report saved.json --svg empty --html page.html
check "it is no failure" test "$code" -eq 0
check "one line" test "$(wc -l <err)" -eq 1
check "what it says" grep -qF "pram: --svg 'empty' stays empty: this report has no pictures" err
says "drained in"
check "the page" test -s page.html
for sweep in "run histogram --n 64..256" "compare histogram --n 64 --seeds 1..2"; do
  fails 2 "--svg|nothing beside a sweep, whose page has no pictures" $sweep --svg none
done
fails 2 "--svg" tables torus --svg none
check "no folder for what has no pictures" test ! -e none

# Folders that cannot be.
echo kept >kept.txt
for command in "route --network torus:8x8 --pattern uniform" "probe --network torus:4x4" "patterns --degree 16" \
  "collective broadcast --network torus:4x4 --words 64" "compare histogram --n 64" "scale prefix-sums --n 64..256" \
  "report saved.json"; do
  fails 1 "--svg|'kept.txt'|cannot be used" $command --svg kept.txt
  fails 1 "--svg|'kept.txt/below'|cannot be used" $command --svg kept.txt/below
  fails 2 "--svg|a folder" $command --svg -
done
check "the file is as it was" test "$(cat kept.txt)" = kept
finish
