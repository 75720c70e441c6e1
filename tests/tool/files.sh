#!/usr/bin/env bash
# --output and --json: whole or not at all, and found out before the run.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

# The result is the program's own, whatever path it takes.
seq 1 100 >numbers.txt
succeeds run prefix-sums --input numbers.txt --output sums.txt
check "a hundred sums" test "$(wc -l <sums.txt)" -eq 100
check "the last sum or the last but one" grep -qxE '5050|4950' sums.txt
"$tool" run prefix-sums --input - --output - <numbers.txt >out 2>err || wrong "pipe to pipe"
check "the same through pipes, and nothing else there" cmp -s out sums.txt
check "the summary goes to standard error" grep -q verified err
"$tool" run prefix-sums --input - --output - --json run.json <numbers.txt >out 2>err || wrong "result and JSON"
check "the result again" cmp -s out sums.txt
check "the JSON beside it" grep -q '"verified": true' run.json

# --json - leaves standard output to the JSON.
for command in run profile; do
  succeeds $command prefix-sums --input numbers.txt --json -
  check "begins as JSON" test "$(head -n 1 out)" = "{"
  check "ends as JSON" test "$(tail -n 1 out)" = "}"
  if grep -q "time T" out; then wrong "text in the JSON"; fi
done
succeeds run prefix-sums --n 100 --json - --output sums-too.txt
check "both" test -s sums-too.txt

# A file that is there is replaced in one go, keeps its mode, and links stay links.
echo old >target.txt
chmod 640 target.txt
ln -s target.txt link.txt
succeeds run prefix-sums --n 10 --json link.txt
check "the link is still one" test -L link.txt
check "its target is new" grep -q '"version": 2' target.txt
check "the mode is kept" test "$(stat -c %a target.txt)" = 640
umask 027
succeeds run prefix-sums --n 10 --json fresh.json
check "a new file has the mode of any new file" test "$(stat -c %a fresh.json)" = 640
umask 022

# A run that fails leaves what was there, and nothing beside it.
echo precious >kept.txt
ls -A >before
: >after
ls -A >before
fails 1 "--max-steps" run connected-components --n 64 --max-steps 2 --output kept.txt --json new.json
fails 1 "missing.txt" run prefix-sums --input missing.txt --output kept.txt
ls -A >after
check "the file is as it was" test "$(cat kept.txt)" = precious
check "no other file has come" cmp -s before after

# Places that cannot be written are found before the run: this one would take its time.
fails 1 "--output|nowhere/x" run prefix-sums --n 2^26 --output nowhere/x
fails 1 "--json|nowhere/x" run prefix-sums --n 2^26 --json nowhere/x
mkdir folder
fails 1 "--output|folder" run prefix-sums --n 2^26 --output folder
fails 1 "--json|kept.txt/x" run prefix-sums --n 2^26 --json kept.txt/x
fails 1 "--json|folder/new/" run prefix-sums --n 2^26 --json folder/new/
fails 1 "--json" run prefix-sums --n 2^26 --json "$(printf 'x%.0s' {1..300})"
fails 1 "--json" tables combining --json nowhere/x
if [[ $(id -u) -ne 0 ]]; then
  echo mine >locked.txt
  chmod 400 locked.txt
  fails 1 "--json|locked.txt" run prefix-sums --n 2^26 --json locked.txt
fi

# The input is not to be overwritten.
fails 2 "--output|--input" run prefix-sums --input numbers.txt --output ./numbers.txt
fails 2 "--json|--input" run prefix-sums --input numbers.txt --json numbers.txt
check "the input is as it was" test "$(wc -l <numbers.txt)" -eq 100

# Devices.
if [[ -c /dev/full ]]; then
  fails 1 "--json|/dev/full" run prefix-sums --n 10 --json /dev/full
  fails 1 "--output|/dev/full" run prefix-sums --n 10 --output /dev/full
  code=0
  "$tool" profile prefix-sums --n 10 >/dev/full 2>err || code=$?
  check "a full standard output is an error" test "$code" -eq 1
  check "in one line" test "$(wc -l <err)" -eq 1
fi
succeeds run prefix-sums --n 10 --json /dev/null
"$tool" run prefix-sums --n 10 --json >(cat >through.json) >out 2>err || wrong "process substitution"
for _ in {1..50}; do [[ -s through.json ]] && break; sleep 0.1; done
check "a pipe is written directly" grep -q '"version": 2' through.json

