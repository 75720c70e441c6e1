#!/usr/bin/env bash
# docs/fetches_nothing.sh FOLDER: fails if a page or style sheet in it would load anything from another host. Links that a
# reader may click are no loads.
set -euo pipefail

remote='(https?:)?//[a-zA-Z0-9]'
found=$(
  # Elements that load by themselves, with their attributes wherever the line breaks.
  find "$1" -name '*.html' -print0 |
    xargs -0 -r grep -Pzo "(?i)<(script|link|img|iframe|object|embed|source|audio|video|use)\b[^>]*\b(src|href|data|srcset)\s*=\s*[\"']?$remote[^>]*>" |
    tr '\0' '\n' | grep -viE '<link[^>]*rel="(canonical|author|license)"' || true
  # Style sheets, in files and in pages.
  grep -rEoi --include='*.css' --include='*.html' "(url\(\s*[\"']?|@import\s+[\"'])$remote[^)\"']*" "$1" || true
)
if [[ -n $found ]]; then
  printf 'pram: the manual would load from the network:\n%s\n' "$found" >&2
  exit 1
fi
