#!/usr/bin/env bash
# pram bsp: the profile of a program's supersteps.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

cat >ring.c <<'END'
#include <bsp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char** argv) {
  bsp_begin(bsp_nprocs());
  const int p = bsp_nprocs(), s = bsp_pid();
  double got[8], mine[8] = {s, 1, 2, 3, 4, 5, 6, 7};
  bsp_push_reg(got, sizeof(got));
  bsp_sync();
  for (int round = 0; round < 3; ++round) {
    bsp_put((s + 1) % p, mine, got, 0, sizeof(got));
    pram_bsp_work(100);
    bsp_sync(); /* three times */
  }
  bsp_get((s + 1) % p, got, 0, mine, 4 * sizeof(double));
  bsp_send((s + 1) % p, NULL, mine, 12);
  bsp_sync();
  const double now = bsp_time();
  if (s == 0) {
    printf("%d processes", p);
    for (int k = 1; k < argc; ++k) printf(" %s", argv[k]);
    if (argc > 1 && strcmp(argv[1], "--time") == 0) printf(" %g", now);
    printf("\n");
  }
  bsp_end();
  if (argc > 2 && strcmp(argv[1], "exit") == 0) return atoi(argv[2]);
  if (argc > 1 && strcmp(argv[1], "crash") == 0) abort();
  return 0;
}
END
compile ring.c -o ring

# A superstep of h words costs g h + l: one of none, three of 8 words, one of 1 + 2 out, 4 back.
run bsp -n 16 --network router:g=3,l=10 --ledger steps --json profile.json --csv profile.csv ./ring --help -n "two words"
[[ $code -eq 0 ]] || wrong "exit code $code"
[[ $(<out) == "16 processes --help -n two words" ]] || wrong "the program's output or arguments are not its own"
grep -q 'ring: 5 supersteps of 16 processes' err || wrong "no headline"
grep -q 'beside w + g h + l with g = 3 and l = 10' <(tr '\n' ' ' <err) || wrong "no prediction"
narrow err
python3 - <<'END' || wrong "the numbers of profile.json"
import csv
import json
p = json.load(open("profile.json"))
assert p["processes"] == 16 and p["supersteps"] == 5 and p["machine"]["components"] == 16, p
still = 10
put = 3 * 8 + 10
last = (3 * 3 + 10) + (3 * 4 + 10)
records = p["superstep_records"]
assert [r["forward"] for r in records] == [still, put, put, put, 19], records
assert [r["back"] for r in records] == [0, 0, 0, 0, 22], records
assert [r["largest_work"] for r in records] == [0, 100, 100, 100, 0], records
assert [r["messages"] for r in records] == [0, 16, 16, 16, 48], records
assert [r["words"] for r in records] == [0, 128, 128, 128, 16 * 7], records
assert [r["processes"] for r in records] == [r["components"] for r in records] == [16] * 5, records
# Each process sends a message that nobody takes.
assert p["unread_messages"] == [{"queue": "messages", "messages": 16, "of_another_type": 0}], p["unread_messages"]
assert p["supersteps_without_record"] == 0, p
charge = still + 3 * put + last
assert p["charge"]["superstep_charge"] == p["charge"]["total"] == charge and p["superstep_cost"] == charge + 300, p
assert p["parameters"] == {"g": 3, "l": 10, "probed": False}, p
assert p["predicted"] == 300 + 3 * (24 + 7) + 5 * 10, p
tags = {t["tag"]: t for t in p["superstep_totals"]}
assert list(tags) == ["ring.c:10", "ring.c:14", "ring.c:18"], tags
# Each tag's row is the sum of its records.
for tag, row in tags.items():
    of = [r for r in records if r["tag"] == tag]
    assert row["supersteps"] == len(of), row
    for key in "work", "largest_work", "largest_sent", "largest_received", "words", "messages", "pattern", "forward", "back":
        assert row[key] == sum(r[key] for r in of), (key, row)
    assert row["relation"] == sum(max(r["largest_sent"], r["largest_received"]) for r in of), row
    assert row["mean_work"] == row["work"] / 16 and row["mean_words"] == row["words"] / 16, row
    assert row["cost"] == row["largest_work"] + row["forward"] + row["back"], row
    assert row["predicted"] == row["largest_work"] + 3 * row["relation"] + 10 * row["supersteps"], row
    assert row["share"] == row["cost"] / p["superstep_cost"], row