# Links: to nothing yet, to a link, in a ring.
ln -s ../elsewhere.txt folder/dangling
ln -s folder/dangling chain
succeeds run prefix-sums --n 10 --json chain
check "the links are still links" test -L chain -a -L folder/dangling
check "what they name is there now" grep -q '"version": 2' elsewhere.txt
ln -s nowhere/x lost
fails 1 "--json|lost" run prefix-sums --n 2^26 --json lost
ln -s ring-a ring-b
ln -s ring-b ring-a
fails 1 "--json|ring-a" run prefix-sums --n 2^26 --json ring-a

# One place under two names.
for name in /dev/fd/1 /dev/stdout /proc/self/fd/1 //dev//fd/1; do
  fails 2 "--json|--output" run prefix-sums --n 2^26 --output "$name" --json -
  fails 2 "--json|--output" run prefix-sums --n 2^26 --output - --json "$name"
  fails 2 "--csv|--json" run prefix-sums --n 2^26 --csv "$name" --json -
  succeeds run prefix-sums --n 10 --json "$name"
  check "only JSON: $name" test "$(head -n 1 out)$(tail -n 1 out)" = "{}"
done
fails 2 "--json|--output" run prefix-sums --n 2^26 --output both.txt --json ./folder/../both.txt
ln -s both.txt both-link
fails 2 "--json|--output" run prefix-sums --n 2^26 --output both-link --json both.txt
echo >both.txt
ln both.txt both-hard
fails 2 "--json|--output" run prefix-sums --n 2^26 --output both-hard --json both.txt
succeeds run prefix-sums --n 10 --json out
check "the file behind standard output is standard output" test "$(head -n 1 out)$(tail -n 1 out)" = "{}"
succeeds run prefix-sums --n 10 --json /dev/null --output /dev/null --csv /dev/null
"$tool" run prefix-sums --n 10 --json /dev/fd/7 7>seven.json >out 2>err || wrong "an open descriptor"
check "the descriptor has the JSON" grep -q '"version": 2' seven.json
says "time T"
echo head >appended.txt
"$tool" run prefix-sums --n 10 --output /dev/fd/7 7>>appended.txt >out 2>err || wrong "an open descriptor to append to"
check "what was there is there" test "$(head -n 1 appended.txt)-$(wc -l <appended.txt)" = head-11
fails 1 "--json|/dev/fd/9" run prefix-sums --n 2^26 --json /dev/fd/9
code=0
"$tool" run prefix-sums --n 2^26 --json /dev/fd/7 7<numbers.txt >out 2>err || code=$?
[[ $code -eq 1 && $(wc -l <err) -eq 1 ]] || wrong "a descriptor to read from: exit code $code"
mkfifo fifo
cat fifo >through-fifo.json &
succeeds run prefix-sums --n 10 --json fifo
wait $!
check "a named pipe is one still" test -p fifo
check "it has passed all on" test "$(head -n 1 through-fifo.json)$(tail -n 1 through-fifo.json)" = "{}"

# No file takes the place of a standard output that is closed.
code=0
"$tool" run prefix-sums --n 10 --json closed.json 2>err >&- || code=$?
[[ $code -eq 1 && $(wc -l <err) -eq 1 ]] || wrong "closed standard output: exit code $code"
check "only JSON in the file" test "$(head -n 1 closed.json)$(tail -n 1 closed.json)" = "{}"

# A file that may not grow.
code=0
(ulimit -f 1; exec "$tool" run prefix-sums --n 2^14 --output kept.txt) >out 2>err || code=$?
[[ $code -eq 1 && $(wc -l <err) -eq 1 ]] || wrong "a file that may not grow: exit code $code"
check "the file is as it was" test "$(cat kept.txt)" = precious

