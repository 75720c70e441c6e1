#!/usr/bin/env bash
# Inputs as they lie about: how a graph is read, where a search begins, what does not fit.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# The report says how a graph was read; a pipe does as a file, packed or not.
printf 'from,to,weight\n10,20,5\n20,30,1\n30,10,9\n' >graph.csv
succeeds run cc --input graph.csv
says "3 vertices, 3 edges. Read as edge list (snap)"
says "first line names the columns"
says "column 3 left out"
narrow out
gzip -c graph.csv >graph.csv.gz
succeeds run cc --input graph.csv.gz --json -
check "the JSON says so too" grep -q '"read_as": "edge list (snap); its first line' out
"$tool" compare cc --components 16 --input - <graph.csv.gz >out 2>err || wrong "packed, from a pipe"
says "3 vertices, 3 edges. Read as"
printf '\xef\xbb\xbf1 2 3\n4,5;6\n' >numbers.txt
succeeds run prefix-sums --input numbers.txt --output sums.txt
check "six sums" test "$(tail -n 1 sums.txt)" = 21

# --format decides where the file may deceive.
printf '4 3\n1 2\n2 3\n3 4\n' >counts.txt
succeeds run cc --input counts.txt
says "a line of counts (4 3), vertices counted from 1"
succeeds run cc --input counts.txt --format snap
says "4 vertices, 4 edges"
printf '1 2\n2 3 4\n' >ragged.txt
fails 1 "ragged.txt:2|3 columns, where line 1 has 2|--format snap" run cc --input ragged.txt
succeeds run cc --input ragged.txt --format snap
fails 2 "--format = 'dimac'|did you mean dimacs?" run cc --input counts.txt --format dimac
fails 2 "--format = ''|snap, counts" run cc --input counts.txt --format ""
fails 2 "--format = 'snap'|only beside --input" run cc --format snap
fails 2 "--format = 'snap'|no --format, for prefix-sums reads numbers" run prefix-sums --input numbers.txt --format snap
fails 2 "--format = 'snap'|no --format, for suffix-array reads text" run suffix-array --input numbers.txt --format snap
fails 2 "--format = 'snap'|no --format, for tree-contraction reads an expression" run tree-contraction --input numbers.txt --format snap
fails 1 "counts.txt:1|'4' begins no line of a DIMACS graph" run cc --input counts.txt --format dimacs
head -c 40 graph.csv.gz >cut.csv.gz
fails 1 "cut.csv.gz: it is packed by gzip, and cut short" run cc --input cut.csv.gz

# Messages and addresses are read alike.
printf '\xef\xbb\xbf0,1\n1,2\n' >messages.txt
gzip -c messages.txt >messages.gz
for file in messages.txt messages.gz; do
  succeeds route --network ring:4 --file $file
  check "two messages" grep -qE "^  messages +2(\.0)?$" out
done
printf '\xef\xbb\xbf7\n8\n' >addresses.txt
succeeds patterns --components 4 --file addresses.txt
printf '\xff\xfe7\0\n\0' >wide.txt
fails 1 "wide.txt|a byte-order mark says that it is UTF-16" patterns --components 4 --file wide.txt
fails 1 "wide.txt|a byte-order mark says that it is UTF-16" route --network ring:4 --file wide.txt
fails 1 "wide.txt|a byte-order mark says that it is UTF-16" run prefix-sums --input wide.txt

# Input without end is refused by its beginning, and a header's promise takes no memory: both in little more than the
# tool itself takes. Where this fails, ulimit ends the run before the host suffers; a sanitizer needs more than any
# limit.
most=unlimited
if (ulimit -v 8000000 && "$tool" list) >/dev/null 2>&1; then most=8000000; fi
(ulimit -v $most; fails 1 "/dev/zero:1: a NUL byte" run cc --input /dev/zero; exit "$failures") || wrong "/dev/zero"
for way in "tr -d \\n" "tr \\n ,"; do
  code=0
  # shellcheck disable=SC2086
  (ulimit -v $most; yes | $way | "$tool" run prefix-sums --input - >out 2>err) || code=$?
  check "an endless line" test "$code" -eq 1
  check "one line says so" grep -qE '^pram: standard input:1: (a line of more than|more than .* without a blank)' err
