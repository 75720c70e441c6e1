#!/usr/bin/env bash
# tests/links.sh FOLDER [PATTERN]: prints each link of the folder's pages (Markdown and reStructuredText) that leads to no
# file beside it, or to no heading of that file; exit code 1 if there is one. Links into the web are not followed, nor are
# those that match PATTERN; what stands in code is no link.
set -euo pipefail
export LC_ALL=C.UTF-8

root=$1 made=${2:-}
status=0

# The text of a page without its code.
prose() { awk '/^ *```/ { inside = !inside; next } !inside { gsub(/`[^`]*`/, "code"); print }' "$1"; }

# What a page's headings are called in links: small letters, no punctuation, a hyphen for each space.
headings() {
  awk '/^ *```/ { inside = !inside; next } !inside && /^#+ / { sub(/^#+ +/, ""); print }' "$1" |
    sed -E 's/\[([^]]*)\]\([^)]*\)/\1/g; s/[^[:alnum:]_ -]//g; s/ /-/g' | tr '[:upper:]' '[:lower:]'
}

# The links of a page, its pictures among them, a line each; a page of a table of contents as `PAGE`, without its suffix.
links() {
  case $1 in
    *.md)
      prose "$1" | tr '\n' ' ' | grep -oE '\]\([^) ]+\)|(src|href)="[^"]+"' | sed -E 's/^[^(=]*[(="]+(.*)[)"]$/\1/' || true
      awk '/^ *```\{toctree\}/ { inside = 1; next } /^ *```/ { inside = 0 } inside && /^[^: ]/ { print "`" $0 "`" }' "$1"
      ;;
    *.rst)
      grep -oE ':doc:`[^`]+`' "$1" | sed -E 's/^:doc:`([^<]*<)?([^>`]+)>?`$/`\2`/' || true
      awk '/^\.\. toctree::/ { inside = 1; next } /^[^ ]/ { inside = 0 } inside && /^ +[^: ]/ { print "`" $1 "`" }' "$1"
      ;;
  esac
}

while IFS= read -r page; do
  while IFS= read -r link; do
    # shellcheck disable=SC2254
    case $link in
      *://* | mailto:*) continue ;;
      $made) continue ;;
      '#'*) file=$page ;;
      \`*)
        link=${link//\`/}
        file=$(dirname "$page")/$link.md
        if [[ ! -e $file ]]; then file=${file%.md}.rst; fi
        ;;
      *) file=$(dirname "$page")/${link%%#*} ;;
    esac
    if [[ ! -e $file ]]; then
      echo "$page: there is no $link"
      status=1
    elif [[ $link == *'#'* ]] && ! headings "$file" | grep -qxF -- "${link#*#}"; then
      echo "$page: $file has no heading of $link"
      status=1
    fi
  done < <(links "$page")
done < <(find "$root" -path '*/build' -prune -o \( -name '*.md' -o -name '*.rst' \) -print | LC_ALL=C sort)
exit $status
