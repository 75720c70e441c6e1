#!/usr/bin/env bash
# The manual's gallery: each page that it links is made by a command that it shows, and has a picture to click on, which
# is drawn by such a command or stands in the repository.
docs=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../../docs")
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

cat >entries.py <<'END_OF_SCRIPT'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
pages = re.findall(r'href="_static/gallery/([^"]+)"', text)
entries = re.findall(r'<a class="entry" href="_static/gallery/([^"]+)"><img src="_static/([^"]+)" alt="([^"]+)">[^<]+</a>', text)
assert len(pages) >= 16 and pages == [page for page, _, _ in entries], "a page without a picture"
assert len({alt for _, _, alt in entries}) == len(entries), "two pictures say the same"
for page, picture, _ in entries:
    print(page, picture)
END_OF_SCRIPT
python3 entries.py "$docs/gallery.md" >entries || wrong "an entry of the gallery"

mkdir gallery
sed -n 's/^\$ \.\/pram //p' "$docs/gallery.md" >commands
while read -ra command; do
  (cd gallery && "$tool" "${command[@]}" >/dev/null) || wrong "pram ${command[*]}"
done <commands

while read -r page picture; do
  check "the page $page" test -s "gallery/$page"
  if [[ $picture == gallery/* ]]; then
    check "the picture $picture" grep -q '<svg ' "$picture"
  else
    check "the picture $picture" test -s "$docs/_static/$picture"
    check "the size of $picture" test "$(wc -c <"$docs/_static/$picture")" -lt 100000
  fi
done <entries
# No picture that nothing shows.
for picture in "$docs"/_static/pictures/gallery/*; do
  check "an entry for $picture" grep -q "pictures/gallery/${picture##*/}" entries
done
finish
