#!/usr/bin/env bash
# tests/fuzz.sh [SECONDS]: fuzzes each target of tests/fuzz for so long (60), two at a time for each processor.
# With clang++-16 and its libFuzzer they go by coverage (preset fuzz, or the one that PRAM_PRESET names); else their own
# driver changes the corpus (preset asan). The last line is "N passed, M failed"; inputs that fail are kept in
# build/fuzz/found/TARGET.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
seconds=${1:-60}
seed=${PRAM_TEST_SEED:-$((RANDOM * 32768 + RANDOM + 1))}
found=$root/build/fuzz/found
cd "$root"

preset=asan
if echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' |
  clang++-16 -fsanitize=fuzzer -x c++ - -o /dev/null 2>/dev/null; then
  preset=${PRAM_PRESET:-fuzz}
fi
if [[ $preset != asan ]]; then
  echo "fuzz: libFuzzer of clang++-16, by coverage"
else
  echo "fuzz: there is no clang++-16 with libFuzzer: the targets' own driver, without coverage"
fi

targets=()
for source in tests/fuzz/*.cpp; do
  name=$(basename "$source" .cpp)
  if [[ $name != driver ]]; then targets+=("$name"); fi
done
wanted=("${targets[@]/#/fuzz_}")
if [[ $preset == asan ]]; then wanted+=(test_main); fi  # a target of the tests, which this build then has
PRAM_PRESET=$preset ./pram build "${wanted[@]}"

# Grown inputs stay out of the kept corpus: libFuzzer writes into its first folder.
fuzz() {
  local name=$1 work=$found/$1
  rm -rf "$work"
  mkdir -p "$work/grown"
  cd "$work"
  UBSAN_OPTIONS=print_stacktrace=1 "$root/build/$preset/bin/fuzz_$name" -seed="$seed" -max_total_time="$seconds" \
    -max_len=4096 -timeout=300 -rss_limit_mb=2048 -print_final_stats=1 grown "$root/tests/fuzz/corpus/$name" >log 2>&1
}

passed=0 failed=0
declare -A running=()
finish_one() {
  local name=$1 status=0
  wait "${running[$name]}" || status=$?
  unset "running[$name]"
  if ((status == 0)); then
    passed=$((passed + 1))
    echo "fuzz: $name: $(grep -oE 'stat::number_of_executed_units: [0-9]+|[0-9]+ inputs given.*' "$found/$name/log" | tail -n 1)"
  else
    failed=$((failed + 1))
    echo "fuzz: $name failed with -seed=$seed; its input lies in $found/$name"
    tail -n 40 "$found/$name/log"
  fi
}
echo "fuzz: PRAM_TEST_SEED=$seed, $seconds s each"
for name in "${targets[@]}"; do
  fuzz "$name" &
  running[$name]=$!
  while ((${#running[@]} >= 2 * $(nproc))); do
    for one in "${!running[@]}"; do
      if ! kill -0 "${running[$one]}" 2>/dev/null; then finish_one "$one"; fi
    done
    sleep 1
  done
done
for one in "${!running[@]}"; do finish_one "$one"; done
echo "$passed passed, $failed failed"
exit $((failed > 0))
