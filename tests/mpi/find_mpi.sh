#!/usr/bin/env bash
# tests/mpi/find_mpi.sh: what PRAM_MPI makes of an MPI that is there, that is not, and that comes and goes.
set -euo pipefail
room=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../../mpi")
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

cat >"$work/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(finds_mpi LANGUAGES CXX)
include($room/find_mpi.cmake)
message(STATUS "found: \${MPI_CXX_FOUND}")
END
# configure STATUS PATTERN OPTIONS…
configure() {
  local wanted=$1 pattern=$2 status=0
  shift 2
  cmake -S "$work" -B "$work/build" "$@" >"$work/out" 2>&1 || status=$?
  [[ $((status != 0)) -eq $wanted && $(cat "$work/out") == $pattern ]] || fail "cmake $*: $(cat "$work/out")"
  echo "cmake $*: as it should"
}

none=(-D CMAKE_DISABLE_FIND_PACKAGE_MPI=ON)
configure 0 '*MPI is not found: programs run on one host*found: FALSE*' "${none[@]}"
configure 1 "*PRAM_MPI = 'ON', and MPI is not found: install libopenmpi-dev or*" "${none[@]}" -D PRAM_MPI=ON
configure 0 '*found: TRUE*' -D CMAKE_DISABLE_FIND_PACKAGE_MPI=OFF -D PRAM_MPI=ON
configure 0 '*found: FALSE*' -D PRAM_MPI=OFF
configure 0 '*found: TRUE*' -D PRAM_MPI=AUTO
configure 1 "*PRAM_MPI = 'perhaps' is not allowed: AUTO, ON or OFF*" -D PRAM_MPI=perhaps
# What an earlier configuration has found may be gone.
configure 0 '*found: TRUE*' -D PRAM_MPI=AUTO
for variable in MPI_mpi_LIBRARY:FILEPATH pram_mpi_libraries:INTERNAL; do
  sed -i "s|^\($variable\)=.*|\1=/none/libmpi.so|" "$work/build/CMakeCache.txt"
done
configure 0 '*found: TRUE*'
if grep -q /none/ "$work/build/CMakeCache.txt"; then fail "the cache has $(grep /none/ "$work/build/CMakeCache.txt")"; fi
