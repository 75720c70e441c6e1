#!/usr/bin/env bash
# Checks the README's programs and runs its examples: lines `$ ./pram …` of its ```console blocks must end with exit code 0.
# A file ../shared/… that is not there skips its line. Prints one line an example.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
readme=${1:-$root/README.md}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"

# A line that ends in a backslash goes on in the next.
mapfile -t examples < <(awk '
  /^```/ { inside = ($0 == "```console"); next }
  inside && (more || /^\$ \.\/pram/) {
    line = more ? $0 : substr($0, 3)
    more = sub(/\\$/, "", line)
    printf "%s%s", line, more ? "" : "\n"
  }' "$readme")

passed=0 failed=0

# Each ```cpp block is one of the examples that the tests compile and run.
awk -v folder="$work" '/^```/ { inside = ($0 == "```cpp"); count += inside; next } inside { print > (folder "/block" count ".cpp") }' "$readme"
for block in "$work"/block*.cpp; do
  [[ -e $block ]] || continue
  same=
  for source in tests/examples/*.cpp; do
    if cmp -s "$block" "$source"; then same=$source; fi
  done
  if [[ -n $same ]]; then
    echo "passed: the README quotes $same"
    passed=$((passed + 1))
  else
    echo "FAILED: a program in the README is none of tests/examples: $(head -n 5 "$block" | tail -n 1)"
    failed=$((failed + 1))
  fi
done

for example in "${examples[@]}"; do
  case $example in
    './pram test'* | './pram bench'*)
      continue  # the caller has run the one, and the other takes minutes and shows nothing but speed
      ;;
  esac
  shared=$(grep -oE '\.\./shared/[^ ]+' <<<"$example" | head -n 1 || true)
  if [[ -n $shared && ! -e $shared ]]; then
    echo "skipped ($shared is not here): $example"
    continue
  fi
  if bash -c "set -o pipefail; $example" >"$work/output" 2>&1 </dev/null; then
    echo "passed: $example"
    passed=$((passed + 1))
  else
    echo "FAILED: $example"
    tail -n 20 "$work/output"
    failed=$((failed + 1))
  fi
done
if ((passed + failed == 0)); then
  echo "no example ran: $readme"
  failed=1
fi
echo "$passed passed, $failed failed"
exit $((failed > 0))
