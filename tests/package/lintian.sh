#!/usr/bin/env bash
# tests/package/lintian.sh FOLDER: Debian's checker finds no error in the packages of a folder; what it warns of is shown.
set -euo pipefail

if ! command -v lintian >/dev/null; then
  echo 'skipped: there is no lintian'
  exit 77
fi
options=(--fail-on error --tag-display-limit 0)
if ((EUID == 0)); then options+=(--allow-root); fi
shopt -s nullglob
packages=("$1"/*.deb)
if ((${#packages[@]} == 0)); then
  echo "skipped: there are no packages in $1"
  exit 77
fi
lintian "${options[@]}" "${packages[@]}"
