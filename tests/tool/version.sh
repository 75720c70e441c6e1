#!/usr/bin/env bash
# What this tool is, and what it takes of this computer where no option says so.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

succeeds --version
cp out short
succeeds version
check "it begins with what --version says" cmp <(head -n 1 out) short
narrow out

succeeds version --json -
cp out version.json
check "the JSON has the same" python3 -c '
import json
record = json.load(open("version.json"))
assert "pram " + record["pram_version"] == open("short").read().strip(), record
assert record["largest_machine"] == 2**20, record
assert record["host_threads"] >= 1 and record["memory_limit"] > 0, record
assert record["compiler"] and record["assertions"] in (True, False), record'

# The defaults are those of a run.
field() { python3 -c 'import json, sys; print(json.load(open("version.json"))[sys.argv[1]])' "$1"; }
succeeds run prefix-sums --n 16 --json -
check "a run has as many host threads" grep -q "\"threads\": $(field host_threads)" out
succeeds run prefix-sums --n 16 --memory-limit "$(field memory_limit)"
limit=$(($(field memory_limit) / 1000 * 1000 / 2))
(ulimit -v $((limit / 1000)) && "$tool" version --json limited.json) >out 2>err || wrong "under ulimit -v"
check "ulimit lowers the memory limit" python3 -c "
import json
assert json.load(open('limited.json'))['memory_limit'] <= $limit"

fails 2 "--threads" version --threads 3
fails 2 "'more'|too many" version more
fails 2 "'versio'|did you mean version?" versio

finish
