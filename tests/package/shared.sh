#!/usr/bin/env bash
# tests/package/shared.sh BUILD SOURCE WORK COMPILER: a build with shared libraries. At PRAM_TEST_SIZE=medium and above it is
# built, installed, moved, and used by a client of pkg-config, one of find_package and one of BSPlib; below, configured.
set -euo pipefail

source "$(dirname "${BASH_SOURCE[0]}")/common.bash"
export LC_ALL=C.UTF-8

quietly cmake --preset package -S "$source" -B "$work/build" -D CMAKE_CXX_COMPILER="$compiler" -D BUILD_SHARED_LIBS=ON
version=$(sed -nE 's/^project\(pram VERSION ([0-9]+\.[0-9]+).*/\1/p' "$source/CMakeLists.txt")
for library in core machines programs report perf tool bsplib; do
  grep -qE "SONAME = libpram_$library\.so\.$version\$" "$work/build/build.ninja" || fail "the soname of pram_$library"
done
# What stands in a library can be moved.
if grep '"command"' "$work/build/compile_commands.json" | grep -E 'CMakeFiles/pram_(core|machines|programs|report|perf|tool|bsplib)_?[a-z_]*\.dir/' |
  grep -vE 'pram_bsplib_(first|last)\.dir|bench' | grep -v -e ' -fPIC '; then fail 'compiled without -fPIC'; fi
if cpack --config "$work/build/CPackConfig.cmake" -G DEB -B "$work/refused" >"$work/log" 2>&1; then fail 'it is packed'; fi
grep -q 'packages have static ones. Run: cmake --workflow --preset package' "$work/log" || fail "$(cat "$work/log")"
if [[ ! ${PRAM_TEST_SIZE:-} =~ ^(medium|large)$ ]]; then
  echo 'sampled: configured, not built; PRAM_TEST_SIZE=medium builds it'
  exit
fi

quietly cmake --build "$work/build" -j 2
quietly cmake --install "$work/build" --prefix "$work/prefix"
mv "$work/build" "$work/hidden"  # nothing installed may need it
mv "$work/prefix" "$work/moved"
unset LD_LIBRARY_PATH
for library in core machines programs report perf tool bsplib; do
  soname=$(readelf -d "$work/moved/lib/libpram_$library.so" | sed -nE 's/.*\(SONAME\).*\[(.*)\]/\1/p')
  [[ $soname == libpram_$library.so.$version && -e $work/moved/lib/$soname ]] || fail "the soname of pram_$library is $soname"
done
quietly "$work/moved/bin/pram" run prefix-sums --n 100

if command -v pkg-config >/dev/null; then
  flags=$(PKG_CONFIG_PATH=$work/moved/lib/pkgconfig pkg-config --cflags --libs pram)
  [[ $flags != *-ltbb* ]] || fail "a client of shared libraries need not link what these are made of: $flags"
  read -ra flags <<<"$flags"
  awk '/^```cpp$/ { inside = 1; next } /^```$/ && inside { exit } inside' "$source/README.md" >"$work/client.cpp"
  quietly "$compiler" -std=c++20 "$work/client.cpp" "${flags[@]}" "-Wl,-rpath,$work/moved/lib" -o "$work/client"
  [[ $(cd "$work" && ./client | head -n 1) == 4999950000 ]] || fail 'the client by pkg-config prints something else'
fi
quietly cmake -S "$source/examples" -B "$work/examples" -G Ninja -D CMAKE_CXX_COMPILER="$compiler" \
  -D CMAKE_PREFIX_PATH="$work/moved" -D CMAKE_BUILD_TYPE=Debug
quietly cmake --build "$work/examples" --target sum_of_squares who_pays
quietly "$work/examples/sum_of_squares" check sum-of-squares
cmp <("$work/examples/who_pays") "$source/examples/who_pays.expected"
quietly "$work/moved/bin/pram-bspcc" "$source/tests/bsplib/example.c" -o "$work/bsp"
[[ $("$work/bsp" 10) == 'sum of squares up to 10: 385' ]] || fail 'the client of BSPlib prints something else'
