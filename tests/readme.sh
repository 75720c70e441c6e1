#!/usr/bin/env bash
# Checks README.md and the pages of docs/ against what they talk about:
#   ```console  lines `$ ./pram …`, also behind a pipe, must end with exit code 0
#   ```cpp      is one of examples/ or tests/examples, and is compiled and run
#   <!-- from: FILE -->  before a block: it has the text of that file, to the letter, so that a page reads well in its source,
#               too. `from: FILE, "BEGIN" to "END"` is the part from the line that begins so to the one before the line
#               that begins so. One of those examples is compiled and run
#   ```text     is what the one command of the console block before it prints, or the program before it: to the letter,
#               but for times. A line "…" stands for any lines left out; further text blocks of a section are of the same
#               command. What nothing prints goes into a block without a name.
# A file ../shared/… that is not there skips its line. A command that several pages show runs once. Prints a line a
# check; the last line is "N passed, M failed".
#
# tests/readme.sh [--update] [--only TEXT] [PAGE…]
#   --update     rewrites the samples that differ, and the examples' *.expected, from what is printed now
#   --only TEXT  runs only commands and programs whose text has TEXT in it
# Environment: PRAM_BIN, a folder with pram and the examples to run as they are; without it ./pram builds them.
set -euo pipefail
export LC_ALL=C.UTF-8  # pages show what the tool prints in a locale of UTF-8

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
update='' only='' pages=()
while (($#)); do
  case $1 in
    --update) update=yes ;;
    --only) only=$2; shift ;;
    *) pages+=("$(readlink -f "$1")") ;;
  esac
  shift
