#!/usr/bin/env bash
# tests/links.sh FOLDER: prints each link of the folder's Markdown files that leads to no file beside it, or to no heading
# of that file; exit code 1 if there is one. Links into the web are not followed, and what stands in code is no link.
set -euo pipefail
export LC_ALL=C.UTF-8

root=$1
status=0

# The text of a page without its code.
prose() { awk '/^ *```/ { inside = !inside; next } !inside { gsub(/`[^`]*`/, "code"); print }' "$1"; }

# What a page's headings are called in links: small letters, no punctuation, a hyphen for each space.
headings() {
  awk '/^ *```/ { inside = !inside; next } !inside && /^#+ / { sub(/^#+ +/, ""); print }' "$1" |
    sed -E 's/\[([^]]*)\]\([^)]*\)/\1/g; s/[^[:alnum:]_ -]//g; s/ /-/g' | tr '[:upper:]' '[:lower:]'
}

while IFS= read -r page; do
  while IFS= read -r link; do
    case $link in
      *://* | mailto:*) continue ;;
      '#'*) file=$page ;;
      *) file=$(dirname "$page")/${link%%#*} ;;
    esac
    if [[ ! -e $file ]]; then
      echo "$page: there is no $link"
      status=1
    elif [[ $link == *'#'* ]] && ! headings "$file" | grep -qxF -- "${link#*#}"; then
      echo "$page: $file has no heading of $link"
      status=1
    fi
  done < <(prose "$page" | tr '\n' ' ' | grep -oE '\]\([^) ]+\)' | sed -E 's/^\]\((.*)\)$/\1/')
done < <(find "$root" -path '*/build' -prune -o -name '*.md' -print | LC_ALL=C sort)
exit $status
