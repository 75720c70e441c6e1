#!/usr/bin/env bash
# Builds the manual: docs/build.sh TOOL FOLDER puts the site into FOLDER/html. A warning is an error, and so is a page
# that would fetch anything from the network. `./pram docs` calls it, once it has seen to the packages that it needs.
set -euo pipefail

tool=$(readlink -f "$1")
mkdir -p "$2"
folder=$(readlink -f "$2")
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
begin=$SECONDS

# The pages stand in a tree of their own, beside the repository's folders, so that generated pages join them and the
# listings are found where the pages say.
tree=$folder/tree
rm -rf "$tree" "$folder/html"
mkdir -p "$tree"
for entry in "$root"/*; do
  case $(basename "$entry") in
    build) ;;
    docs) cp -r "$entry" "$tree/docs" ;;
    *) ln -s "$entry" "$tree/" ;;
  esac
done

/usr/bin/python3 "$root/docs/generate.py" "$tool" "$tree/docs"

rm -rf "$folder/doxygen"
(
  cd "$root"
  FOLDER=$folder/doxygen FILTER=$root/docs/doxygen_filter.sh doxygen docs/Doxyfile
)

version=$(sed -nE 's/^project\(pram VERSION ([0-9.]+).*/\1/p' "$root/CMakeLists.txt")
PRAM_VERSION=$version PRAM_DOXYGEN=$folder/doxygen/xml \
  /usr/bin/sphinx-build -q -W --keep-going -b html -d "$folder/doctrees" "$tree/docs" "$folder/html"

"$root/docs/fetches_nothing.sh" "$folder/html"
printf 'pram: the manual is in %s (%s pages, %s s)\n' "$folder/html/index.html" "$(find "$folder/html" -name '*.html' | wc -l)" \
  "$((SECONDS - begin))" >&2
