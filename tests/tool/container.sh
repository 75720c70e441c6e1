#!/usr/bin/env bash
# In a container of 1 GB a run succeeds, or says in one line that it needs more; the kernel kills none. Exit code 77, and
# why, where this test may make no control group.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

limit=$((1 << 30))
group=

# Takes the first folder below which a group can be made whose memory is limited: our own group's, or one further up.
make_group() {  # root of the hierarchy, our group in it, the file that holds the limit
  local root=$1 at=$2 file=$3 made
  [[ -d $root ]] || return 1
  while true; do
    made=$root$at/pram-test-$$
    if mkdir "$made" 2>/dev/null; then
      if echo "$limit" 2>/dev/null >"$made/$file"; then
        group=$made
        return
      fi
      rmdir "$made"
    fi
    [[ -n $at ]] || return 1
    at=${at%/*}
  done
}

# Version 2 has a line "0::/path", version 1 "4:memory:/path".
own() {  # the controller, '' for version 2
  awk -F: -v name="$1" '$2 == name || (name != "" && index("," $2 ",", "," name ",")) { sub(/\/$/, "", $3); print $3; exit }' /proc/self/cgroup
}
for root in /sys/fs/cgroup /sys/fs/cgroup/unified; do
  if [[ -z $group && -f $root/cgroup.controllers ]]; then make_group "$root" "$(own '')" memory.max || true; fi
done
if [[ -z $group ]]; then make_group /sys/fs/cgroup/memory "$(own memory)" memory.limit_in_bytes || true; fi
if [[ -z $group ]]; then
  echo "skipped: no control group with a memory limit can be made here (that takes root, and a hierarchy open to writing)"
  exit 77
fi
trap 'rmdir "$group" 2>/dev/null; rm -rf "$work"' EXIT
if ! (echo "$BASHPID" >"$group/cgroup.procs") 2>/dev/null; then
  echo "skipped: no process can enter the control group $group"
  exit 77
fi

contained() {  # arguments of the tool: success, or one line and exit code 1
  code=0
  (echo "$BASHPID" >"$group/cgroup.procs" && exec "$tool" "$@") >out 2>err </dev/null || code=$?
  if ((code == 0)); then
    [[ ! -s err ]] || wrong "succeeds with a word on standard error: pram $*"
  else
    ((code == 1)) || wrong "exit code $code: pram $*"
    [[ $(wc -l <err) -eq 1 ]] && grep -q '^pram' err || wrong "not exactly one line: pram $*"
  fi
  echo "exit code $code: pram $*: $(head -c 200 err)"
}

contained run prefix-sums --n 2^24
contained run connected-components --n 2^22
contained collective gather --network ring:16384 --words 7
# What fits does run.
contained run prefix-sums --n 2^16
((code == 0)) || wrong "a small run fails in a container"

finish
