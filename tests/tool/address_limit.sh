#!/usr/bin/env bash
# Under any ulimit -v a run gives the right result or says in one line why not.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

if grep -qa __asan_init "$tool" || grep -qa __tsan_init "$tool"; then
  echo "a sanitizer maps more addresses than any limit here allows"
  finish
  exit
fi

run run histogram --n 2^18 --components 64 --threads 1 --output -
check "a result without a limit" test "$code" -eq 0 -a -s out
mv out expected

limits=(60000 100000 150000 200000 300000 450000 700000 1000000 2000000)
[[ ${PRAM_TEST_SIZE:-} == @(tiny|small) ]] && limits=(100000 300000 700000 2000000)
for limit in "${limits[@]}"; do
  for threads in 1 2 8; do
    code=0
    (ulimit -v $limit && exec "$tool" run histogram --n 2^18 --components 64 --threads $threads --output - >out 2>err </dev/null) ||
      code=$?
    case $code in
      0) cmp -s out expected || wrong "another result with ulimit -v $limit and $threads threads" ;;
      1)
        [[ $(wc -l <err) -eq 1 && ! -s out ]] || wrong "not exactly one line: ulimit -v $limit, $threads threads"
        grep -q '^pram: .*memory' err || wrong "the line does not say memory: ulimit -v $limit, $threads threads"
        # What takes 70 MB on one thread, and 250 MB in large pages on eight, fits.
        ((limit < 700000 && (threads > 1 || limit < 200000))) ||
          wrong "ulimit -v $limit does not suffice for $threads threads"
        ;;
      *) wrong "exit code $code with ulimit -v $limit and $threads threads" ;;
    esac
  done
done

finish
