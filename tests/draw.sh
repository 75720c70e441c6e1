#!/usr/bin/env bash
# Prints this commit's draw: a number below 2^32 that says what is tried where not all is. Every commit has another, so
# that nothing goes untried for long, and every run of one commit has the same. PRAM_TEST_DRAW, where it is given, is the
# draw. Outside a repository it is 0.
set -euo pipefail

draw=${PRAM_TEST_DRAW:-}
if [[ ! $draw =~ ^[0-9]{1,10}$ ]]; then
  commit=$(git -C "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" rev-parse HEAD 2>/dev/null || echo 00000000)
  draw=$((16#${commit:0:8}))
fi
echo $((10#$draw % (1 << 32)))
