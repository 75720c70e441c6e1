#!/usr/bin/env bash
# Builds the manual as `./pram docs` does, warnings as errors, and checks the site: every page is there, none fetches
# anything. Where Sphinx and its companions are missing and may not be installed, this is skipped and says so. Prints a
# line a check; the last line is "N passed, M failed".
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
check() {  # description, command…
  local what=$1
  shift
  if "$@" >"$work/out" 2>&1; then
    echo "passed: $what"
    passed=$((passed + 1))
  else
    echo "FAILED: $what"
    tail -n 20 "$work/out"
    failed=$((failed + 1))
  fi
}
refuses() { ! "$@"; }

# The check of what pages fetch: one that finds nothing wrong anywhere would be worth nothing.
page() {
  rm -rf "$work/site"
  mkdir "$work/site"
  printf '%s\n' "$1" >"$work/site/${2:-index.html}"
  docs/fetches_nothing.sh "$work/site"
}
check 'links that are clicked are no loads' page '<a href="https://example.org">away</a> <img src="local.png">'
check 'a script from elsewhere is found' refuses page '<script defer src="https://example.org/x.js"></script>'
check 'a style sheet is found over two lines' refuses page $'<link rel="stylesheet"\n  href="//example.org/x.css">'
check 'a font of a style sheet is found' refuses page 'a { src: url("https://example.org/font.woff") }' x.css
check 'a style sheet that imports another is found' refuses page '@import "https://example.org/x.css";' x.css

# Links of the sources, which are read as they stand, too; and the check itself.
linked() {
  rm -rf "$work/pages"
  mkdir "$work/pages"
  printf '%s\n' '# One `a` heading' "$1" >"$work/pages/page.md"
  tests/links.sh "$work/pages"
}
check 'links to a page, to a heading and into the web are fine' linked '[a](page.md) [b](#one-a-heading) [c](https://example.org)'
check 'a link to a page that is not there is found' refuses linked $'[a\nlink](pages.md)'
check 'a link to a heading that is not there is found' refuses linked '[a](page.md#another)'
check 'a picture of HTML that is not there is found' refuses linked '<img src="picture.svg" alt="a picture">'
check 'a page of a table of contents that is not there is found' refuses linked $'```{toctree}\n:maxdepth: 1\n\npages\n```'
linked_by_rst() {
  linked 'a page'
  printf '%s\n' "$1" >"$work/pages/reference.rst"
  tests/links.sh "$work/pages"
}
check 'links of reStructuredText to pages are fine' linked_by_rst $':doc:`page` :doc:`a page <page>`\n\n.. toctree::\n\n   page'
check 'a link of reStructuredText that leads nowhere is found' refuses linked_by_rst ':doc:`a page <pages>`'
check 'a page of its table of contents that is not there is found' refuses linked_by_rst $'.. toctree::\n\n   pages'
check 'every link of README.md, of the folders and of the pages leads somewhere' tests/links.sh . '_static/gallery/*'

status=0
./pram docs >"$work/log" 2>&1 || status=$?
if ((status == 2)) && grep -q 'Debian packages are missing' "$work/log"; then
  cat "$work/log"
  echo 'skipped: the manual is not built, for these packages are not here'
else
  check './pram docs builds the manual without a warning' test "$status" -eq 0
  if ((status != 0)); then tail -n 40 "$work/log"; fi
fi
if ((status == 0)); then
  pages() { find docs -name '*.md' -o -name '*.rst' | sed -E 's|^docs/(.*)\.[a-z]+$|build/docs/html/\1.html|' | xargs ls; }
  check 'every page is in the site' pages
  every_program() {
    local program
    for program in $(build/"${PRAM_PRESET:-release}"/bin/pram list programs | awk '/^  / { print $1 }'); do
      grep -q "$program" "build/docs/html/programs/$program.html" || return 1
      grep -q "href=\"$program.html\"" build/docs/html/programs/index.html || return 1
    done
    [[ -n $program ]]
  }
  check 'every program has its page' every_program
  # README.md shows some of the pictures, the first page one.
  pictures() {
    local picture
    (cd "$work" && "$OLDPWD/build/${PRAM_PRESET:-release}/bin/example_sum" >/dev/null) || return 1
    cmp docs/_static/pictures/sum-links.svg "$work/sum/links.svg" || return 1
    build/"${PRAM_PRESET:-release}"/bin/pram profile connected-components --n 1024 --components 64 --network torus:8x8 \
      --svg "$work/pictures" >/dev/null || return 1
    for picture in timeline links; do cmp "docs/_static/pictures/$picture.svg" "$work/pictures/$picture.svg" || return 1; done
  }
  check 'the pictures of README.md and of the first page are what is drawn now' pictures
  # A room is a folder that the build enters and that has an include graph of its own.
  rooms() {
    local room floors
    floors=$(sed -nE 's/^set\(floors (.*)\)$/\1/p' tests/structure/include_graph.cmake)
    for room in $floors; do grep -q ">$room</text>" docs/_static/pictures/architecture.svg || return 1; done
    [[ -n $floors ]]
  }
  check 'the picture of the architecture has every room' rooms
  check 'every field of JSON is named' python3 tests/documented_fields.py "build/${PRAM_PRESET:-release}/bin/pram"
fi

echo "$passed passed, $failed failed"
exit $((failed > 0))
