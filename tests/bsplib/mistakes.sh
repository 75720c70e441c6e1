#!/usr/bin/env bash
# Mistakes that the standard forbids: one line on standard error, which names process, superstep and source line.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

ulimit -c 0
ulimit -S -s 8192
compile "$sources/mistakes.c" -o mistakes
named=0
mistake() {  # name, words
  alone_fails 1 "$2" "" ./mistakes "$1"
  [[ ! -s out ]] || wrong "$1 prints something"
  named=$((named + 1))
}
line() { grep -n "$1" "$sources/mistakes.c" | head -n 1 | sed 's/:.*//; s/^/mistakes.c:/'; }

mistake put_too_far "process 2 puts 8 bytes at offset 12 of process 1|16 bytes|superstep 2|$(line '12, 8)')"
mistake put_before_the_area "process 1 puts 4 bytes at offset -4|$(line ', -4, 4)')"
mistake put_overflow "process 0 puts 4 bytes at offset -1 of process 0|16 bytes|superstep 2"
mistake put_to_nobody "process 3|process 4|0 to 3|$(line 'bsp_put(bsp_nprocs()')"
mistake put_null "process 3 gives NULL to bsp_put|superstep 2|$(line 'bsp_put(0, NULL')"
mistake hpput_null "process 3 gives NULL to bsp_put|superstep 2|$(line 'bsp_hpput(0, NULL')"
mistake put_into_null "process 0 puts by bsp_put to an address that it has not registered|superstep 2"
mistake put_more_than_memory_has "process 1 puts 1152921504606846976 bytes|bytes of memory|superstep 2|mistakes.c:"
mistake put_unregistered "process 0 puts|not registered|superstep 1|$(line '&y, 0, 4);')"
mistake put_too_early "takes effect at the next bsp_sync|superstep 1"
mistake put_after_pop "process 0 puts|not registered|superstep 3"
mistake put_negative "process 0 puts -4 bytes"
mistake get_too_far "process 0 gets 4 bytes at offset 16 of process 1|16 bytes"
mistake hpput_too_far "process 2 puts 8 bytes at offset 12 of process 1|16 bytes|superstep 2|$(line 'bsp_hpput(1')"
mistake hpget_too_far "process 0 gets 4 bytes at offset 16 of process 1|16 bytes|$(line 'bsp_hpget(')"
mistake get_from_null "process 0 gets 4 bytes|process 1|0 bytes"
mistake get_into_null "process 2 gives NULL to bsp_get|superstep 2|$(line 'bsp_get(0, x, 0, NULL')"
mistake get_more_than_memory_has "process 1 gets 1152921504606846976 bytes|bytes of memory|superstep 2|$(line 'bsp_hpget(0, x, 0, x')"
mistake push_null_with_bytes "process 0 registers NULL with 4 bytes"
mistake push_negative "process 0 registers -1 bytes"
mistake pop_unregistered "process 0 removes|not registered|superstep 1|$(line 'pop_unregistered(void)')"
mistake pop_twice "process 0 removes|superstep 2"
mistake pop_null_of_none "removes a registration of NULL, as all others do|none that all of them have made|superstep 2"
mistake pop_null_before_push "removes a registration of NULL, as all others do|superstep 2"
mistake pop_not_by_all "process 2 registers 0 and removes 0|process 0 registers 0 and removes 1|superstep 2"
mistake pop_hidden_by_another "process 3 removes another registration|superstep 1"
mistake push_not_by_all "process 2 registers 0|process 0 registers 1|same order|superstep 1|mistakes.c:"
mistake pop_in_another_order "process 3 removes another registration|same order|superstep 2"
mistake tagsize_not_the_same "process 1 has set tags of 8 bytes and process 0 of 4"
mistake tagsize_not_by_all "process 2 has called bsp_set_tagsize 0 times and process 0 1 time:|superstep 1|mistakes.c:"
mistake tagsize_twice_by_one "process 3 has called bsp_set_tagsize 2 times and process 0 1 time:|superstep 1"
mistake tagsize_not_the_same_at_first "process 3 has set tags of 2 bytes and process 0 of 4|superstep 1"
mistake qsize_null "process 1 gives NULL to bsp_qsize for the number of messages|superstep 1|$(line 'bsp_qsize(NULL')"
mistake direct_get_too_far "process 1 gets 4 bytes at offset 16 of process 2 by bsp_direct_get|16 bytes|superstep 2|$(line 'bsp_direct_get(2')"
mistake direct_get_too_early "process 0 gets by bsp_direct_get|takes effect at the next bsp_sync|superstep 1"
mistake direct_get_from_nobody "process 1 names process 4 in bsp_direct_get|0 to 3"
mistake direct_get_into_null "process 1 gives NULL to bsp_direct_get|superstep 2"
mistake direct_get_negative "process 0 gets -4 bytes by bsp_direct_get"
mistake tagsize_negative "process 0 sets tags of -4 bytes"
mistake tagsize_of_two_gigabytes "process 0 sets tags of -1294967296 bytes|3000000000 if that is an unsigned|size_t|superstep 1"
mistake tagsize_null "process 0 gives NULL to bsp_set_tagsize|superstep 1"
mistake send_to_nobody "process 0 names process -1|0 to 3"
mistake send_negative "process 0 sends -4 bytes"
mistake send_null "process 1 gives NULL to bsp_send for the payload|superstep 1|$(line 'bsp_send(0, NULL, NULL')"
mistake send_without_tag "process 1 gives NULL to bsp_send for the tag|superstep 2|$(line 'bsp_hpsend(0, NULL')"
mistake send_more_than_memory_has "process 3 calls bsp_send in vain|no memory|superstep 2|$(line 'bsp_send(0, x, x, (size_t)')"
mistake get_tag_without_status "process 0 gives NULL to bsp_get_tag for the status|superstep 3"
mistake get_tag_into_null "process 2 gives NULL to bsp_get_tag for the tag|superstep 3|$(line 'bsp_get_tag(&status, NULL')"
mistake move_into_null "process 0 gives NULL to bsp_move|superstep 3"
mistake move_negative "process 0 moves -8 bytes by bsp_move|superstep 3"
mistake hpmove_into_null "process 0 gives NULL to bsp_hpmove for the payload|superstep 3"
mistake work_negative "process 3 counts -5 local operations|superstep 1"
mistake move_nothing "process 0 moves a message|has no more"
mistake sync_not_by_all "process 0 stands at a sync|process 1|has ended|mistakes.c:"
mistake put_without_sync "process 1 puts|ends without a sync|mistakes.c:"
mistake init_inside "process 0 calls bsp_init, which stands before bsp_begin|superstep 1|$(line 'bsp_init(nothing')"
mistake begin_twice "process 0 calls bsp_begin a second time"
mistake never_ends "process 1|without bsp_end|superstep 2"
if sanitized; then  # its own handler reports a fault
  named=$((named + 7))