loop = tags["ring.c:14"]
assert loop["supersteps"] == 3 and loop["largest_work"] == 300 and loop["relation"] == 24, loop
assert loop["work_imbalance"] == loop["relation_imbalance"] == 1, loop
last_words = {"put": 384, "get": 80, "send": 32}
transfers = {t["operation"]: t for t in p["transfers"]}
assert {name: t["words"] for name, t in transfers.items()} == last_words, transfers
assert [t["line"] for t in transfers.values()] == [12, 16, 17], transfers
assert all(t["file"] == "ring.c" for t in transfers.values()), transfers
# A line's share of the charge goes by its words, there and back each by itself.
charges = {"put": 3 * put, "get": 19 / 3 + 22, "send": 19 * 2 / 3}
assert all(abs(t["charge"] - charges[name]) < 1e-9 for name, t in transfers.items()), transfers
row, = csv.DictReader(open("profile.csv"))
assert row["supersteps"] == "5" and row["superstep_charge"] == str(charge) and row["superstep_relation"] == "31", row
assert row["n"] == row["verified"] == "", row
END
# The same profile, under the same names, as of a bundled program.
"$tool" profile bsp-prefix-sums --n 64 --components 16 --network router:g=3,l=10 --ledger steps --json bundled.json >out
check "the names of pram profile" python3 - <<'END'
import json
own, bundled = json.load(open("profile.json")), json.load(open("bundled.json"))
assert set(bundled) - set(own) == {"input", "result"} and set(own) - set(bundled) == {"unread_messages", "lints"}, set(own) ^ set(bundled)
for key in "machine", "charge", "parameters", "superstep_totals", "superstep_records", "transfers":
    one, other = own[key], bundled[key]
    if isinstance(one, list): one, other = one[0], other[0]
    assert list(one) == list(other), (key, one, other)
END
run bsp -n 16 --json totals.json ./ring
check "no records unless asked for" python3 -c '
import json
p = json.load(open("totals.json"))
assert "superstep_records" not in p and p["supersteps"] == 5 and p["parameters"]["g"] == 1, p'
# The machine's time: g h + l, and the work counted.
run bsp -n 16 --network router:g=3,l=10 --time charged ./ring --time
[[ $(<out) == "16 processes --time $((10 + 3 * 34 + 19 + 22 + 300))" ]] || wrong "charged time"
# The same on every network but for the charge, the same bits for any number of threads.
run bsp --network torus:4x4 --json torus.json ./ring
grep -q 'network torus:4x4' err || wrong "the network is not named"
compile ring.c "$all_workers" -o spread_ring
for threads in 1 2 3 8; do
  run bsp -n 16 --network torus:4x4 --threads $threads --json threads.json ./spread_ring
  check "the same record on $threads threads" python3 -c '
import json
a, b = json.load(open("torus.json")), json.load(open("threads.json"))
assert (a.pop("program"), b.pop("program")) == ("./ring", "./spread_ring")
for one in a, b: one["machine"].pop("threads"), one.pop("wall_seconds")
assert a == b'
done
run bsp -n 64 --components 4 --memory-limit 1G --stack 64K --seed 3 --rule priority --max-supersteps 5 -- ./ring
[[ $code -eq 0 && $(<out) == "64 processes" ]] || wrong "options"