done
printf '%%%%MatrixMarket matrix coordinate pattern general\n4000000000 4000000000 2\n' >promise.mtx
if (($(awk '/MemTotal/ { print $2 }' /proc/meminfo) < 500000000)); then (
  ulimit -v $most
  for program in cc bfs; do
    fails 1 "promise.mtx:2: 4000000000 vertices and 2 edges take|the memory limit is" run $program --input promise.mtx
    fails 1 "promise.mtx:2: 4000000000 vertices" compare $program --components 16 --input promise.mtx
  done
  exit "$failures"
) || wrong "a header that promises too much"; fi

# Sizes are said as what they are: counts, in the singular where there is one, and values.
printf 'ab\nxabxab\n' >pattern.txt
succeeds run karp-rabin --input pattern.txt
says "n = 6, 2 pattern letters"
printf 'a\nxa\n' >pattern.txt
succeeds run string-matching-duels --input pattern.txt --json -
says '"pattern_letters": 1'
succeeds run string-matching-duels --input pattern.txt
says "n = 2, 1 pattern letter"
printf '2 5 6 7 8\n' >rank.txt
succeeds run selection --input rank.txt
says "n = 4, rank = 2"
printf '%%%%MatrixMarket matrix coordinate real general\n4 4 1\n1 2 0.5\n' >one.mtx
succeeds run spmv --input one.mtx --components 4
says "1 entry, 4 rows, 4 columns"
printf '%%%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 3e200\n2 2 4e200\n' >large.mtx
succeeds run spmv --input large.mtx --components 4 --output product.txt
length=$(grep -oE 'length: [0-9.e+]+' out | cut -d' ' -f2)
check "the length of a vector of large numbers" awk -v length_="$length" \
  '{ sum += $1 / 1e200 * ($1 / 1e200) } END { exit !(length_ / 1e200 / sqrt(sum) - 1 < 1e-5 && 1 - length_ / 1e200 / sqrt(sum) < 1e-5) }' product.txt
printf '3 4\n' >point.txt
fails 1 "point.txt: it holds 1 point; the program takes at least 2" run closest-pair --input point.txt
succeeds run edit-distance --n 9
says "n = 9, left = 4, right = 5"

# Shapes of generated inputs.
succeeds run prefix-sums --n 100 --shape sorted
says "sorted numbers: n = 100"
succeeds compare cc --components 16 --n 99 --shape path
says "path: 100 vertices, 99 edges"
succeeds run cc --n 2^4..2^5 --shape star --components 16
says "star"
fails 2 "--shape = 'pth'|did you mean path?" run cc --shape pth
fails 2 "--shape = 'path'|random, sorted" run prefix-sums --shape path
fails 2 "--shape = ''|name of a shape" run cc --shape ""
fails 2 "--shape = 'path'|either --shape or --input" run cc --shape path --input graph.csv

# Where a search begins.
printf '%%%%MatrixMarket matrix coordinate pattern symmetric\n6 6 3\n5 4\n4 2\n3 6\n' >graph.mtx
succeeds run bfs --input graph.mtx
says "source: 2,"
succeeds run bfs --input graph.mtx --source 6
says "source: 6,"
succeeds compare bfs --components 16 --input graph.mtx --source 3
says "source: 3,"
fails 2 "--source = '7'|from 1 to 6" run bfs --input graph.mtx --source 7
fails 2 "--source = '11'|one of its 3 ids" run bfs --input graph.csv --source 11
fails 2 "--source = '1'|no --source, for connected-components begins at no vertex" run cc --source 1
for program in minimum-spanning-forest all-pairs-shortest-paths; do
  fails 2 "--source = '1'|no --source, for $program begins at no vertex; it is for breadth-first-search, " \
    run "$program" --source 1 --components 16
  succeeds show "$program"
  if grep -q -e --source out; then wrong "$program takes no --source"; fi
done
fails 2 "--source = 'x'|whole number" run bfs --source x

# What the host has no memory for is refused before it is made: far less than the input's own size is used.
if command -v /usr/bin/time >/dev/null && (($(awk '/MemTotal/ { print $2 }' /proc/meminfo) < 100000000)); then
  code=0
  /usr/bin/time -f %M "$tool" run cc --n 2147483646 >out 2>err || code=$?
  check "refused" test "$code" -eq 1
  check "by memory" grep -q 'pram: --n 2147483646 takes [0-9]* MB of memory at the least.*the memory limit is' err
  check "in a few megabytes" test "$(tail -n 1 err)" -lt 1000000
fi

finish
