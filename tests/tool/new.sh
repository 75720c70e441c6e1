#!/usr/bin/env bash
# What `pram new` writes, and what it refuses. tests/package builds and runs each kind of project.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

kinds=('' --bsp --data-parallel --network --c)
for kind in "${kinds[@]}"; do
  name=mine${kind//-/_}
  succeeds new "$name" $kind
  check "$name has a build" test -s "$name/CMakeLists.txt"
  check "$name has a README of ten lines" test "$(wc -l <"$name/README.md")" -le 11
  if grep -rq '@NAME@' "$name"; then wrong "$name has a mark that is not replaced"; fi
  if [[ $kind == --c ]]; then
    check "$name has a program" grep -q bsp_begin "$name/$name.c"
    continue
  fi
  check "$name has a program of its name" grep -q "\.name = \"$name\"" "$name/$name.cpp"
  check "$name has a test" grep -q "${name}_program" "$name/${name}_test.cpp"
  while read -r file; do check "$file is there" test -s "$name/$file"; done < <(awk '/^  / { print $1 }' out)
done

before=$(ls)
fails 2 "name = '9lives'|an identifier of C++" new 9lives
fails 2 "name = 'my-program'|an identifier of C++" new my-program
fails 2 "name = '../up'|an identifier of C++" new ../up
fails 2 "a name is missing" new ''
fails 2 "name = 'class'|an identifier of C++" new class
fails 2 "name = 'test'|a name that neither CMake" new test
fails 2 "name = 'histogram'|family" new histogram
fails 2 "name = 'mine'|not there yet" new mine
fails 2 "--network|nothing beside --bsp" new other --bsp --network
fails 2 "a name is missing" new
fails 2 "there is no option --bps|did you mean --bsp?" new other --bps
touch file
fails 2 "name = 'file'|not there yet" new file
rm file
[[ $(ls) == "$before" ]] || wrong "something was written by a name that was refused"
if ((EUID != 0)); then
  mkdir closed
  chmod a-w closed
  cd closed || exit 1
  run new other
  [[ $code -eq 1 ]] || wrong "exit code $code instead of 1 where nothing can be written"
  cd ..
fi

finish