# Pages, pictures, tables and events have a profile of the ledger; and the JSON has all that they show.
run bsp -n 16 --network torus:4x4 --json whole.json --html page.html --svg pictures --csv tables/ --trace events.json ./ring
for view in charge source timeline relations machine; do check "the view $view" grep -q "<section id=\"$view\">" page.html; done
check "the text of the source" grep -q "three times" page.html
check "pictures of the machine" test -s pictures/components.svg -a -s pictures/links.svg
python3 - <<'END' || wrong "the profile of whole.json"
import csv
import json
p = json.load(open("whole.json"))
words = sum(r["words"] for r in p["superstep_records"])
components = p["components"]
assert sum(components["sent"]) == sum(components["received"]) == words, components
assert len(components["sent"]) == 16 and sum(components["times_busiest"]) > 0, components
run, = p["pardos"]
assert (run["form"], run["file"], run["line"], run["name"]) == ("processes", "ring.c", 6, "bsp_begin"), run
assert (run["times"], run["processors"], run["supersteps"]) == (1, 16, 5), run
assert run["charge"] == p["charge"]["total"], run
assert p["links"]["topology"] == "torus:4x4" and min(p["links"]["forward"]["busy"]) > 0, p["links"]
assert [r["pardo_number"] for r in p["superstep_records"]] == [1] * 5
rows = list(csv.DictReader(open("tables/links.csv")))
assert rows and len(list(csv.DictReader(open("tables/supersteps.csv")))) == 5, rows
names = {event["name"] for event in json.load(open("events.json"))["traceEvents"]}
assert {"bsp_begin", "ring.c:14"} <= names, names
END
run report whole.json --html again.html --svg again --csv again/tables/ --trace again.json
[[ $code -eq 0 ]] || wrong "exit code $code of the report"
check "the same page of its JSON" cmp page.html again.html
check "the same events of its JSON" cmp events.json again.json
check "the same tables of its JSON" diff -r tables again/tables
# As many records as asked for; the page says what is missing.
run bsp -n 16 --ledger steps --ledger-steps 3 --json few.json --html few.html ./ring
check "the first three records" python3 -c '
import json
few, whole = json.load(open("few.json")), json.load(open("whole.json"))
assert [r["superstep"] for r in few["superstep_records"]] == [1, 2, 3], few
assert few["supersteps_without_record"] == whole["supersteps"] - 3 == 2, few'
fails 2 "--ledger-steps = 'few'" bsp --ledger-steps few ./ring
fails 2 "--ledger = 'all'|totals, steps, profile" bsp --ledger all ./ring

# What the manual shows.
compile "$sources/example.c" -o example
run bsp -n 64 --network torus:8x8 ./example 1000
page=$sources/../../docs/how-to/run-bsplib-programs.md
cat out <(sed '/^Ran in /d' err) | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' >shown
awk '/^```/ { if (inside && plain) exit; inside = !inside; plain = $0 == "```"; next } inside && plain' "$page" | diff - shown >difference ||
  wrong "$(cat difference)"

# The program's exit code is the tool's.
run bsp -n 2 ./ring exit 3
[[ $code -eq 3 ]] || wrong "exit code $code instead of 3"
run bsp -n 2 ./ring crash
[[ $code -eq 134 ]] || wrong "exit code $code instead of 134"
grep -q 'ended by signal 6' err || wrong "the signal is not named"
run bsp -n 4 --max-supersteps 2 ./ring
[[ $code -eq 1 ]] || wrong "exit code $code instead of 1"
grep -q 'after 2 supersteps, the limit' err || wrong "the limit is not named"
grep -q '2 supersteps of 4 processes' err || wrong "no profile of what was done"
run bsp true
[[ $code -eq 0 ]] || wrong "a program without BSPlib"
grep -q 'has not called bsp_begin' err || wrong "no word that there is nothing to show"
# What a program inherits is its own to close; what it hides is not taken for a program without BSPlib.
cat >closes.c <<'END'
#define _GNU_SOURCE
#include <bsp.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char** argv) {
  const char* const how = argv[argc - 1];
  if (strcmp(how, "before") == 0)
    for (int file = 0; file < 4096; ++file) close(file);
  bsp_begin(4);
  bsp_sync();
  if (strcmp(how, "inside") == 0)
    for (int file = 0; file < 4096; ++file) close(file);
  if (strcmp(how, "_exit") == 0) _exit(0);
  if (strcmp(how, "exec") == 0) execlp("true", "true", (char*)NULL);
  if (strcmp(how, "mistake") == 0) {
    close(2);
    bsp_move(NULL, 0);
  }
  bsp_sync();
  bsp_end();
  if (strcmp(how, "after") == 0)
    for (int file = 0; file < 4096; ++file) close(file);
  return 0;
}
END
compile closes.c -o closes
for when in before inside after; do
  run bsp -n 4 ./closes $when
  [[ $code -eq 0 ]] || wrong "exit code $code of a program that closes all files $when"
  check "the profile of a program that closes all files $when" grep -q 'closes: 2 supersteps of 4 processes' err
