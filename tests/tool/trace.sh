#!/usr/bin/env bash
# pram trace: text, JSON and page of a small run; windows, breaches, and what it refuses.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

succeeds trace list-ranking-wyllie --n 8
says "Step 1, line"
says "8 processors read next; each cell by one of them: EREW"  # where the line breaks
narrow out

succeeds trace list-ranking-wyllie --n 16 --json trace.json --html trace.html
check "the JSON is JSON" jq -e '.format == "pram-trace" and .version == 1' trace.json
check "all steps are there" jq -e '[.steps[].step] == [range(1; (.steps | length) + 1)]' trace.json
check "the program's text is there" jq -e '.sources[0].text | map(contains("co_await next")) | any' trace.json
grep -q "Content-Security-Policy" trace.html || wrong "the page lets the browser load things"
[[ $(jq '.steps | length' trace.json) -eq $("$tool" run list-ranking-wyllie --n 16 --json - | jq .steps) ]] ||
  wrong "the trace has not the run's steps"

succeeds trace list-ranking-wyllie --n 16 --from 4 --steps 3 --json -
check "a window of the run" jq -e '[.steps[].step] == [4, 5, 6]' out

succeeds trace connected-components --n 8 --rule EREW --json breach.json
says "EREW forbids this"
check "the trace ends at the breach" jq -e '.steps[-1].broken and (.breach.processors | length == 2)' breach.json

succeeds trace bsp-prefix-sums --n 16 --components 4
says "Superstep 1"

# Bundled programs show what their processors know: how far apart the cells are that each compares.
succeeds trace odd-even-merge-sort --n 8 --json sort.json
says "processor 0: run = 1, half = 1"
check "half is the distance of the cells that are compared" jq -e '. as $trace | reduce .steps[] as $step ({half: {}, low: {}, met: 0, ok: true};
  reduce ($step.shown // [])[] as [$processor, $local, $value] (.;
    if $trace.locals[$local] == "half" then .half["\($processor)"] = $value else . end) |
  reduce $step.requests[] as [$processor, $line, $array, $index] (.;
    if $step.step % 4 == 1 then .low["\($processor)"] = $index
    elif $step.step % 4 == 2 then .met += 1 | .ok = (.ok and $index - .low["\($processor)"] == .half["\($processor)"])
    else . end)) | .ok and .met == 19' sort.json
succeeds trace maximum-all-pairs --n 3
says "processor 3: i = 1, j = 0"
succeeds trace tree-contraction --n 8
says "side = 1"

fails 2 "--from|0" trace prefix-sums --from 0
fails 2 "--steps|2001" trace prefix-sums --steps 2001
fails 2 "--html|--json" trace prefix-sums --html same --json same
fails 1 "processors|--from|--steps|--n" trace prefix-sums --n 4096

# What was done before another error stands in the trace, and the error is reported.
run trace prefix-sums --max-steps 2 --json cut.json
[[ $code -eq 1 ]] && grep -q -- --max-steps err || wrong "a run that is cut short does not fail"
check "two steps are in its trace" jq -e '(.steps | length == 2) and (.error | length > 0)' cut.json
finish
