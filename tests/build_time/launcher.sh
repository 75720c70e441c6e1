#!/usr/bin/env bash
# CMAKE_CXX_COMPILER_LAUNCHER of the build that tests/build_time.sh looks at: launcher.sh COMPILER ARGUMENTS…
#
# Compiles, and appends "compile USER SYSTEM OBJECT" to compile_times.log in the build's folder: the seconds of processor
# time, which change little with what else the computer does, where the time between a beginning and its end (Ninja's
# log) may be any multiple of them. Before the first compile and before every 16th later one the reference is compiled,
# so that it meets the same computer as the objects around it: "reference USER SYSTEM".
set -uo pipefail
log=compile_times.log
TIMEFORMAT='%3U %3S'

compiled=0
if [[ -e $log ]]; then compiled=$(grep -c '^compile ' "$log"); fi
if ((compiled % 16 == 0)); then
  reference=("$1" -std=c++20 -O2 -Wall -Wextra -c "$(dirname "${BASH_SOURCE[0]}")/reference.cpp" -o /dev/null)
  if spent=$({ time "${reference[@]}" >/dev/null 2>/dev/null; } 2>&1); then echo "reference $spent" >>"$log"; fi
fi

object=
for ((k = 1; k < $#; ++k)); do
  if [[ ${!k} == -o ]]; then
    next=$((k + 1))
    object=${!next}
  fi
done
status=0
{ spent=$({ time "$@" >&3 2>&4; } 2>&1) || status=$?; } 3>&1 4>&2
if ((status == 0)) && [[ -n $object ]]; then echo "compile $spent $object" >>"$log"; fi
exit "$status"