# Folders that cannot be written, with files that can. Root may write everywhere, and runs the tool as somebody else.
as_other=()
if [[ $(id -u) -eq 0 ]]; then as_other=(setpriv --reuid=65534 --regid=65534 --clear-groups); fi
chmod 755 "$work"
if "${as_other[@]}" "$tool" --version >/dev/null 2>&1; then
  mkdir -m 755 closed
  echo old >closed/file.txt
  chmod 666 closed/file.txt
  ln -s closed/file.txt to-closed
  inode=$(stat -c %i closed/file.txt)
  if [[ ${#as_other[@]} -eq 0 ]]; then chmod 555 closed; fi
  for name in closed/file.txt to-closed; do
    code=0
    "${as_other[@]}" "$tool" run prefix-sums --n 10 --json $name >out 2>err || code=$?
    [[ $code -eq 0 ]] || wrong "a folder that cannot be written: exit code $code"
    check "a warning, in a line" test "$(wc -l <err)" -eq 1
    check "it names the option and the file" grep -qF "pram: --json '$name' is written in place" err
    check "all is there" test "$(head -n 1 closed/file.txt)$(tail -n 1 closed/file.txt)" = "{}"
    check "in the same file" test "$(stat -c %i closed/file.txt)" = "$inode"
  done
  fails_other() { "${as_other[@]}" "$tool" "$@" >out 2>err </dev/null; }
  if fails_other run prefix-sums --n 2^26 --json closed/fresh.txt; then wrong "a new file in a folder that cannot be written"; fi
  check "in one line" test "$(wc -l <err)" -eq 1
  check "which says why" grep -qF "closed/fresh.txt' cannot be written: no file can be made in its folder" err
  if [[ $(id -u) -eq 0 ]]; then
    # In /tmp and the like nobody replaces the files of others.
    mkdir -m 1777 sticky
    echo a long line that was there before the results >sticky/file.txt
    chmod 666 sticky/file.txt
    inode=$(stat -c %i sticky/file.txt)
    code=0
    # The kernel may protect such files even from being opened to be made; the file is there.
    "${as_other[@]}" "$tool" run prefix-sums --n 3 --output sticky/file.txt >out 2>err || code=$?
    [[ $code -eq 0 && $(wc -l <err) -eq 1 ]] || wrong "a file of somebody else: exit code $code"
    check "three lines and no more" test "$(wc -l <sticky/file.txt)" -eq 3
    check "in the same file" test "$(stat -c %i sticky/file.txt)" = "$inode"
    check "nothing else is left" test "$(ls -A sticky)" = file.txt
    # Owner and group stay; who may not read before may not read after.
    echo old >theirs.txt
    chown 65534:65533 theirs.txt
    chmod 640 theirs.txt
    succeeds run prefix-sums --n 10 --json theirs.txt
    check "owner, group and mode" test "$(stat -c %u:%g:%a theirs.txt)" = 65534:65533:640
    mkdir -m 777 shared
    echo old >shared/file.txt
    chown 65534:65533 shared/file.txt
    chmod 660 shared/file.txt
    "${as_other[@]}" "$tool" run prefix-sums --n 10 --json shared/file.txt >out 2>err || wrong "a group that is not one's own"
    check "the own group may not what another might" test "$(stat -c %u:%g:%a shared/file.txt)" = 65534:65534:600
  fi
else
  echo "skipped: nobody here whom folders can be closed to"
fi

# Step by step, seen from between the tool and its C library, which can also stop it there.
cat >hooks.cpp <<'END'
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
static void note(const char* what, const char* name) {
  const char* const log = getenv("HOOKS_LOG");
  char line[4096];
  const int length = snprintf(line, sizeof line, "%s %s\n", what, name);
  const int file = log == nullptr ? -1 : open(log, O_WRONLY | O_APPEND);
  if (file >= 0 && write(file, line, length) == length) close(file);
}
extern "C" int openat(int folder, const char* name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const int mode = (flags & O_CREAT) ? va_arg(more, int) : 0;
  va_end(more);
  if (strncmp(name, ".pram-", 6) == 0)
    note((flags & (O_EXCL | O_NOFOLLOW)) == (O_EXCL | O_NOFOLLOW) ? "make" : "open", name);
  return ((int (*)(int, const char*, int, ...))dlsym(RTLD_NEXT, "openat"))(folder, name, flags, mode);
}
extern "C" int fsync(int file) {
  struct stat found;
  const bool folder = fstat(file, &found) == 0 && S_ISDIR(found.st_mode);
  note("sync", folder ? "folder" : "file");
  if (getenv("HOOKS_STOP") != nullptr) raise(SIGSTOP);
  return 0;
}
extern "C" int renameat(int from, const char* a, int to, const char* b) {
  note("rename", b);
  return ((int (*)(int, const char*, int, const char*))dlsym(RTLD_NEXT, "renameat"))(from, a, to, b);
}
END
state() { sed -n 's/.*) \([^ZX]\).*/\1/p' /proc/$process/stat 2>/dev/null; }  # nothing once it has ended
until_stopped() { while [[ $(state) == [^T]* ]]; do sleep 0.05; done; }
preload=(env LD_PRELOAD="$work/hooks.so" HOOKS_LOG="$work/log")
if ! ${CXX:-c++} -shared -fPIC -o hooks.so hooks.cpp -ldl 2>err; then
  echo "skipped: no compiler for what looks on"
elif : >log && ! "${preload[@]}" "$tool" run prefix-sums --n 10 --json seen.json >out 2>err || [[ ! -s log ]]; then
  echo "skipped: nobody can look on between this tool and its C library"
else
  # A trial before the run; then one file, made once, on the disk before it takes its place, and the folder after it.
  check "the steps" test "$(sed 's/ \.pram-.*//' log | paste -sd,)" = "make,make,sync file,rename seen.json,sync folder"

  # Stopped with the file whole but not in place: nobody reads it who may not read the target; any end removes it.
  umask 022
  ulimit -c 0
  for signal in INT TERM HUP QUIT; do
    echo secret >target.json
    chmod 600 target.json
    ls -A >before
    HOOKS_STOP=1 "${preload[@]}" "$tool" run prefix-sums --n 10 --json target.json >out 2>err &
    process=$!
    until_stopped
    check "it is there" compgen -G '.pram-*'
    check "nobody else reads it" test "$(stat -c %a .pram-*)" = 600
    kill -$signal $process
    kill -CONT $process
    code=0
    wait $process 2>/dev/null || code=$?
    check "ended by $signal" test "$code" -eq $((128 + $(kill -l $signal)))
    check "the target is as it was" test "$(cat target.json)" = secret
    check "the file is removed" test -z "$(compgen -G '.pram-*')"
  done
  # Under nohup the run goes on.
  HOOKS_STOP=1 "${preload[@]}" nohup "$tool" run prefix-sums --n 10 --json target.json >out 2>err &
  process=$!
  until_stopped
  kill -HUP $process
  while [[ -n $(state) ]]; do kill -CONT $process; sleep 0.05; done
  wait $process || wrong "SIGHUP under nohup"
  check "the result is there" grep -q '"version": 2' target.json
fi

# A reader that leaves early is no error to speak of.
"$tool" profile histogram --n 5000 --ledger steps --json - 2>err | head -n 1 >out
check "the reader has its line" test "$(cat out)" = "{"
check "nothing is said about it" test ! -s err
"$tool" run prefix-sums --n 2^18 --output - 2>/dev/null | head -n 1 >out
check "the reader has its line" test -s out

# --trace, --svg and a folder of --csv show each step, and agree with the JSON.
succeeds profile prefix-sums --n 1000 --trace trace.json --svg pictures --csv tables/ --json all.json --no-host-time
check "no host time" bash -c '! grep -q "Ran in" out'
check "nor in the JSON" grep -q '"wall_seconds": null' all.json
check "the pictures" test "$(ls pictures | tr "\n" " ")" = "charge.svg components.svg degrees.svg relations.svg timeline.svg "
cat >agree.py <<'END'
import csv, json
ledger = json.load(open('all.json'))
charge = ledger['charge']['forward'] + ledger['charge']['back']
events = json.load(open('trace.json'))['traceEvents']
assert sum(event['dur'] for event in events if event.get('cat') == 'step') == charge
steps = list(csv.DictReader(open('tables/steps.csv', newline='')))
assert len(steps) == ledger['steps'] == len(ledger['columns']['steps']['step'])
assert sum(int(step['forward']) + int(step['back']) for step in steps) == charge
END
check "the same numbers everywhere" python3 agree.py
check "scripts of gnuplot" test "$(ls tables | grep -c '\.gp$')" = 5
cp -r tables before-tables
succeeds profile prefix-sums --n 1000 --csv tables --html one.html --no-host-time --threads 1
succeeds profile prefix-sums --n 1000 --html two.html --no-host-time --threads 2
check "a folder that is there is one, too" diff -r tables before-tables
check "equal runs have equal pages" cmp -s one.html two.html
succeeds profile prefix-sums --n 1000 --trace run.pftrace --no-host-time --threads 1
succeeds profile prefix-sums --n 1000 --trace again.pftrace --no-host-time --threads 2
check "equal runs have equal traces" cmp -s run.pftrace again.pftrace
check "packets of Perfetto" test "$(head -c 1 run.pftrace | od -An -tx1 | tr -d ' ')" = 0a
check "smaller than trace events" test "$(wc -c <run.pftrace)" -lt "$(wc -c <trace.json)"
if command -v protoc >/dev/null; then
  check "another decoder reads it" protoc --decode_raw <run.pftrace
fi
succeeds run prefix-sums --n 10 --trace -
check "nothing else goes there" python3 -c 'import json, sys; json.load(open("out"))'
fails 1 "--svg|kept.txt" run prefix-sums --n 2^26 --svg kept.txt
fails 1 "--csv|kept.txt/" run prefix-sums --n 2^26 --csv kept.txt/
fails 2 "--svg" run prefix-sums --n 2^26 --svg -
fails 2 "--trace|--json" run prefix-sums --n 2^26 --trace same.json --json same.json
fails 2 "--trace|sweep" run prefix-sums --n 8..32 --trace trace.json
finish
