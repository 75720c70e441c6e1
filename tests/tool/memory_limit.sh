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

# It limits the input, the arrays and the processors; units are what they are.
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

# Where nothing is said, ulimit counts. A sanitizer maps more addresses than it allows.
grep -qa -e __asan_init -e __tsan_init "$tool" || (
  ulimit -v 400000
  fails 1 "--n 67108864|the memory limit is 369 MB" run prefix-sums --n 2^26
  finish >/dev/null
) || failures=$((failures + 1))

finish
