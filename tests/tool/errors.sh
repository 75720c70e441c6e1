#!/usr/bin/env bash
# What a hostile user may type: one line that names the option, the value and what is allowed; 2 for usage, 1 for a failed run.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# Commands and options.
fails 2 "command is missing|list, show, run, profile, trace, compare, scale, slack, check, verify, route, replay, topology, probe, patterns, collective, bsp, report, tables, new, completion, manual, version"
fails 2 "'lst'|did you mean list?" lst
fails 2 "'prof'|did you mean profile?" prof
# The launcher says which commands are its own.
PRAM_LAUNCHER_COMMANDS='build test bench docs' fails 2 "'tset'|version, build, test, bench, docs|did you mean test?" tset
fails 2 "''" ""
fails 2 "'runn'|did you mean run?" runn --help
fails 2 "program is missing|pram list" run
fails 2 "'prefix-sum'|did you mean prefix-sums?" run prefix-sum
fails 2 "'conected-components'|did you mean connected-components?" profile conected-components
fails 2 "'no-such-thing'|prefix-sums" run no-such-thing
fails 2 "--compnents|did you mean --components?" run prefix-sums --compnents 4
fails 2 "--nonsense" run prefix-sums --nonsense=4
fails 2 "-x" run -x
fails 2 "'more'|too many" run prefix-sums more
fails 2 "'more'|too many" list programs more
fails 2 "list = 'more'|one of programs, networks, topologies, protocols, rules, placements, patterns, collectives" list more
fails 2 "list = 'progams'|did you mean programs?" list progams
fails 2 "list = ''|one of programs" list ""
fails 2 "list = 'algoritms'|did you mean algorithms?" list algoritms
fails 2 "'exchang'|did you mean exchange?" exchang
fails 2 "'Run'|did you mean run?" Run prefix-sums
fails 2 "--verison|did you mean --version?" --verison
fails 2 "table is missing|combining" tables
fails 2 "'combning'|did you mean combining?" tables combning
fails 2 "--n|value" run prefix-sums --n
fails 2 "--n|value" run prefix-sums --n --seed 4
fails 2 "--seed|more than once" run prefix-sums --seed 4 --seed 5

# Numbers.
for option in --n --components --threads --seed --max-steps --max-charge; do
  for value in -1 -99999999999999999999 18446744073709551616 99999999999999999999999999 2^64 2^-1 1e20 1e 2^ ^2 1.5 +4 0x10 ten "" " 4" "4 " 4,5 nan inf 4k $'4\n5'; do
    fails 2 "$option|is not allowed|whole number" run prefix-sums "$option" "$value"
  done
done
for value in 0 1048577 4294967296 4294967297 18446744073709551615; do
  fails 2 "--components = '$value'|from 1 to 1048576" run prefix-sums --components "$value"
done
fails 2 "--threads = '100000'|from 0 to 1024" run prefix-sums --threads 100000
fails 2 "--threads = '4294967297'|from 0 to 1024" tables combining --threads 4294967297
for value in 0 -1 x; do fails 2 "--runs = '$value'|whole number from 1" tables combining --runs "$value"; done
for value in 16 2^4 16e0; do
  succeeds run prefix-sums --n "$value"
  says "16"
done
succeeds run prefix-sums --n 5 --threads 0 --components 2^2 --max-steps 1e6

# Names.
fails 2 "--network = 'routr'|router|did you mean router?" run prefix-sums --network routr
fails 2 "--network = ''|ideal" run prefix-sums --network ""
fails 2 "--network = 'router:g=0'" run prefix-sums --network router:g=0
fails 2 "--access = 'combning'|did you mean combining?" run prefix-sums --access combning
fails 2 "--access = 'combining:3,5'|4096" run prefix-sums --access combining:3,5
for access in tree:1 tree:x tree:4,5; do
  fails 2 "--access = '$access'|tree:k with one whole number k of at least 2" run prefix-sums --access $access
done
fails 2 "--access = 'copies:3,collide=2'|batch= below 0.713 with collide=2, for 3 copies" \
  run prefix-sums --access copies:3,collide=2
fails 2 "--access = 'copies:4'|copies:2 or copies:3" run prefix-sums --access copies:4
fails 2 "--access = 'copies'|merge=none for 12 components" run prefix-sums --components 12 --access copies
fails 2 "--access = 'copies:3,merge=none'|merge=sorting where components ask for one cell in a step" \
  run cc --components 16 --access copies:3,merge=none
succeeds run prefix-sums --n 100 --components 12 --access copies:3,merge=none
fails 2 "--access = 'combining,winner=first'|only with timing=asynchronous" run prefix-sums --access combining,winner=first
fails 2 "--access = 'combining,winner=last'|winner= with" run prefix-sums --access combining,winner=last
fails 2 "--rule = 'ERW'|EREW, CREW|did you mean EREW?" run prefix-sums --rule ERW
for name in sum add; do
  succeeds run histogram --n 100 --rule $name
