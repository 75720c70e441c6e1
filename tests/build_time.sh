#!/usr/bin/env bash
# tests/build_time.sh [--update] [BUILD]: what the build in BUILD (build/release) has cost by room, in processor time and
# in reference compiles, beside the table in CONTRIBUTING.md. It fails where a room costs a quarter more than its line
# says, a small one three compiles more. --update writes the lines anew instead.
# tests/build_time.sh --self-test shows on logs made up that it fails where it has to, and only there.
#
# The build is one that was configured with CMAKE_CXX_COMPILER_LAUNCHER=tests/build_time/launcher.sh (CMake takes it from
# the environment, too), as .ci/run does. Ninja's log says which objects there are; the launcher's says what each has
# cost, and what the reference, tests/build_time/reference.cpp, has cost near it: an object counts in the median of the
# five nearest. So the result is nearly the same on a slow computer and on a busy one. A build of which some objects were
# compiled without the launcher is not judged.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")

# objects_of BUILD: those that Ninja's log has and that are still there
objects_of() {
  local object
  awk -F '\t' '$4 ~ /\.(o|gch|pch)$/ { print $4 }' "$1/.ninja_log" | LC_ALL=C sort -u | while IFS= read -r object; do
    if [[ -e $1/$object ]]; then echo "$object"; fi
  done
}

