#!/usr/bin/env bash
# The launcher, in a small tree of its own whose tools print their arguments. The first of them lacks --page and --pages.
set -euo pipefail

launcher=$1  # the script under test
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree="$work/a tree"
mkdir -p "$tree/cmake" "$work/elsewhere"
# The rooms of the very tree of the launcher, and one that may come.
mapfile -t rooms < <(cd "$(dirname "$launcher")" && printf '%s\n' */CMakeLists.txt | sed 's|/.*||')
rooms+=(a_later_room)
for room in "${rooms[@]}"; do
  mkdir -p "$tree/$room/src/deep"
  touch "$tree/$room/CMakeLists.txt" "$tree/$room/src/deep/source.cpp"
done
cp "$launcher" "$tree/pram"
# The launcher takes no apt-get but the system's: here, one of our own, or none.
grep -qx 'apt_get=/usr/bin/apt-get' "$tree/pram" || { echo "FAILED: the system's apt-get is not named"; exit 1; }
sed -i "s|^apt_get=.*|apt_get='$work/system/apt-get'|" "$tree/pram"
mkdir "$work/system"

cat >"$tree/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
file(GLOB sources CONFIGURE_DEPENDS tool/*.cpp)
add_executable(pram-tool ${sources} rest.cpp)
add_executable(pram-first ${sources})
target_compile_definitions(pram-first PRIVATE FIRST)
set_target_properties(pram-tool PROPERTIES OUTPUT_NAME pram)
set_target_properties(pram-tool pram-first PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
enable_testing()
add_test(NAME good COMMAND pram-tool)
add_test(NAME bad COMMAND pram-tool nowhere)
END
cat >"$tree/CMakePresets.json" <<'END'
{
  "version": 6,
  "configurePresets": [{ "name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/release" }],
  "testPresets": [{ "name": "release", "configurePreset": "release" }]
}
END
touch "$tree/rest.cpp"
cat >"$tree/tool/main.cpp" <<'END'
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <string>
int main(int argc, char** argv) {
#ifdef FIRST
  if (argc > 1 && std::string(argv[1]).rfind("--page", 0) == 0) {
    const char* const launcher = std::getenv("PRAM_LAUNCHER");
    if (launcher == nullptr) return 75;
    ::setenv("PRAM_REST_FOR", argv[1], 1);
    ::execv(launcher, argv);
  }
#endif
  for (int i = 1; i < argc; ++i) std::printf("[%s]", argv[i]);
  if (argc > 1 && std::string(argv[1]).rfind("--page", 0) == 0) {
    for (int c; (c = std::getchar()) != EOF;) std::putchar(c);
    return std::string(argv[1]) == "--pages" ? 75 : 0;
  }
  std::FILE* const file = argc > 1 ? std::fopen(argv[1], "r") : stdin;
  return file == nullptr ? 3 : 0;
}
END

failures=0
check() {  # description, expected, got
  if [[ $2 != "$3" ]]; then
    printf 'FAILED: %s\n  expected: %s\n  got:      %s\n' "$1" "$2" "$3"
    failures=$((failures + 1))
  fi
}
bare() { env -i HOME="$work" PATH=/usr/bin:/bin "$@"; }
run() { bare "$tree/pram" "$@" 2>"$work/messages"; }
status_of() { local status=0; "$@" >/dev/null || status=$?; echo "$status"; }
builds() { grep -c 'pram: building' "$work/messages" || true; }

cd "$work/elsewhere"
touch "a file"
check 'arguments arrive, standard output is the tool'\''s alone' '[a file][b  c][*]' "$(run 'a file' 'b  c' '*')"
check 'the first run builds' 1 "$(builds)"
check 'it builds the first tool alone' 'pram-first' "$(ls "$tree/build/release/bin")"
check 'exit codes pass through' 3 "$(status_of run nowhere)"
check 'the second run does not build' 0 "$(builds)"

# What the first tool lacks.
interrupted() { # a launcher whose build of the rest is stopped while it compiles
  echo '#error the rest is broken' >"$tree/rest.cpp"
  check 'a rest that cannot be built: exit code' 1 "$(status_of run --page)"
  check 'the first tool goes on' '[a file]' "$(run 'a file')"
  check 'and builds nothing' 0 "$(builds)"
  printf '#include <unistd.h>\n' >"$tree/rest.cpp"
}
interrupted
check 'a part that is missing: the rest is built, and the command goes on, with its input' '[--page][b  c]what is typed' \
  "$(echo what is typed | run --page 'b  c')"
check 'in a line that says for what' yes "$(grep -qE '^pram: building the rest \([0-9]+ min\), for --page, log in ' "$work/messages" && echo yes || echo no)"
check 'both tools are there' 'pram pram-first' "$(ls "$tree/build/release/bin" | paste -sd' ')"
check "the tool's own code 75 is its own" 75 "$(echo | status_of run --pages)"
check 'and builds nothing more' 0 "$(builds)"
check 'the tool that is there runs' '[a file]' "$(run 'a file')"
check 'the first tool alone ends with its code' 75 "$(status_of bare "$tree/build/release/bin/pram-first" --page 2>/dev/null)"

ln -s "$tree/pram" "$work/elsewhere/link"
check 'a symbolic link will do, relative paths are the caller'\''s' '[a file]' "$(bare ./link 'a file')"

sed -i 's/\[%s\]/<%s>/' "$tree/tool/main.cpp"
check 'an edit is built' '<a file>' "$(run 'a file')"
echo 'int unused = 1;' >"$tree/tool/more.cpp"
run 'a file' >/dev/null
check 'a new file is built' 1 "$(builds)"
rm "$tree/tool/more.cpp"
run 'a file' >/dev/null
check 'a deleted file is noticed' 1 "$(builds)"
run 'a file' >/dev/null
check 'and then all is well' 0 "$(builds)"

# A file of each room. `./pram test` builds what tests and examples are made of.
check 'the rooms of the tree are known' 'core tests tool' \
  "$(printf '%s\n' "${rooms[@]}" | grep -xE 'core|tests|tool' | paste -sd' ')"
for room in "${rooms[@]}"; do
  echo '// changed' >>"$tree/$room/src/deep/source.cpp"
  run 'a file' >/dev/null
  case $room in tests | examples) expected=0 ;; *) expected=1 ;; esac
  check "a change in $room: builds" $expected "$(builds)"
done
mkdir "$tree/notes"
touch "$tree/notes/source.cpp"
run 'a file' >/dev/null
check 'a folder that is no room builds nothing' 0 "$(builds)"

mkdir "$work/poor"
ln -s /usr/bin/* "$work/poor/"
rm -f "$work/poor"/{cmake,ninja,c++,g++,gcc,cc,apt-get}
check 'an unchanged tree needs no CMake, no Ninja and no compiler' '<a file>' \
  "$(env -i HOME="$work" PATH="$work/poor" "$tree/pram" 'a file')"

check 'the tool alone is configured first' 'OFF OFF' \
  "$(sed -n 's/^PRAM_BUILD_\(TESTS\|PERF\):[A-Z]*=//p' "$tree/build/release/CMakeCache.txt" | paste -sd' ')"

status=0
bare "$tree/pram" test >"$work/out" 2>&1 || status=$?
check 'test: the last line counts' '1 passed, 1 failed' "$(tail -n 1 "$work/out")"
check 'test: a failed test is a failure' no "$( ((status == 0)) && echo yes || echo no)"
check 'test: arguments go to ctest' '1 passed, 0 failed' "$(bare "$tree/pram" test -R good 2>&1 | tail -n 1)"

check 'test: tests are configured too' ON "$(sed -n 's/^PRAM_BUILD_TESTS:[A-Z]*=//p' "$tree/build/release/CMakeCache.txt")"

# The manual: its packages are looked for, here among files of our own; then docs/build.sh gets the tool and a folder.
mkdir "$tree/docs" "$work/sphinx"
printf '#!/bin/sh\nprintf "[%%s]" "$@"\n' >"$tree/docs/build.sh"
chmod +x "$tree/docs/build.sh"
cp "$tree/pram" "$work/pram"
sed -i -E "s#\|/usr/(bin|lib/python3/dist-packages)/#|$work/sphinx/#" "$tree/pram"
check 'docs without Sphinx: exit code' 2 "$(status_of run docs)"
check 'docs without Sphinx: names what to install' 5 "$(grep -cE '^  (python3-sphinx|python3-myst-parser|furo|python3-breathe|doxygen): ' "$work/messages")"
touch "$work/sphinx"/{sphinx-build,myst_parser,furo,breathe,doxygen}
check 'docs: the tool and a folder' "[$tree/build/release/bin/pram][$tree/build/docs]" "$(run docs)"
check 'docs takes no arguments' 2 "$(status_of run docs more)"
cp "$work/pram" "$tree/pram"

mv "$tree" "$work/moved"
tree=$work/moved
check 'a moved tree builds again' '<a file>' "$(run 'a file')"

rm -r "$tree/build"
bare "$tree/pram" 'a file' >"$work/out1" 2>"$work/messages1" &
bare "$tree/pram" 'a file' >"$work/out2" 2>"$work/messages2" || true
wait
check 'two at once: both run' '<a file><a file>' "$(cat "$work/out1" "$work/out2")"
check 'two at once: one builds' 1 "$(cat "$work/messages1" "$work/messages2" | grep -c 'pram: building')"

if command -v script >/dev/null; then
  rm -r "$tree/build"
  check 'on a terminal, a line counts what is built' yes \
    "$(script -qec "$tree/pram 'a file'" /dev/null </dev/null | grep -c 'built 1 of ' | sed 's/1/yes/')"
fi

echo 'int main( {' >"$tree/tool/main.cpp"
check 'a broken source: exit code' 1 "$(status_of run 'a file')"
check 'a broken source: the error is shown' yes "$(grep -q 'main.cpp:1.*error' "$work/messages" && echo yes || echo no)"

# A system without Ninja and without apt-get, then with one that installs it.
mkdir "$work/bin"
ln -s /usr/bin/* "$work/bin/"
rm -f "$work/bin"/{ninja,apt-get,sudo}
rm -r "$tree/build"
echo 'int main() {}' >"$tree/tool/main.cpp"
said() { grep -qF -- "$1" "$work/messages" && echo yes || echo no; }
install=()
# shellcheck disable=SC2317
scarce() { env -i HOME="$work" PATH="$work/bin" "${install[@]}" "$tree/pram" "$@" 2>"$work/messages" </dev/null; }
check 'no apt-get: exit code' 2 "$(status_of scarce)"
check 'no apt-get: names what to install' yes "$(grep -q '^  ninja-build: ' "$work/messages" && echo yes || echo no)"

# An apt-get that is only the first of the caller's PATH is not run.
printf '#!/bin/sh\ntouch "%s/wrong"\n' "$work" >"$work/bin/apt-get"
chmod +x "$work/bin/apt-get"
check "the caller's apt-get: exit code" 2 "$(status_of scarce)"
check "the caller's apt-get is not run" no "$([[ -e $work/wrong ]] && echo yes || echo no)"

cat >"$work/system/apt-get" <<END
#!/bin/sh
echo "\$@" >>"$work/apt"
echo "\$PATH" >>"$work/apt-path"
case "\$*" in *install*ninja-build*) ln -s /usr/bin/ninja "$work/bin/ninja" ;; esac
END
chmod +x "$work/system/apt-get"

# Help installs nothing, and builds nothing.
for words in --help -h help 'help run' 'run --help' 'test --help' 'build -h'; do
  # shellcheck disable=SC2086
  check "$words: exit code" 0 "$(status_of scarce $words)"
  # What is written in parts must not meet a reader that has gone.
  # shellcheck disable=SC2086
  scarce $words >"$work/help" || true
  check "$words: explains the launcher" yes "$(grep -q '^./pram test ' "$work/help" && echo yes || echo no)"
  check "$words: says that there is more" yes "$(said 'not built yet')"
  check "$words: installs nothing" no "$([[ -e $work/apt ]] && echo yes || echo no)"
done

install=(PRAM_INSTALL=no)
check 'PRAM_INSTALL=no: exit code' 2 "$(status_of scarce)"
check 'PRAM_INSTALL=no: says what is missing' yes "$(said '  ninja-build: ')"
check 'PRAM_INSTALL=no: says what to run' yes "$(said 'apt-get install ninja-build')"
install=(PRAM_INSTALL=ask)
check 'PRAM_INSTALL=ask without a terminal: exit code' 2 "$(status_of scarce)"
check 'PRAM_INSTALL=ask without a terminal: says what to run' yes "$(said 'apt-get install ninja-build')"
install=(PRAM_INSTALL=maybe)
check 'PRAM_INSTALL=maybe: exit code' 2 "$(status_of scarce)"
check 'PRAM_INSTALL=maybe: one line' "pram: PRAM_INSTALL = 'maybe' is not allowed: one of no, yes, ask" "$(cat "$work/messages")"
check 'none of these installs' no "$([[ -e $work/apt ]] && echo yes || echo no)"
install=()

if ((EUID == 0)); then
  # On a terminal.
  if command -v script >/dev/null; then
    on_terminal() {  # what is typed, variables…
      local typed=$1
      shift
      { sleep 1; printf '%b' "$typed"; sleep 1; } |
        script -qec "env -i HOME='$work' PATH='$work/bin' $* '$tree/pram'" /dev/null >"$work/messages" || true
    }
    on_terminal 'n\n'
    check 'a terminal is told what is missing' yes "$(said 'ninja-build: Ninja: builds')"
    check 'a terminal is asked' yes "$(said 'install them with apt-get? [Y/n]')"
    check 'no: says what to run' yes "$(said 'apt-get install ninja-build')"
    on_terminal 'what\nno\n'
    check 'what is no answer is asked again' 2 "$(grep -o '\[Y/n\]' "$work/messages" | wc -l)"
    on_terminal '\004'
    check 'no answer is no' yes "$(said 'apt-get install ninja-build')"
    on_terminal '\n' PRAM_INSTALL=no
    check 'PRAM_INSTALL=no does not ask' no "$(said '[Y/n]')"
    check 'none of these installs' no "$([[ -e $work/apt ]] && echo yes || echo no)"
    on_terminal '\n'
    check 'Enter is yes' yes "$([[ -e $work/apt ]] && echo yes || echo no)"
    for variable in PRAM_INSTALL=yes PRAM_INSTALL=ask; do
      rm -rf "$work/apt" "$work/bin/ninja" "$tree/build"
      on_terminal 'y\n' $variable
      check "$variable: installs" yes "$([[ -e $work/apt ]] && echo yes || echo no)"
      check "$variable: asks" "$([[ $variable == *ask ]] && echo yes || echo no)" "$(said '[Y/n]')"
    done
    rm -rf "$work/apt" "$work/apt-path" "$work/bin/ninja" "$tree/build"
  else
    echo 'skipped: no terminal to be asked (script is missing)'
  fi

  check 'apt-get: installs and builds' 0 "$(status_of scarce)"
  check 'apt-get: says why' yes "$(said 'ninja-build: Ninja: builds')"
  check 'apt-get: update, then install' '-qq update/-qq install -y --no-install-recommends ninja-build' "$(paste -sd/ "$work/apt")"
  check "apt-get: the system's PATH" no "$(grep -q "$work" "$work/apt-path" && echo yes || echo no)"
  check 'help of both' 1 "$(scarce --help | grep -c '^./pram test ')"
fi

exit $((failures > 0))
