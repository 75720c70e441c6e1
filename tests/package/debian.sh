#!/usr/bin/env bash
# tests/package/debian.sh BUILD SOURCE WORK COMPILER: the packages for Debian are made, installed into a root of their own,
# used, and removed without a file left. The packages stay in WORK/packages, for lintian.sh.
#
# At PRAM_TEST_SIZE=medium and above they are of a portable build of its own, which takes minutes. Below that they have what
# BUILD has, which may be for this very processor: such packages say so in their version, and only CPACK_PRAM_TEST makes them.
set -euo pipefail

for program in dpkg dpkg-deb dpkg-shlibdeps file strip; do
  if ! command -v "$program" >/dev/null; then
    echo "skipped: there is no $program"
    exit 77
  fi
done
as_root=()
if ((EUID != 0)); then
  as_root=(fakeroot)
  if ! command -v fakeroot >/dev/null; then
    echo 'skipped: only root, or fakeroot, can install packages'
    exit 77
  fi
fi
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"
unset PYTHONDONTWRITEBYTECODE PYTHONPATH PRAM DEBEMAIL DEBFULLNAME
export LC_ALL=C.UTF-8

field() { dpkg-deb -f "$1" "$2"; }  # package, name

# A build for this very processor is refused, in words that say what to do.
native=
if grep -q 'PRAM_ONE_PROCESSOR "ON"' "$build/CPackConfig.cmake"; then
  native=yes
  if cpack --config "$build/CPackConfig.cmake" -G DEB -B "$work/refused" >"$work/log" 2>&1; then
    fail 'a build for this very processor is packed'
  fi
  grep -q 'packages are for all. Run: cmake --workflow --preset package' "$work/log" || fail "$(cat "$work/log")"
  [[ -z $(find "$work/refused" -name '*.deb' 2>/dev/null) ]] || fail 'a build for this very processor leaves packages'
fi
test=()
if [[ ${PRAM_TEST_SIZE:-} =~ ^(medium|large)$ ]]; then
  quietly cmake --preset package -S "$source" -B "$work/build" -D CMAKE_CXX_COMPILER="$compiler"
  quietly cmake --build "$work/build" -j 2
  build=$work/build native=
else
  test=(-D CPACK_PRAM_TEST=ON -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip)  # xz takes longer
fi