# costs_of BUILD: a line "ROOM SECONDS REFERENCES" for each, and "- OBJECTS" for what was not timed
costs_of() {
  awk '
    function room(object) {
      if (object ~ /^perf\/CMakeFiles\/pram-/) return ""  # benchmarks, which no test runs
      if (object ~ /^(perf\/CMakeFiles\/pram_bench_summary|tests\/)/) return "tests"
      if (object ~ /^CMakeFiles\//) return "core"  # its headers, precompiled
      return substr(object, 1, index(object, "/") - 1)
    }
    function nearest(at,   low, high, near, k, j, kept, value) {  # the median of the five references nearest to a line
      low = 1
      while (low < references && place[low + 1] <= at) ++low
      high = low + 1
      near = 0
      while (near < 5 && (low >= 1 || high <= references)) {
        if (high > references || (low >= 1 && at - place[low] <= place[high] - at)) kept[++near] = spent[low--]
        else kept[++near] = spent[high++]
      }
      for (k = 2; k <= near; ++k) {
        value = kept[k]
        for (j = k; j > 1 && kept[j - 1] > value; --j) kept[j] = kept[j - 1]
        kept[j] = value
      }
      return near % 2 ? kept[(near + 1) / 2] : (kept[near / 2] + kept[near / 2 + 1]) / 2
    }
    FNR == 1 { ++files }
    files == 1 && $1 == "reference" { place[++references] = FNR; spent[references] = $2 + $3; next }
    files == 1 && $1 == "compile" { line[$4] = FNR; seconds[$4] = $2 + $3; next }
    files == 2 && room($1) != "" {
      if (!($1 in line) || references == 0) { ++untimed; next }
      sum[room($1)] += seconds[$1]
      cost[room($1)] += seconds[$1] / nearest(line[$1])
    }
    END {
      if (untimed) print "-", untimed
      for (one in sum) printf "%s %.1f %.1f\n", one, sum[one], cost[one]
    }
  ' "$1/compile_times.log" <(objects_of "$1")
}

# said TABLE ROOM: what its line says
said() {
  sed -nE "s/^\| $2 \| ([0-9.]+) \|\$/\1/p" "$1" | head -n 1
}

# limit LINE: what a room of this line may cost
limit() {
  awk "BEGIN { printf \"%.1f\", ($1 > 12 ? 1.25 * $1 : $1 + 3) }"
}

# judge BUILD TABLE: prints the rooms, and fails where one costs too much or has no line
judge() {
  local build=$1 table=$2 room seconds cost line untimed='' failed=0 rooms=0 verdict
  if [[ ! -e $build/compile_times.log ]]; then
    echo "build time: $build was not built with tests/build_time/launcher.sh: not judged"
    return
  fi
  printf '%-10s %9s %11s %9s\n' room seconds references 'at most'
  while read -r room seconds cost; do
    if [[ $room == - ]]; then
      untimed=$seconds
      continue
    fi
    rooms=$((rooms + 1))
    line=$(said "$table" "$room")
    verdict=
    if [[ -z $line ]]; then
      verdict='no line in CONTRIBUTING.md' line=0
    elif awk "BEGIN { exit !($cost > $(limit "$line")) }"; then
      verdict='a quarter more than its line says'
    fi
    printf '%-10s %9s %11s %9s %s\n' "$room" "$seconds" "$cost" "$(limit "$line")" "$verdict"
    if [[ -n $verdict ]]; then failed=$((failed + 1)); fi
  done < <(costs_of "$build" | LC_ALL=C sort)
  awk '{ sum += $2; cost += $3 } END { printf "%-10s %9.1f %11.1f\n", "all", sum, cost }' < <(costs_of "$build" | grep -v '^- ')
  if [[ -n $untimed ]]; then
    echo "build time: $untimed objects were compiled without the launcher: not judged"
    return
  fi
  echo "$((rooms - failed)) passed, $failed failed"
  ((rooms > 0 && failed == 0))
}

# update BUILD TABLE: writes the lines of the rooms that were built
update() {
  local room seconds cost
  if [[ ! -e $1/compile_times.log ]]; then
    echo "build time: $1 was not built with tests/build_time/launcher.sh" >&2
    return 1
  fi
  while read -r room seconds cost; do
    if [[ -z $(said "$2" "$room") ]]; then
      echo "build time: no line | $room | … | in $2" >&2
      return 1
    fi
    sed -i -E "s/^\| $room \| [0-9.]+ \|\$/| $room | $cost |/" "$2"
  done < <(costs_of "$1" | grep -v '^- ')
}

self_test() {
  local work
  work=$(mktemp -d)
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  wrong() {
    echo "build time: $1"
    cat "$work/out"
    exit 1
  }
  # compiled FACTOR OF_CORE: a log on a computer that slows down by this factor in the middle, where core costs so much
  compiled() {
    mkdir -p "$work/core" "$work/tests" "$work/tool" "$work/perf/CMakeFiles/pram-bench.dir"
    local objects=(core/a.o core/b.o tool/c.o tests/d.gch) k
    touch "${objects[@]/#/$work/}" "$work/perf/CMakeFiles/pram-bench.dir/e.o"
    {
      printf '# ninja log v5\n'
      printf '0\t1\t2\t%s\t0\n' "${objects[@]}" core/gone.o perf/CMakeFiles/pram-bench.dir/e.o core/libcore.a
    } >"$work/.ninja_log"
    {
      printf 'compile 99 9 core/a.o\n'  # was compiled again
      for ((k = 0; k < 5; ++k)); do echo 'reference 1.9 0.1'; done
      echo "compile $2 0 core/a.o"
      echo 'compile 3.5 0.5 tool/c.o'
      for ((k = 0; k < 5; ++k)); do awk "BEGIN { print \"reference\", 1.9 * $1, 0.1 * $1 }"; done
      awk "BEGIN { print \"compile\", 6 * $1, 0, \"core/b.o\"; print \"compile\", 8 * $1, 0, \"tests/d.gch\" }"
    } >"$work/compile_times.log"
    printf '| room | reference compiles |\n| --- | --- |\n| core | 8.0 |\n| tool | 2.0 |\n| tests | 4.0 |\n' >"$work/table"
  }
  for factor in 1 7; do
    compiled $factor 10
    judge "$work" "$work/table" >"$work/out" || wrong "rooms at their lines fail where a computer slows down $factor times"
    grep -qE '^core +[0-9.]+ +8\.0 +11\.0 $' "$work/out" || wrong 'core costs 8 references'
    compiled $factor 15.9  # 7.95 + 3
    judge "$work" "$work/table" >"$work/out" || wrong 'a room below its limit fails'
    compiled $factor 16.2
    if judge "$work" "$work/table" >"$work/out"; then wrong 'a room that is over passes'; fi
    grep -q '^core .* a quarter more' "$work/out" || wrong 'it does not say which'
    grep -q '^2 passed, 1 failed$' "$work/out" || wrong 'it does not count it'
  done
  sed -i '/tool/d' "$work/table"
  compiled_table=$(<"$work/table")
  compiled 1 10
  echo "$compiled_table" >"$work/table"
  if judge "$work" "$work/table" >"$work/out"; then wrong 'a room without a line passes'; fi
  compiled 1 16.2
  update "$work" "$work/table"
  grep -qxF '| core | 11.1 |' "$work/table" || { cp "$work/table" "$work/out"; wrong 'the line is not written anew'; }
  judge "$work" "$work/table" >"$work/out" || wrong 'a room fails beside its own line'
  sed -i '/b.o/d' "$work/compile_times.log"
  judge "$work" "$work/table" >"$work/out" || wrong 'what was not timed is judged'
  grep -q '1 objects .* not judged' "$work/out" || wrong 'it does not say what was not timed'
  echo 'build time: a room that is over is found'
}

build=$root/build/release
case ${1:-} in
  --self-test) self_test ;;
  --update) update "$(readlink -f "${2:-$build}")" "$root/CONTRIBUTING.md" ;;
  *) judge "$(readlink -f "${1:-$build}")" "$root/CONTRIBUTING.md" ;;
esac