done
run bsp -n 4 ./closes mistake
[[ $code -eq 1 ]] || wrong "exit code $code of a mistake that cannot be told"
for how in _exit exec; do
  fails 1 "'./closes' has called bsp_begin, but left no record" bsp -n 4 ./closes $how
done
fails 127 "pram: 'nothing-here' cannot be run" bsp nothing-here
: >no-program
fails 126 "pram: './no-program' cannot be run" bsp ./no-program
code=0
"$tool" bsp nothing-here >out 2>/dev/full || code=$?
[[ $code -eq 127 ]] || wrong "exit code $code instead of 127 where the line cannot be written"

# Usage.
fails 2 "a program is missing" bsp
fails 2 "a program is missing" bsp -n 4
fails 2 "no option --netwrk|--network" bsp --netwrk torus ./ring
fails 2 "-n = '0'|1 to 16384" bsp -n 0 ./ring
fails 2 "network = 'torus:3x'" bsp --network torus:3x ./ring
fails 2 "--stack = '4K'" bsp --stack 4K ./ring
fails 2 "--time = 'never'|charged" bsp --time never ./ring
fails 2 "--threads = '2'|--private-globals" bsp --threads 2 --private-globals ./ring
fails 2 "--shared-globals|not beside --private-globals" bsp --shared-globals --private-globals ./ring

# Ctrl-C ends a run at the next superstep, and shows what was done.
cat >endless.c <<'END'
#include <bsp.h>
#include <stdio.h>
int main(void) {
  bsp_begin(4);
  for (long k = 0;; ++k) {
    if (k == 10 && bsp_pid() == 0) puts("begun"), fflush(stdout);
    bsp_sync();
  }
  bsp_end();
}
END
compile endless.c -o endless
for signal in INT TERM; do
  rm -f out err
  (trap - INT; exec "$tool" bsp ./endless) >out 2>err </dev/null &
  process=$!
  for ((k = 0; k < 6000; ++k)); do
    if [[ -s out ]]; then break; fi
    sleep 0.05
  done
  kill -s $signal $process
  code=0
  wait $process || code=$?
  [[ $code -eq $((128 + $(kill -l $signal))) ]] || wrong "exit code $code after SIG$signal"
  grep -q 'interrupted after superstep' err || wrong "no word of SIG$signal"
  grep -q '; interrupted' err || wrong "no profile after SIG$signal"
done

# --machine: the machine of a report, behind what the command line says.
run bsp -n 8 --network torus:4x2 --rule priority --seed 7 --max-supersteps 99 --json machine.json ./ring
[[ $code -eq 0 ]] || wrong "exit code $code"
run bsp -n 8 --machine machine.json --json again.json ./ring
[[ $code -eq 0 ]] || wrong "exit code $code of --machine"
run bsp -n 8 --machine machine.json --network ring --seed 9 --json other.json ./ring
[[ $code -eq 0 ]] || wrong "exit code $code of --machine and options"
check "the machine of the report" python3 -c '
import json
first, again, other = (json.load(open(name + ".json"))["machine"] for name in ("machine", "again", "other"))
assert first == again and first["max_steps"] == 99 and first["rule"] == "priority"
assert other == dict(first, network="ring:8", seed=9)'

finish
