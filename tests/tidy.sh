#!/usr/bin/env bash
# tests/tidy.sh [SOURCES…]: clang-tidy with the checks of .clang-tidy; a warning fails. Without names it takes what the
# last commit changed (the first 8), and PRAM_TIDY_SAMPLE (6) of the others that each commit draws anew. The last line is
# "N passed, M failed".
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$root"
sample=${PRAM_TIDY_SAMPLE:-6}

tidy=
for name in clang-tidy-16 clang-tidy clang-tidy-14; do
  if command -v "$name" >/dev/null; then
    tidy=$name
    break
  fi
done
if [[ -z $tidy ]]; then
  echo 'tidy: there is no clang-tidy: nothing is checked'
  echo '0 passed, 0 failed'
  exit
fi

if (($# > 0)); then
  sources=("$@")
else
  mapfile -t all < <(find core/src machines/src programs/src bsplib/src mpi/src report/src perf/src tool -name '*.cpp' 2>/dev/null | LC_ALL=C sort)
  draw=$(tests/draw.sh)
  mapfile -t sources < <(
    {
      git diff --name-only HEAD~1 HEAD -- '*.cpp' 2>/dev/null | grep -Fxf <(printf '%s\n' "${all[@]}") | head -n 8 || true
      printf '%s\n' "${all[@]}" | sort -R --random-source=<(yes "$draw") | head -n "$sample"
    } | awk '!seen[$0]++'
  )
fi

# The floor's own private headers, and the public ones of all.
check() {
  local source=$1 tidy=$2
  "$tidy" --quiet --warnings-as-errors='*' "$source" -- -std=c++20 -DPRAM_VERSION='""' -DPRAM_DOCUMENTS='""' -DPRAM_DOCUMENTS_FROM_BIN='""' \
    -DPRAM_MPI_FOLDER='""' -DPRAM_MPI_FROM_BIN='""' -DPRAM_ARCHITECTURE='""' $mpi_headers -I"${source%%/*}/src" -I"$(dirname "$source")" \
    -I"$interface" -Icore/include -Imachines/include -Iprograms/include -Ireport/include -Itool/include -Ibsplib/include -Iperf/include 2>&1 | grep -vE '^[0-9]+ warnings? (generated|treated)' >"$3" || true
  if grep -qE '(warning|error):' "$3"; then
    echo "tidy: $source"
    cat "$3"
    return 1
  fi
}
export -f check

# Where mpi.h stands; without MPI its room is not checked.
mpi_headers=
for folder in $(mpicxx -show 2>/dev/null | grep -oE ' -I[^ ]+' | sed 's/ -I//'); do mpi_headers+=" -isystem $folder"; done
export mpi_headers
if [[ -z $mpi_headers ]]; then
  for k in "${!sources[@]}"; do
    if [[ ${sources[k]} == mpi/* ]]; then unset "sources[k]"; fi
  done
fi

# The header that the build makes.
interface=$(mktemp -d)
export interface
cmake -D ROOT="$root" -D VERSION=0 -D OUTPUT="$interface/pram/detail/plugin_interface.hpp" -P tool/plugin_interface.cmake

echo "tidy: $("$tidy" --version | grep -o 'version [0-9.]*' | head -n 1), ${#sources[@]} files"
work=$(mktemp -d)
trap 'rm -rf "$work" "$interface"' EXIT
printf '%s\n' "${sources[@]}" |
  xargs -P "$(nproc)" -I{} bash -c 'out=$(mktemp -p "$2"); if check "$1" "$3" "$out"; then echo "$1" >>"$2/passed"; else echo "$1" >>"$2/failed"; fi' _ {} "$work" "$tidy"
passed=0 failed=0
if [[ -f $work/passed ]]; then passed=$(wc -l <"$work/passed"); fi
if [[ -f $work/failed ]]; then failed=$(wc -l <"$work/failed"); fi
echo "$passed passed, $failed failed"
exit $((failed > 0))