else
  mistake use_up_first_stack "process 0 has used up its stack of 81|KiB, which is the program's own: give more by ulimit -s"
  mistake first_large_local_array "process 0 has used up its stack of 81"
  mistake use_up_stack "process 2 has used up its stack of 256 KiB"
  mistake large_local_array "process 2 has used up its stack of 256 KiB"
  mistake put_into_read_only "memory that process 1 has registered|superstep 2, which ends at $(line 'put_into_read_only(void)' | sed 's/:.*//')|can be written"
  # What the program itself touches ends it by the signal, as ever, and a line says which process it was.
  alone_fails 139 "process 1 touches memory at |superstep 2, in or after its bsp_pid at $(line 'if (bsp_pid() == 1) \*nowhere')" "" ./mistakes touch_null
  says_err() { grep -qF -- "$1" err || wrong "the line does not say '$1'"; }
  says_err "each process has global variables of its own, unless --shared-globals is given"
  alone_fails 139 "memory at |superstep 2, which ends at mistakes.c:|what a bsp_get brings must find memory that can be written" "" \
    ./mistakes get_into_read_only
  named=$((named + 2))
fi
mistake sync_outside "bsp_sync is called outside bsp_begin and bsp_end|$(line 'sync_outside')"
mistake pid_outside "bsp_pid is called outside"
mistake end_outside "bsp_end is called without bsp_begin"
mistake end_twice "bsp_end is called without bsp_begin|mistakes.c:"
mistake init_with_nothing "bsp_init is given no function"
mistake begin_with_none "bsp_begin(0)|1 process or more"
mistake begin_not_in_the_function "process 1 ends without bsp_begin"
mistake two_begins_in_one_function "process 1 meets another bsp_begin than process 0"
mistake return_without_end "process 0|without bsp_end"
# The program's own words.
mistake aborts "process 2 of 4 gives up"
mistake aborts_by_null "bsp_abort is given no format"
mistake abort_outside "nothing begun"
known=$(grep -oE 'ENTRY\([a-z_]+\)|strcmp\(name, "[a-z_]+"' "$sources/mistakes.c" | grep -vc '(function)')
[[ $named -eq $known ]] || wrong "$named mistakes are looked at, mistakes.c has $known"

# What PRAM_BSP says.
alone_fails 2 "setting = 'proceses'|did you mean processes?" "proceses=3" ./mistakes aborts
alone_fails 2 "processes = '0'|from 1 to 16384" "processes=0" ./mistakes aborts
alone_fails 2 "processes = ''" "processes" ./mistakes aborts
alone_fails 2 "network = 'torsu'|did you mean torus" "network=torsu:4x4" ./mistakes aborts
alone_fails 2 "network = 'torus:4x4'|components" "network=torus:4x4 components=5" ./mistakes aborts
alone_fails 2 "stack = '1'|64K" "stack=1" ./mistakes aborts
alone_fails 2 "time = 'no'|charged" "time=no" ./mistakes aborts
alone_fails 2 "threads = '2'|private-globals=yes" "threads=2 private-globals=yes" ./mistakes aborts
alone_fails 1 "memory" "memory-limit=1M" ./mistakes aborts
alone_fails 1 "process 2 of 4 gives up" "stack=1M seed=7 rule=common max-supersteps=9" ./mistakes aborts
alone_fails 1 "after 1 superstep, the limit" "max-supersteps=1" ./mistakes put_after_pop
# An integer of another size is not taken for one of 8 bytes.
cat >narrow.c <<'END'
#include <bsp.h>
int main(void) {
  short size = 4;
  bsp_begin(2);
  bsp_set_tagsize(&size);
  bsp_end();
  return 0;
}
END
compile narrow.c -o narrow
alone_fails 1 "bsp_set_tagsize an integer of 2 bytes|narrow.c:5" "" ./narrow
# Conflicting puts are a mistake under rules that say so.
cat >conflict.c <<'END'
#include <bsp.h>
int main(void) {
  int x = 0;
  bsp_begin(3);
  int s = bsp_pid();
  bsp_push_reg(&x, sizeof(x));
  bsp_sync();
  if (s > 0) bsp_put(0, &s, &x, 0, sizeof(x));
  bsp_sync();
  bsp_end();
  return 0;
}
END
compile conflict.c -o conflict
alone_succeeds "" ./conflict
alone_fails 1 "process 1|process 2|conflict.c:8" "rule=CREW" ./conflict
alone_fails 1 "different values|conflict.c:8" "rule=common" ./conflict
finish
