#!/usr/bin/env bash
# pram manual: where the manual is, from wherever the tool is installed, and how it is opened.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# In the tree in which it is built.
root=$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")
if [[ $tool == "$root"/* ]]; then
  succeeds manual
  [[ $(<out) == "$root"/build/docs/html/index.html || $(<out) == "$root"/docs/index.md ]] || wrong "another manual than the tree's: $(<out)"
fi

# Installed, under a prefix that was moved.
mkdir -p there/bin there/share/doc/pram/docs
cp "$tool" there/bin/pram
mv there "moved here"
tool=$work/moved\ here/bin/pram
documents=$work/moved\ here/share/doc/pram
touch "$documents/README.md"
succeeds manual
[[ $(<out) == "$documents/README.md" ]] || wrong "README.md is not found"
touch "$documents/docs/index.md"
succeeds manual
[[ $(<out) == "$documents/docs/index.md" ]] || wrong "the page in Markdown is not found"
mkdir "$documents/html"
touch "$documents/html/index.html"
succeeds manual
[[ $(<out) == "$documents/html/index.html" ]] || wrong "the page of HTML is not found"

# By a link, as package managers make them.
ln -s "$tool" link
tool=$work/link
succeeds manual
[[ $(<out) == "$documents/html/index.html" ]] || wrong "the manual is not found through a link"

# Opened by xdg-open, where there is one, and a display.
unset DISPLAY WAYLAND_DISPLAY
fails 1 "there is no display|html/index.html" manual --open
export DISPLAY=:7
mkdir bin nothing
real_path=$PATH
PATH=$work/nothing "$tool" manual --open >out 2>err </dev/null
[[ $? -eq 1 && $(wc -l <err) -eq 1 ]] || wrong "no line where there is no xdg-open"
check "the line says so" grep -q 'there is no xdg-open.*html/index.html' err
printf '#!/bin/sh\nprintf "%%s\\n" "$@" >opened\n' >bin/xdg-open
chmod +x bin/xdg-open
export PATH=$work/bin:$real_path
succeeds manual --open
[[ ! -s out && $(<opened) == "$documents/html/index.html" ]] || wrong "another page is opened: $(<opened)"
printf '#!/bin/sh\nexit 3\n' >bin/xdg-open
fails 1 "xdg-open has failed|html/index.html" manual --open

# Nowhere: unless this computer has a pram installed where the build would put it.
rm -r "$documents"
run manual
if [[ $code -ne 0 ]]; then
  fails 1 "the manual is not installed|$documents" manual
fi
fails 2 "there is no option --opn|did you mean --open?" manual --opn
fails 2 "'more'|too many" manual more

finish
