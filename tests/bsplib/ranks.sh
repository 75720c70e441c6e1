#!/usr/bin/env bash
# A program that is started as one of several ranks is told that it runs on one, at its bsp_begin.
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

cat >ranks.c <<'C'
#include <bsp.h>
#include <stdio.h>

int main(void) {
  bsp_begin(4);
  printf("%d\n", bsp_nprocs());
  bsp_end();
  return 0;
}
C
compile ranks.c -o one
alone_succeeds "" ./one
compile ranks.c "$two_ranks" -o two
alone_fails 1 "bsp_begin|ranks.c:5|is called on 2 ranks|one rank" "" ./two
[[ ! -s out ]] || wrong "the program goes on"
finish