done
fails 2 "--rule = 'mximum'|did you mean maximum?" run prefix-sums --rule mximum
fails 2 "--placement = 'unifrm'|did you mean uniform?" run prefix-sums --placement unifrm
fails 2 "operation = 'multiscater'|did you mean multiscatter?" collective multiscater --network ring:8 --words 8
fails 2 "--algorithm = 'rin-two-way'|did you mean ring-two-way?" collective broadcast --network ring:8 --words 8 --algorithm rin-two-way
fails 2 "--placement = 'hashd'|did you mean hashed?" run prefix-sums --placement hashd
fails 2 "--placement = 'hashed,hash=foo'|one of xxh3, multiply-shift, k-wise, tabulation" run prefix-sums --placement hashed,hash=foo
fails 2 "--placement = 'hashed,hash='|as in hashed,hash=k-wise:5" run prefix-sums --placement hashed,hash=
fails 2 "--placement = 'direct,hash=xxh3'|only of hashed" run prefix-sums --placement direct,hash=xxh3
fails 2 "--ledger = 'stps'|totals, steps|did you mean steps?" run prefix-sums --ledger stps
fails 2 "program = |is not allowed" run $'a\nb\e[31m\xff'
fails 2 "program = |…" run "$(printf 'x%.0s' {1..5000})"

# Options that do not go together.
fails 2 "--n = '5'|--input" run prefix-sums --n 5 --input numbers.txt
fails 2 "--json|--output" run prefix-sums --output - --json -
fails 2 "--json|--output" run prefix-sums --output - --json /dev/stdout
fails 2 "--json|--output" run prefix-sums --output same --json ./same
fails 2 "--input = ''" run prefix-sums --input ""
fails 2 "--output = ''" run prefix-sums --output ""
fails 2 "--json = ''" profile prefix-sums --json ""
fails 2 "--json = ''" tables combining --json ""

# Broken input: the file is named, and the reason.
mkdir folder
: >empty.txt
head -c 4096 /dev/urandom >binary.txt
printf '1\n2\n-x\n' >garbage.txt
printf '99999999999999999999999999\n' >overflow.txt
for program in prefix-sums connected-components; do
  fails 1 "missing.txt" run $program --input missing.txt
  fails 1 "folder" run $program --input folder
  fails 1 "binary.txt" run $program --input binary.txt
  fails 1 "garbage.txt" run $program --input garbage.txt
  fails 1 "overflow.txt" run $program --input overflow.txt
done
if [[ $(id -u) -ne 0 ]]; then
  printf '1\n' >secret.txt
  chmod 000 secret.txt
  fails 1 "secret.txt" run prefix-sums --input secret.txt
fi
# Whether an empty file is an input of size 0 or an error is the program's to say; either way it is said well.
for program in prefix-sums connected-components; do
  run $program --input empty.txt
  [[ $code -eq 0 && ! -s err ]] || fails 1 "empty.txt" run $program --input empty.txt
done

# What a user wrote is shown without its control characters: a newline, an escape sequence, DEL, a C1 control, no UTF-8.
odd=$'x\n\e[31m\x7f\xc2\x9b\xff'
shown='x\n\x1b[31m\x7f\xc2\x9b\xff'
clean() { check "no control characters" test -z "$(tr -d '\n -~' <err)"; }
fails 1 "$shown: there is no such file" run cc --input "$odd"
clean
fails 2 "$shown" run cc --network "$odd"
clean
fails 2 "$shown" run "$odd"
clean
fails 2 "$shown" collective gather --words 1 --network "ring:$odd"
clean
printf '1 2\n' >"file$odd"
fails 1 "file$shown:1|'1' begins no line of a DIMACS graph" run cc --format dimacs --input "file$odd"
clean

# Runs that fail.
fails 1 "3 steps|--max-steps" run connected-components --n 64 --max-steps 3
fails 1 "not done after 1 superstep,|--max-steps" run bsp-prefix-sums --n 64 --max-steps 1
fails 1 "network router has charged|max_charge = 30 allows no further step" run connected-components --n 64 --max-charge 30
succeeds run connected-components --n 64 --max-charge 2^40
fails 1 "CREW breached in step|processor" run connected-components --n 4096 --rule CREW
fails 1 "EREW breached in step|processor" run breadth-first-search --n 4096 --rule EREW
for size in 2^63 18446744073709551615 2^45; do
  run prefix-sums --n $size
  [[ $code -eq 1 || $code -eq 2 ]] && [[ $(wc -l <err) -eq 1 && ! -s out ]] || wrong "exit code $code: --n $size"
done

# Nothing to do is no error, except where nothing has no result.
for program in "${programs[@]}"; do
  if [[ $program == maximum-all-pairs ]]; then
    fails 2 "--n = '0'|is not allowed" run "$program" --n 0
  else
    succeeds run "$program" --n 0
    says "verified"
  fi
done

finish