done
all=''
if ((${#pages[@]} == 0)); then
  all=yes
  mapfile -t pages < <(printf '%s\n' "$root/README.md"; find "$root/docs" -name '*.md' | LC_ALL=C sort)
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"
bin=$(readlink -m "${PRAM_BIN:-build/${PRAM_PRESET:-release}/bin}")
passed=0 failed=0 changed=0

pass() { echo "passed: $1"; passed=$((passed + 1)); }
fail() { echo "FAILED: $1"; failed=$((failed + 1)); }
skip() { echo "skipped ($1): $2"; }

# Blocks and headings of a page in order: number, first and last line of what is inside, and kind. The text goes to files,
# and so does what a comment before a block says of where that text stands.
blocks_of() {
  rm -f "$work"/block* "$work"/from*
  awk -v folder="$work" '
    !inside && /^<!-- from: .* -->$/ { from = substr($0, 12, length($0) - 15); next }
    /^```/ && !inside && from != "" { print from > (folder "/from" (count + 1)); close(folder "/from" (count + 1)) }
    /[^ ]/ { from = "" }
    /^```/ && !inside { kind = substr($0, 4); if (kind == "") kind = "plain"; inside = 1; first = NR + 1; file = folder "/block" ++count
                        printf "" > file; next }
    /^```/ { inside = 0; close(file); print count, first, NR - 1, kind; next }
    inside { print > file; next }
    /^#/ { print 0, NR, NR, "heading" }
  ' "$1" >"$work/blocks"
}

# What one run prints and the next does not: times, and how many host threads there are.
masked() {
  sed -E 's/\bin (under )?[0-9.]+ (ms|s|min|h)\b( [0-9]+ (s|min)\b)?( on [0-9]+ host threads?)?/in …/g' "$1"
}

# Does the output have the sample, lines "…" aside? With -v make=1 prints the sample as it would be made from the output.
excerpt=$(cat <<'AWK'
  function shape(line) { gsub(/[0-9.,]+/, "0", line); gsub(/ +/, " ", line); return line }
  function same(a, b) { return make ? shape(a) == shape(b) : a == b }
  FNR == 1 { ++files }
  files == 1 { sample[++ns] = $0; next }
  { output[++no] = $0 }
  END {
    at = 1; free = 0
    for (i = 1; i <= ns; i = j + 1) {
      if (sample[i] == "…") { if (make) print "…"; free = 1; j = i; continue }
      for (j = i; j < ns && sample[j + 1] != "…"; ++j);
      last = j == ns
      for (place = at; place <= no; ++place) {
        for (k = i; k <= (make ? i : j) && same(output[place + k - i], sample[k]); ++k);
        found = k > (make ? i : j) && (make || !last || place + j - i == no)
        if (found || !free) break
      }
      if (!found && !(make && !free)) exit 1
      end = make && last ? no : place + j - i
      if (make) for (k = place; k <= end; ++k) print output[k]
      at = end + 1; free = 0
    }
    if (!make && !free && at <= no) exit 1
  }
AWK
)

# quoted "FILE" or 'FILE, "BEGIN" to "END"': prints that text
quoted() {
  if [[ $1 =~ ^([^\"]+),\ \"(.*)\"\ to\ \"(.*)\"$ ]]; then
    begin=${BASH_REMATCH[2]} end=${BASH_REMATCH[3]} awk '
      !inside && index($0, ENVIRON["begin"]) == 1 { inside = 1 }
      inside && index($0, ENVIRON["end"]) == 1 { exit }
      inside { lines[++count] = $0 }
      END { while (count > 0 && lines[count] == "") --count; for (k = 1; k <= count; ++k) print lines[k] }' "${BASH_REMATCH[1]}"
  else
    cat "$1"
  fi
}

# quote BLOCK FIRST LAST FROM PAGE: compares, or notes what is to be rewritten; fails if there is no such text
quote() {
  if [[ ! -e ${4%%, \"*} ]] || ! quoted "$4" >"$work/source$1" || [[ ! -s $work/source$1 ]]; then
    fail "$5 quotes $4, which is not there"
    return 1
  elif cmp -s "$work/block$1" "$work/source$1"; then
    pass "$5 quotes $4"
  elif [[ -n $update ]]; then
    mv "$work/source$1" "$work/new$1"
    echo "$2 $3 $work/new$1" >>"$work/changes"
    changed=$((changed + 1))
    echo "rewritten: $5 quotes $4"
  else
    fail "$5 quotes $4, and not as it is now; tests/readme.sh --update rewrites it"
  fi
}

# sample BLOCK FIRST LAST OUTPUT WHAT: compares, or notes what is to be rewritten
sample() {
  masked "$work/block$1" >"$work/wanted"
  masked "$4" >"$work/printed"
  if awk "$excerpt" "$work/wanted" "$work/printed"; then
    pass "the sample of $5"
  elif [[ -z $update ]]; then
    fail "the sample of $5 is not what is printed; tests/readme.sh --update --only '${5#./pram }' rewrites it"
    diff "$work/wanted" "$work/printed" | head -n 20 || true
  elif awk -v make=1 "$excerpt" "$work/block$1" "$4" >"$work/made"; then
    # A time in a line that is otherwise the same stays.
    masked "$work/made" | paste -d '\t' - "$work/made" |
      awk -F '\t' 'NR == FNR { old[$1] = $2; next } $1 ~ /in …/ && $1 in old { print old[$1]; next } { print $2 }' \
        <(masked "$work/block$1" | paste -d '\t' - "$work/block$1") - >"$work/new$1"
    echo "$2 $3 $work/new$1" >>"$work/changes"
    changed=$((changed + 1))
    echo "rewritten: the sample of $5"
  else
    fail "the sample of $5 has a part that is not found in what is printed: mend it by hand"
  fi
}

# Sets `printed` to what the command prints, and runs it but once; empty if it is skipped or fails.
run() {
  local command=$1 name shared
  printed='' state=skipped
  case $command in
    './pram test'* | './pram bench'*) return ;;  # the caller has run the one, and the other shows nothing but speed
  esac
  if [[ $command != *"$only"* ]]; then return; fi
  # All processors for a minute. Its numbers are tests of perf, and the same tables of fewer runs are shown elsewhere.
  if [[ $command == './pram tables combining' && -z $only$update && ${PRAM_TEST_SIZE:-} != large ]]; then
    skip 'PRAM_TEST_SIZE=large runs it' "$command"
    return
  fi
  shared=$(grep -oE '\.\./shared/[^ ]+' <<<"$command" | head -n 1 || true)
  if [[ -n $shared && ! -e $shared ]]; then
    skip "$shared is not here" "$command"
    return
  fi
  name=$work/printed.$(cksum <<<"$command" | cut -d ' ' -f 1)
  if [[ ! -e $name ]]; then
    local real=$command
    if [[ -n ${PRAM_BIN:-} ]]; then real=${command//.\/pram/$PRAM_BIN/pram}; fi
    if ! bash -c "set -o pipefail; $real" >"$name" 2>"$work/errors" </dev/null; then
      fail "$command"
      tail -n 20 "$name" "$work/errors"
      rm "$name"
      state=failed
      return
    fi
    pass "$command"
  fi
  printed=$name state=ran
}

# print_example NAME COMMANDS: what an example prints, without arguments or by the lines of the file COMMANDS
print_example() {
  local line
  cd "$work" || return
  if [[ ! -e $2 ]]; then
    "$bin/example_$1"
    return
  fi
  while read -r line; do
    # shellcheck disable=SC2086  # arguments
    "$bin/example_$1" $line </dev/null || return
  done <"$2"
}

# Runs the example whose source is this file, as run() does a command.
run_example() {
  local source=$1 name expected=${1%.cpp}.expected
  printed='' state=skipped
  name=$(basename "$source" .cpp)
  if [[ $source != *"$only"* ]]; then return; fi
  if [[ -e $work/printed.$name ]] || (print_example "$name" "$root/${source%.cpp}.commands") >"$work/printed.$name" 2>&1; then
    printed=$work/printed.$name state=ran
    if [[ -n $update ]] && ! cmp -s "$printed" "$expected"; then
      cp "$printed" "$expected"
      echo "rewritten: $expected"
    fi
  else
    fail "example_$name"
    tail -n 20 "$work/printed.$name"
    rm -f "$work/printed.$name"
    state=failed
  fi
}

# Checks the blocks of a page; notes in $work/changes which are to be rewritten.
check_page() {
  local page=$1 shown=${1#"$root"/} printed='' state=none what='' number first last kind source
  local commands
  blocks_of "$page"
  while read -r number first last kind; do
    if [[ -e $work/from$number ]]; then
      source=$(<"$work/from$number")
      state=failed
      if quote "$number" "$first" "$last" "$source" "$shown"; then
        state=none
        if [[ " ${examples[*]} " == *" $source "* ]]; then
          what=$source
          run_example "$source"
        fi
      fi
      continue
    fi
    case $kind in
      heading) state=none ;;
      console)
        # A line that ends in a backslash goes on in the next.
        mapfile -t commands < <(awk '
          more || /^\$ (.*[|] *)?\.\/pram/ {
            line = more ? $0 : substr($0, 3)
            more = sub(/\\$/, "", line)
            printf "%s%s", line, more ? "" : "\n"
          }' "$work/block$number")
        for what in "${commands[@]}"; do run "$what"; done
        if ((${#commands[@]} != 1)); then state=several; fi
        ;;
      cpp)
        what=
        for source in "${examples[@]}"; do
          if cmp -s "$work/block$number" "$source"; then what=$source; fi
        done
        state=failed
        if [[ -z $what ]]; then
          fail "a program in $shown is none of examples/ and tests/examples: $(head -n 5 "$work/block$number" | tail -n 1)"
        else
          pass "$shown quotes $what"
          run_example "$what"
        fi
        ;;
      '{literalinclude} '*) fail "$shown includes ${kind#* }, which readers of its source do not see" ;;
      text)
        case $state in
          ran) sample "$number" "$first" "$last" "$printed" "$what" ;;
          none) fail "line $first of $shown: no command and no program prints this sample" ;;
          several) fail "line $first of $shown: which of several commands prints this sample?" ;;
        esac
        ;;
    esac
  done <"$work/blocks"
}

# Rewrites what check_page noted, from the last to the first, so that line numbers hold.
rewrite_page() {
  local first last file
  cp "$1" "$work/page"
  while read -r first last file; do
    { head -n $((first - 1)) "$work/page"; cat "$file"; tail -n +$((last + 1)) "$work/page"; } >"$work/next"
    mv "$work/next" "$work/page"
  done < <(sort -rn "$work/changes")
  cat "$work/page" >"$1"
  rm "$work/changes"
}

mapfile -t examples < <(ls examples/*.cpp tests/examples/*.cpp tests/examples/bsp/*.cpp 2>/dev/null)
if [[ -z ${PRAM_BIN:-} ]] && grep -qE '^(```cpp|<!-- from: )' "${pages[@]}"; then
  mapfile -t targets < <(basename -s .cpp "${examples[@]}" | sed 's/^/example_/')
  ./pram build "${targets[@]}" || fail 'building the examples'
fi
for page in "${pages[@]}"; do
  check_page "$page"
  if [[ -e $work/changes ]]; then rewrite_page "$page"; fi
done

if [[ -n $update && -n $all ]]; then
  # The examples that no page quotes.
  for source in "${examples[@]}"; do run_example "$source"; done
fi
if ((passed + failed + changed == 0)); then
  fail "no example ran: ${pages[*]}"
fi
echo "$passed passed, $failed failed"
exit $((failed > 0))
