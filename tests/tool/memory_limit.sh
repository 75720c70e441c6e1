#!/usr/bin/env bash
# How much memory a run may take: --memory-limit, and what the host leaves.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# Sizes as users write them.
for value in 1073741824 2^30 1e9 512M 512m 1G 1g 1GiB 1gib 1GB 500MB 600000K 600000kB 1T 1TiB 1073741824B 0 0M; do
  succeeds run prefix-sums --n 16 --components 4 --memory-limit "$value"
done
for value in -1 "" M 1.5G 5Q 5GG 5iB 5MM "5 M" " 5M" 5M, +5 0x10M ten 18446744073709551616 20000000T 2^64 16777216TiB nan; do
  for command in run profile compare; do
    fails 2 "--memory-limit = '$value'|is not allowed|whole number of bytes|512M|1GiB" $command histogram --n 16 \
      --memory-limit "$value"
  done
done
fails 2 "--memory-limit|value" run histogram --memory-limit
fails 2 "--memory-limit|--memory-limit" run histogram --memory-limit 1G --memory-limit 2G
for command in run profile compare; do
  succeeds $command --help
  says "--memory-limit BYTES"
done

# The limit holds for the input, the arrays and the processors; units are what they are.
fails 1 "--n 1048576|the memory limit is 10 MB" run prefix-sums --n 2^20 --memory-limit 10MB
seq 100000 >numbers.txt
fails 1 "numbers.txt: to read it takes more than the memory limit of 100 kB" run prefix-sums --components 4 --memory-limit 100kB --input numbers.txt
for limit in 1 1K; do fails 1 "memory|limit" run histogram --n 4096 --memory-limit $limit; done
succeeds run histogram --n 2^12 --components 64 --memory-limit 64M

# What a collective takes is known before: p^2 items and words.
fails 1 "all-to-all of 4,096 words on torus:8x8 takes up to|the memory limit is 0.0001 GB" collective all-to-all \
  --network torus:8x8 --words 4096 --memory-limit 100kB
succeeds collective all-to-all --network torus:8x8 --words 4096 --memory-limit 100MB
fails 2 "--memory-limit = '1.5G'|is not allowed" collective all-to-all --network torus:8x8 --words 64 --memory-limit 1.5G
fails 2 "--memory-limit|--crossover" collective broadcast --network ring --crossover --memory-limit 1G

# Commands without a machine of their own keep within it as processes: one line, or the result.
seq 0 63 | sed 's/.*/&,63/' >messages.txt
seq 1 20000 >addresses.txt
"$tool" profile histogram --n 4096 --components 64 --ledger profile --json run.json >out 2>err || wrong "a profile"
limited=("route --network torus:32x32 --pattern h-relation:8" "route --network torus:8x8 --file messages.txt"
  "probe --network torus:16x16 --runs 2 --h 4,8" "probe --host --components 64 --h 64 --runs 3"
  "patterns --degree 64 --components 1024 --runs 2" "patterns --file addresses.txt --components 256 --runs 2"
  "tables theorem --runs 1" "report run.json" "report run.json --html page.html"
  "collective all-to-all --network torus:8x8 --words 4096")
for command in "${limited[@]}"; do
  fails 1 "memory|limit" $command --memory-limit 50kB
  fails 2 "--memory-limit = '1.5G'|is not allowed" $command --memory-limit 1.5G
  succeeds $command --memory-limit 1G
  succeeds ${command%% *} --help
done
for command in route topology probe patterns collective report "tables combining" "tables theorem" "tables rcn-full" \
  "tables embeddings" "tables crcw-steps" "tables ranade" "tables exchange" "tables total-exchange" "tables torus"; do
  succeeds $command --help
  says "--memory-limit BYTES"
done
# What the process takes in all is the limit and what it takes without any work.
grep -qa -e __asan_init -e __tsan_init "$tool" || for command in "${limited[@]}"; do
  for limit in 1 2 4 8 16 32 64; do
    code=0
    (ulimit -v $((limit * 1000 + 150000)) && exec "$tool" $command --threads 1 --memory-limit ${limit}MB) >out 2>err </dev/null || code=$?
    if ((code == 2)); then  # no option for threads
      code=0
      (ulimit -v $((limit * 1000 + 150000)) && exec "$tool" $command --memory-limit ${limit}MB) >out 2>err </dev/null || code=$?
    fi
    if ((code != 0)); then
      [[ $code -eq 1 && $(wc -l <err) -eq 1 && ! -s out ]] || wrong "exit code $code, or not one line: $command, $limit MB"
      grep -q "limit" err || wrong "not the limit is met, but what the host allows: $command, $limit MB"
    fi
  done
done

# What never ends, and what can be no report, is refused by its first bytes.
for endless in "cat /dev/zero" "yes" "yes hello" "tr '\\0' x </dev/zero"; do
  code=0
  (eval "$endless" | "$tool" report - --memory-limit 20MB) >out 2>err || code=$?
  [[ $code -eq 1 && $(wc -l <err) -eq 1 && ! -s out ]] || wrong "exit code $code, or not one line: report of $endless"
  grep -q "it is no JSON, or damaged, in line 1" err || wrong "report of $endless"
done
[[ ! -r /dev/zero ]] || fails 1 "it is no JSON, or damaged, in line 1" report /dev/zero
for endless in "yes true" "yes ''" "echo '['; yes '1,'" "echo '{\"a\": [1'; yes ',{\"b\": 2}'" "echo '{\"a\": \"'; yes"; do
  code=0
  (eval "{ $endless; }" 2>/dev/null | "$tool" report - --memory-limit 20MB) >out 2>err || code=$?
  [[ $code -eq 1 && $(wc -l <err) -eq 1 && ! -s out ]] || wrong "exit code $code, or not one line: report of $endless"
  grep -qE "memory limit of 20 MB" err || wrong "report of $endless"
done

# Where nothing is said, ulimit counts. A sanitizer maps more addresses than it allows.
grep -qa -e __asan_init -e __tsan_init "$tool" || (
  ulimit -v 400000
  fails 1 "--n 67108864|the memory limit is 369 MB" run prefix-sums --n 2^26
  finish >/dev/null
) || failures=$((failures + 1))

finish
