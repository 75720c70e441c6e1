#!/usr/bin/env bash
# Which compiler pram-bspcc calls: never itself, by whatever name. A limit of time stands for "for ever".
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

mkdir bin
ln -s "$bspcc" bin/pram-bspcc
ln -s "$bspcc" bin/linked
ln -s pram-bspcc bin/linked-twice
# A hard link finds its libraries beside itself, like the file: here only its choice matters.
ln "$bspcc" bin/hard 2>/dev/null || cp "$bspcc" bin/hard
cp "$bspcc" bin/copied
printf '#!/bin/sh\nexec "$@"\n' >bin/launcher
printf '#!/bin/sh\nexec pram-bspcc "$@"\n' >bin/wrapping
printf '#!/bin/sh\necho "told: $*"\n' >bin/telling
chmod +x bin/launcher bin/wrapping bin/telling
PATH=$PWD/bin:$PATH
cat >one.c <<'END'
#include <bsp.h>
int main(void) {
  bsp_begin(2);
  bsp_end();
  return 0;
}
END
cp one.c one.cpp
unset CC CXX PRAM_CC PRAM_CXX

try() {  # settings of the environment…, a name of pram-bspcc and its arguments: leaves $code, out and err
  code=0
  timeout 60 env "$@" >out 2>err || code=$?
}
compiles() {
  try "$@"
  [[ $code -eq 0 && ! -s err ]] || wrong "exit code $code: $*"
}
refuses() {  # words, then as try()
  local words=$1 word
  try "${@:2}"
  [[ $code -eq 1 && $(wc -l <err) -eq 1 && ! -s out ]] || wrong "exit code $code, not 1 and one line: ${*:2}"
  while [[ -n $words ]]; do
    word=${words%%|*}
    grep -qF -- "$word" err || wrong "the line does not say '$word': ${*:2}"
    [[ $words == *'|'* ]] && words=${words#*|} || words=
  done
}
names=(pram-bspcc linked linked-twice bin/hard "$PWD/bin/linked" copied "launcher pram-bspcc" "launcher linked -O2")
for name in "${names[@]}"; do
  compiles CC="$name" pram-bspcc -fsyntax-only one.c
  compiles CXX="$name" pram-bspcc -fsyntax-only one.cpp
  refuses "PRAM_CC = '$name' names pram-bspcc itself|compiler of C" PRAM_CC="$name" pram-bspcc -fsyntax-only one.c
  refuses "PRAM_CXX = '$name' names pram-bspcc itself|compiler of C++" PRAM_CXX="$name" linked -fsyntax-only one.cpp
done
# As a whole, by make, and the program runs.
compiles CC=pram-bspcc CXX=pram-bspcc pram-bspcc one.c -o one
alone_succeeds "" ./one
if command -v make >/dev/null; then
  rm -f one
  compiles make -s CC=pram-bspcc one
  alone_succeeds "" ./one
  rm -f one
  compiles CC=pram-bspcc make -s -e one
  alone_succeeds "" ./one
fi
# The stronger name wins; one that names nothing is none.
compiles PRAM_CC=telling CC=no-such-compiler pram-bspcc -c one.c
says "told: -isystem"
compiles PRAM_CXX="launcher telling" CXX=pram-bspcc pram-bspcc -c one.cpp
says "told: -isystem"
compiles CC=telling pram-bspcc -c one.c
says "told: -isystem"
compiles PRAM_CC=" " CC="" pram-bspcc -fsyntax-only one.c
compiles CC=telling CXX=no-such-compiler pram-bspcc -c one.c
refuses "the compiler 'no-such-compiler' of CC is not found|PRAM_CC" CC=no-such-compiler pram-bspcc -c one.c
refuses "the compiler 'no-such-compiler' of PRAM_CXX is not found" PRAM_CXX="no-such-compiler -O2" pram-bspcc -c one.cpp
# A script that runs pram-bspcc cannot be seen through, but is found out when it does.
refuses "CC = 'wrapping' runs pram-bspcc again|PRAM_CC" CC=wrapping pram-bspcc -c one.c
refuses "PRAM_CC = 'wrapping' runs pram-bspcc again" PRAM_CC=wrapping pram-bspcc -c one.c
# The usual compiler's name, too, may lead back: another one of that name further on is meant, if there is one. Here that
# is the build's own compiler: the system's need not know the flags of another one's sanitizers.
installed=$(sed -e 's|choose C "[^"]*"|choose C cc|' "$bspcc")
usual=$(sed -n 's|.*choose C "\([^"]*\)".*|\1|p' "$bspcc")
mkdir only further
printf '#!/bin/sh\nexec "%s" "$@"\n' "$usual" >further/cc
chmod +x further/cc
for needed in bash env readlink dirname; do ln -s "$(type -P $needed)" only/; done
printf '%s\n' "$installed" >only/pram-bspcc
chmod +x only/pram-bspcc
ln -s pram-bspcc only/cc
compiles PATH="$PWD/only:$PWD/further:$PATH" only/cc -fsyntax-only one.c
compiles PATH="$PWD/only:$PWD/further:$PATH" CC=cc only/pram-bspcc -fsyntax-only one.c
refuses "there is no other 'cc': name a compiler of C in PRAM_CC" PATH="$PWD/only" only/cc -c one.c
refuses "CC = 'cc' names pram-bspcc itself|no other 'cc'|PRAM_CC" PATH="$PWD/only" CC=cc only/cc -c one.c
finish