# Whatever the user's umask is.
(umask 077 && quietly cpack --config "$build/CPackConfig.cmake" -G DEB -B "$work/packages" "${test[@]}")
rm -rf "$work/packages/_CPack_Packages"
names=(libpram-dev pram pram-doc python3-pram)
if grep -q 'CPACK_COMPONENTS_ALL "[^"]*mpi' "$build/CPackConfig.cmake"; then names+=(pram-mpi); fi
version=$(sed -nE 's/^project\(pram VERSION ([0-9.]+).*/\1/p' "$source/CMakeLists.txt")${native:++native}-1
declare -A package
for name in "${names[@]}"; do
  found=("$work/packages/${name}_${version}"_*.deb)
  [[ -f ${found[0]} && ${#found[@]} -eq 1 ]] || fail "no package $name of version $version: $(ls "$work/packages")"
  package[$name]=${found[0]}
done
[[ $(find "$work/packages" -name '*.deb' | wc -l) -eq ${#names[@]} ]] || fail "other packages: $(ls "$work/packages")"

# Who may do what with the files, and whose they are.
for name in "${names[@]}"; do
  dpkg-deb -c "${package[$name]}" >"$work/files"
  if grep -vE '^(drwxr-xr-x|-rw-r--r--) root/root |^-rwxr-xr-x root/root .* \./usr/bin/[^/]+$' "$work/files"; then
    fail "$name has files of other permissions"
  fi
done

# What is depended upon: libraries that the tool is linked with, and the packages that bring what our pkg-config files
# require.
for library in 'libc6 ' 'libstdc\+\+6 ' 'libtbb' 'libfmt' 'zlib1g'; do
  field "${package[pram]}" Depends | grep -qE "(^|, )$library" || fail "pram depends on $(field "${package[pram]}" Depends)"
done
needs=$(field "${package[libpram-dev]}" Depends)
for required in $(sed -nE 's/^Requires: (.+)/\1/p' "$build/pram.pc" | tr -d ','); do
  file=$(pkg-config --variable=pcfiledir "$required" 2>/dev/null)/$required.pc || continue
  owner=$(dpkg -S "$file" 2>/dev/null | sed 's/:.*//') || continue
  [[ $needs =~ (^|, )$owner(,| |$) ]] || fail "libpram-dev depends on $needs, but not on $owner"
done
if [[ -n ${package[pram-mpi]:-} ]]; then
  field "${package[pram-mpi]}" Depends | grep -qE 'libopenmpi|libmpich' || fail "pram-mpi depends on $(field "${package[pram-mpi]}" Depends)"
  if field "${package[pram]}" Depends | grep -qiE 'mpi'; then fail 'the tool depends on MPI'; fi
fi
[[ $needs == *libboost-context-dev* ]] || fail "pram-bspcc links Boost.Context, and libpram-dev depends on $needs"

# Installed in a root that has nothing else: what the packages depend upon is this system's.
root=$work/root
mkdir -p "$root/var/lib/dpkg"/{info,updates,triggers}
touch "$root/var/lib/dpkg"/{status,available}
install=("${as_root[@]}" env "PATH=$PATH:/usr/sbin:/sbin" dpkg "--root=$root" "--log=$work/dpkg.log" --force-script-chrootless
  --force-not-root --force-depends)
quietly "${install[@]}" --install "${package[@]}"
for name in "${names[@]}"; do
  (cd "$root" && md5sum --check --quiet "var/lib/dpkg/info/$name.md5sums") || fail "$name has other files than it says"
done

# All that `cmake --install` installs is there, where Debian wants it.
quietly cmake --install "$build" --prefix "$work/whole"
(cd "$work/whole" && find . -type f -o -type l) |
  sed -E 's|/zsh/site-functions/|/zsh/vendor-completions/|; s|\./share/pram/python/|./lib/python3/dist-packages/|
    /^\.\/share\/doc\/pram\/LICENSE$/d; /^\.\/share\/man\//s/$/.gz/' | sort >"$work/expected"
(cd "$root/usr" && find . -type f -o -type l) | grep -vE '^\./share/doc/[^/]+/(copyright|changelog(\.Debian)?\.gz)$' |
  sort >"$work/found"
diff "$work/expected" "$work/found" || fail 'the packages have other files than cmake --install puts anywhere (<: missing)'
for name in "${names[@]}"; do
  doc=$root/usr/share/doc/$name
  gzip -cd "$doc/changelog.gz" | cmp - "$source/CHANGELOG.md"
  gzip -cd "$doc/changelog.Debian.gz" | grep -q "^pram ($version)" || fail "$name has another changelog"
  # The licence, to the word.
  [[ $(sed '/^License: Expat$/,/^License: BSD/!d; /^[^ ]/d; s/^ \.$//' "$doc/copyright" | xargs -d '\n' echo | tr -s ' ') == \
    *"$(sed '1,/^Copyright/d' "$source/LICENSE" | xargs -d '\n' echo | tr -s ' ' | sed 's/^ //; s/ $//')"* ]] ||
    fail "$name has another licence"
done
bash "$source/tests/links.sh" "$root/usr/share/doc/pram" || fail 'the manual has dead links'

# The tool, stripped.
tool=$root/usr/bin/pram
[[ $(file "$tool") == *', stripped' ]] || fail "$(file "$tool")"
cmp <("$tool" run prefix-sums --n 100 --no-host-time) <("$build/bin/pram" run prefix-sums --n 100 --no-host-time)

# A client by pkg-config, one by find_package, which is an example of the manual's, and one of BSPlib.
awk '/^```cpp$/ { inside = 1; next } /^```$/ && inside { exit } inside' "$source/README.md" >"$work/client.cpp"
if command -v pkg-config >/dev/null; then
  flags=$(PKG_CONFIG_PATH=$root/usr/lib/pkgconfig pkg-config --cflags --libs pram)
  [[ $flags == *"-I$root/usr/"* ]] || fail "pkg-config found another pram: $flags"
  read -ra flags <<<"$flags"
  quietly "$compiler" -std=c++20 "$work/client.cpp" "${flags[@]}" -o "$work/client"
  [[ $(cd "$work" && ./client | head -n 1) == 4999950000 ]] || fail 'the client by pkg-config prints something else'
fi
quietly cmake -S "$root/usr/share/doc/pram/examples" -B "$work/examples" -G Ninja -D CMAKE_CXX_COMPILER="$compiler" \
  -D CMAKE_PREFIX_PATH="$root/usr" -D CMAKE_BUILD_TYPE=Debug
grep -q "^pram_DIR:PATH=$root/usr/" "$work/examples/CMakeCache.txt" || fail 'find_package found another pram'
quietly cmake --build "$work/examples" --target sum_of_squares
quietly "$work/examples/sum_of_squares" check sum-of-squares
quietly "$root/usr/bin/pram-bspcc" "$source/tests/bsplib/example.c" -o "$work/bsp"
[[ $("$work/bsp" 10) == 'sum of squares up to 10: 385' ]] || fail 'the client of BSPlib prints something else'

# Python finds the tool in PATH, and leaves what it has compiled of the module.
if python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
  python() { PATH=$root/usr/bin:$PATH PYTHONPATH=$root/usr/lib/python3/dist-packages python3 -c "$1"; }
  [[ $(python 'import pram; print(pram.__file__, pram.run("prefix-sums", n=100).totals["steps"])') == \
    "$root/usr/lib/python3/dist-packages/pram.py $("$tool" run prefix-sums --n 100 | sed -nE 's/^ +time T +([0-9]+) .*/\1/p')" ]] ||
    fail 'pram.py finds another tool'
  [[ -n $(find "$root" -name 'pram.*.pyc') ]] || fail 'Python has compiled nothing: removing it goes untested'
fi

# Removed one by one, so that a file of two packages would be found; then nothing is left.
for name in "${names[@]}"; do quietly "${install[@]}" --purge "$name"; done
left=$(cd "$root" && find . -path ./var -prune -o ! -path . -print)
[[ -z $left ]] || fail "left behind: $left"
rm -rf "$work/whole" "$root"
echo "packages of version $version: $(cd "$work/packages" && du -bc -- *.deb | awk '{ printf "%s%s %d kB", sep, $2, $1 / 1000; sep = ", " }')"
