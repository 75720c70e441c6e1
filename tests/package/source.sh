#!/usr/bin/env bash
# tests/package/source.sh BUILD SOURCE WORK COMPILER: the tarball of the sources has all of them and nothing that was built,
# and builds by itself, portably: at PRAM_TEST_SIZE=medium and above the tool, which then runs; below, a part.
set -euo pipefail

source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

quietly cpack --config "$build/CPackSourceConfig.cmake" -B "$work/packages"
tarballs=("$work/packages"/*)
tarball=$work/packages/pram-$(sed -nE 's/^project\(pram VERSION ([0-9.]+).*/\1/p' "$source/CMakeLists.txt").tar.gz
[[ -f $tarball ]] || fail "no $tarball: ${tarballs[*]}"
rm -rf "$work/packages/_CPack_Packages"
tar -xf "$tarball" -C "$work"
tree=$work/$(basename "$tarball" .tar.gz)
[[ -d $tree ]] || fail "not all in one folder: $(ls "$work")"

# Version control knows what is ours. Where there is none, as in a tarball unpacked, some files stand for all.
(cd "$tree" && find . -type f -o -type l) | sed 's|^\./||' | sort >"$work/found"
if git -C "$source" rev-parse 2>/dev/null; then
  git -C "$source" -c core.quotePath=off ls-files | while IFS= read -r file; do
    if [[ -e $source/$file ]]; then printf '%s\n' "$file"; fi
  done | sort >"$work/expected"
  git -C "$source" -c core.quotePath=off ls-files --others --ignored --exclude-standard | sort >"$work/ignored"
else
  printf '%s\n' .ci/run CMakeLists.txt CMakePresets.json core/CMakeLists.txt docs/index.md pram tests/CMakeLists.txt | sort >"$work/expected"
  : >"$work/ignored"
fi
[[ -z $(comm -23 "$work/expected" "$work/found") ]] || fail "missing: $(comm -23 "$work/expected" "$work/found")"
[[ -z $(comm -12 "$work/ignored" "$work/found") ]] || fail "not ours: $(comm -12 "$work/ignored" "$work/found" | head)"
if grep -E '^(build|\.git)(/|$)|(^|/)(CMakeCache\.txt|__pycache__)' "$work/found"; then fail 'built, and yet packed'; fi
[[ -x $tree/pram && -x $tree/.ci/run ]] || fail 'the launcher cannot be executed'

# As whoever has the tarball would: no preset, and so no processor in particular.
quietly cmake -S "$tree" -B "$work/build" -G Ninja -D CMAKE_CXX_COMPILER="$compiler" -D PRAM_BUILD_TESTS=OFF -D PRAM_BUILD_PERF=OFF
if grep -q -e '-march=native' "$work/build/build.ninja"; then fail 'the tarball builds for this very processor'; fi
if [[ ${PRAM_TEST_SIZE:-} =~ ^(medium|large)$ ]]; then
  quietly cmake --build "$work/build" -j 2 --target pram-tool
  quietly "$work/build/bin/pram" run prefix-sums --n 100
else
  quietly cmake --build "$work/build" -j 2 --target pram_bsplib_first pram_precompiled
fi
