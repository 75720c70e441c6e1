/* One function for each mistake that the standard forbids: mistakes NAME. */
#include <bsp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int x[4];

static void registered(void) {
  bsp_push_reg(x, sizeof(x));
  bsp_sync();
}

static void put_too_far(void) {
  registered();
  if (bsp_pid() == 2) bsp_put(1, x, x, 12, 8);
  bsp_sync();
}
static void put_before_the_area(void) {
  registered();
  if (bsp_pid() == 1) bsp_put(0, x, x, -4, 4);
}
static void put_to_nobody(void) {
  registered();
  if (bsp_pid() == 3) bsp_put(bsp_nprocs(), x, x, 0, 4);
}
static void put_null(void) {
  registered();
  if (bsp_pid() == 3) bsp_put(0, NULL, x, 0, 4);
}
static void hpput_null(void) {
  registered();
  if (bsp_pid() == 3) bsp_hpput(0, NULL, x, 0, 4);
}
static void put_into_null(void) {
  registered();
  bsp_put(0, x, NULL, 0, 4);
}
static void put_more_than_memory_has(void) {
  bsp_push_reg(x, (size_t)1 << 60);
  bsp_sync();
  if (bsp_pid() == 1) bsp_put(0, x, x, 0, (size_t)1 << 60);
  bsp_sync();
}
static void put_overflow(void) {
  registered();
  bsp_put(0, x, x, (size_t)-1, 4);
}
static const int fixed[4] = {1, 2, 3, 4};
static void put_into_read_only(void) {
  bsp_push_reg(bsp_pid() == 1 ? (const void*)fixed : (const void*)x, sizeof(x));
  bsp_sync();
  bsp_put(1, x, bsp_pid() == 1 ? (void*)fixed : (void*)x, 4, 4);
  bsp_sync();
}
static void put_unregistered(void) {
  int y;
  bsp_put(0, x, &y, 0, 4);
}
static void put_too_early(void) {
  bsp_push_reg(x, sizeof(x));
  bsp_put(0, x, x, 0, 4);
}
static void put_after_pop(void) {
  registered();
  bsp_pop_reg(x);
  bsp_sync();
  bsp_put(0, x, x, 0, 4);
}
static void put_negative(void) {
  registered();
  bsp_put(0, x, x, 0, -4);
}
static void get_too_far(void) {
  int y;
  registered();
  bsp_get(1, x, 16, &y, 4);
}
static void hpput_too_far(void) {
  registered();
  if (bsp_pid() == 2) bsp_hpput(1, x, x, 12, 8);
  bsp_sync();
}
static void hpget_too_far(void) {
  int y;
  registered();
  bsp_hpget(1, x, 16, &y, 4);
}
static void direct_get_too_far(void) {
  int y;
  registered();
  if (bsp_pid() == 1) bsp_direct_get(2, x, 16, &y, 4);
}
static void direct_get_too_early(void) {
  int y;
  bsp_push_reg(x, sizeof(x));
  bsp_direct_get(0, x, 0, &y, 4);
}
static void direct_get_from_nobody(void) {
  int y;
  registered();
  if (bsp_pid() == 1) bsp_direct_get(4, x, 0, &y, 4);
}
static void direct_get_into_null(void) {
  registered();
  if (bsp_pid() == 1) bsp_direct_get(0, x, 0, NULL, 4);
}
static void direct_get_negative(void) {
  int y;
  registered();
  bsp_direct_get(0, x, 0, &y, -4);
}
static void get_from_null(void) {
  int y;
  bsp_push_reg(bsp_pid() == 1 ? NULL : (void*)&y, bsp_pid() == 1 ? 0 : 4);
  bsp_sync();
  if (bsp_pid() == 0) bsp_get(1, &y, 0, x, 4);
  bsp_sync();
}
static void get_into_null(void) {
  registered();
  if (bsp_pid() == 2) bsp_get(0, x, 0, NULL, 4);
}
static void get_more_than_memory_has(void) {
  bsp_push_reg(x, (size_t)1 << 60);
  bsp_sync();
  if (bsp_pid() == 1) bsp_hpget(0, x, 0, x, (size_t)1 << 60);
  bsp_sync();
}
static void get_into_read_only(void) {
  registered();
  if (bsp_pid() == 1) bsp_get(0, x, 0, (void*)fixed, 4);
  bsp_sync();
}
static void push_null_with_bytes(void) { bsp_push_reg(NULL, 4); }
static void push_negative(void) { bsp_push_reg(x, -1); }
static void pop_unregistered(void) { bsp_pop_reg(x); }
static void pop_twice(void) {
  registered();
  bsp_pop_reg(x);
  bsp_pop_reg(x);
}
static void push_not_by_all(void) {
  if (bsp_pid() != 2) bsp_push_reg(x, sizeof(x));
  bsp_sync();
}
static void pop_in_another_order(void) {
  int y;
  bsp_push_reg(&y, sizeof(y));
  registered();
  bsp_pop_reg(bsp_pid() == 3 ? (void*)&y : (void*)x);
  bsp_pop_reg(bsp_pid() == 3 ? (void*)x : (void*)&y);
  bsp_sync();
}
/* All remove NULL, which none of the registrations has for all of them. */
static void pop_null_of_none(void) {
  bsp_push_reg(bsp_pid() == 0 ? x : NULL, 0);
  bsp_push_reg(bsp_pid() != 0 ? x : NULL, 0);
  bsp_sync();
  bsp_pop_reg(NULL);
  bsp_sync();
}
static void pop_null_before_push(void) {
  bsp_push_reg(bsp_pid() == 0 ? x : NULL, 0);
  bsp_push_reg(bsp_pid() != 0 ? x : NULL, 0);
  bsp_sync();
  bsp_pop_reg(NULL);
  bsp_push_reg(NULL, 0);
  bsp_sync();
}
static void pop_not_by_all(void) {
  registered();
  if (bsp_pid() != 2) bsp_pop_reg(x);
  bsp_sync();
}
static void pop_hidden_by_another(void) {
  int y;
  bsp_push_reg(x, sizeof(x));
  bsp_push_reg(bsp_pid() == 3 ? (void*)x : (void*)&y, sizeof(int));
  bsp_pop_reg(x);
  bsp_sync();
}
static void tagsize_not_the_same(void) {
  int size = bsp_pid() == 1 ? 8 : 4;
  bsp_set_tagsize(&size);
  bsp_sync();
}
/* The same size, but not by all; and the same in the end, but not at first. */
static void tagsize_not_by_all(void) {
  int size = 0;
  if (bsp_pid() != 2) bsp_set_tagsize(&size);
  bsp_sync();
}
static void tagsize_twice_by_one(void) {
  int size = 4;
  bsp_set_tagsize(&size);
  size = 4;
  if (bsp_pid() == 3) bsp_set_tagsize(&size);
  bsp_sync();
}
static void tagsize_not_the_same_at_first(void) {
  int size = bsp_pid() == 3 ? 2 : 4;
  bsp_set_tagsize(&size);
  size = 8;
  bsp_set_tagsize(&size);
  bsp_sync();
}
static void qsize_null(void) {
  long bytes;
  if (bsp_pid() == 1) bsp_qsize(NULL, &bytes);
}
static void tagsize_negative(void) {
  int size = -4;
  bsp_set_tagsize(&size);
}
static void tagsize_of_two_gigabytes(void) {
  unsigned size = 3000000000u;
  bsp_set_tagsize(&size);
}
static void tagsize_null(void) { bsp_set_tagsize((int*)NULL); }
static void send_to_nobody(void) { bsp_send(-1, NULL, x, 4); }
static void send_negative(void) { bsp_send(0, NULL, x, -4); }
static void send_null(void) {
  if (bsp_pid() == 1) bsp_send(0, NULL, NULL, 4);
}
static void tagged(void) {
  int size = 4;
  bsp_set_tagsize(&size);
  bsp_sync();
}
static void send_without_tag(void) {
  tagged();
  if (bsp_pid() == 1) bsp_hpsend(0, NULL, x, 4);
}
static void send_more_than_memory_has(void) {
  tagged();
  if (bsp_pid() == 3) bsp_send(0, x, x, (size_t)-1 / 2);
}
static void sent_to_all(void) {
  tagged();
  for (int k = 0; k < bsp_nprocs(); ++k) bsp_send(k, x, x, 8);
  bsp_sync();
}
static void get_tag_without_status(void) {
  sent_to_all();
  bsp_get_tag((int*)NULL, x);
}
static void get_tag_into_null(void) {
  int status;
  sent_to_all();
  if (bsp_pid() == 2) bsp_get_tag(&status, NULL);
}
static void move_into_null(void) {
  sent_to_all();
  bsp_move(NULL, 8);
}
static void move_negative(void) {
  sent_to_all();
  bsp_move(x, -8);
}
static void hpmove_into_null(void) {
  void* tag;
  sent_to_all();
  bsp_hpmove(&tag, NULL);
}
static void work_negative(void) {
  if (bsp_pid() == 3) pram_bsp_work((unsigned long)-5);
}
static void move_nothing(void) { bsp_move(x, 4); }
static void sync_not_by_all(void) {
  if (bsp_pid() != 1) bsp_sync();
}
static void put_without_sync(void) {
  registered();
  if (bsp_pid() == 1) bsp_put(0, x, x, 0, 4);
}
static void nothing(void) {}
static void init_inside(void) { bsp_init(nothing, 0, NULL); }
static void begin_twice(void) { bsp_begin(2); }
static void never_ends(void) {
  bsp_sync();
  if (bsp_pid() == 1) exit(0);
}
static void aborts(void) {
  bsp_sync();
  if (bsp_pid() >= 2) bsp_abort("process %d of %d gives up\n", bsp_pid(), bsp_nprocs());
}
static void aborts_by_null(void) {
  const char* nothing_said = NULL;
  bsp_abort(nothing_said, 0);
}
static __attribute__((noinline)) int in_large_array(int k) {
  volatile char large[1 << 20];
  large[k] = 1;
  return large[k];
}
static void large_local_array(void) {
  if (bsp_pid() == 2) printf("%d\n", in_large_array(bsp_nprocs()));
}
static void touch_null(void) {
  volatile int* volatile nowhere = NULL;
  bsp_sync();
  if (bsp_pid() == 1) *nowhere = 1;
}
static void use_up_stack(void);
static int grow(volatile char* before) {
  volatile char frame[1024];
  frame[0] = before[0];
  return before == NULL ? 0 : grow(frame) + frame[0];
}
static void use_up_stack(void) {
  if (bsp_pid() == 2) {
    char first = 1;
    printf("%d\n", grow(&first));
  }
}

static void use_up_first_stack(void);
static void first_large_local_array(void);

static const struct {
  const char* name;
  void (*run)(void);
} all[] = {
#define ENTRY(function) {#function, function}
    ENTRY(put_too_far), ENTRY(put_before_the_area), ENTRY(put_overflow), ENTRY(put_to_nobody), ENTRY(put_null),
    ENTRY(hpput_null), ENTRY(put_into_null), ENTRY(put_more_than_memory_has), ENTRY(put_into_read_only),
    ENTRY(put_unregistered), ENTRY(put_too_early), ENTRY(put_after_pop), ENTRY(put_negative), ENTRY(get_too_far),
    ENTRY(hpput_too_far), ENTRY(hpget_too_far), ENTRY(get_from_null), ENTRY(get_into_null), ENTRY(get_into_read_only),
    ENTRY(get_more_than_memory_has), ENTRY(push_null_with_bytes), ENTRY(push_negative), ENTRY(pop_unregistered),
    ENTRY(pop_twice), ENTRY(pop_null_of_none), ENTRY(pop_null_before_push), ENTRY(pop_not_by_all),
    ENTRY(pop_hidden_by_another), ENTRY(tagsize_not_by_all), ENTRY(tagsize_twice_by_one),
    ENTRY(tagsize_not_the_same_at_first), ENTRY(qsize_null), ENTRY(direct_get_too_far), ENTRY(direct_get_too_early),
    ENTRY(direct_get_from_nobody), ENTRY(direct_get_into_null), ENTRY(direct_get_negative), ENTRY(push_not_by_all), ENTRY(pop_in_another_order), ENTRY(tagsize_not_the_same),
    ENTRY(tagsize_negative), ENTRY(tagsize_of_two_gigabytes), ENTRY(tagsize_null), ENTRY(send_to_nobody),
    ENTRY(send_negative), ENTRY(send_null), ENTRY(send_without_tag), ENTRY(send_more_than_memory_has),
    ENTRY(get_tag_without_status), ENTRY(get_tag_into_null), ENTRY(move_into_null), ENTRY(move_negative),
    ENTRY(hpmove_into_null), ENTRY(work_negative), ENTRY(move_nothing), ENTRY(sync_not_by_all),
    ENTRY(put_without_sync), ENTRY(init_inside), ENTRY(begin_twice), ENTRY(never_ends), ENTRY(aborts),
    ENTRY(aborts_by_null), ENTRY(large_local_array), ENTRY(use_up_stack), ENTRY(use_up_first_stack), ENTRY(first_large_local_array), ENTRY(touch_null)};

static void use_up_first_stack(void) {
  if (bsp_pid() == 0) {
    char first = 1;
    printf("%d\n", grow(&first));
  }
}
static __attribute__((noinline)) int in_array_larger_than_the_first_stack(int k) {
  volatile char large[1 << 26];
  large[k] = 1;
  return large[k];
}
static void first_large_local_array(void) {
  bsp_sync();
  if (bsp_pid() == 0) printf("%d\n", in_array_larger_than_the_first_stack(bsp_nprocs()));
}

static void (*chosen)(void);

static void spmd(void) {
  bsp_begin(4);
  chosen();
  bsp_end();
}
static void spmd_without_begin(void) {}
static void spmd_of_two_begins(void) {
  bsp_begin(2);
  bsp_end();
  bsp_begin(2);
  bsp_end();
}
static void spmd_without_end(void) { bsp_begin(4); }

int main(int argc, char** argv) {
  const char* const name = argc > 1 ? argv[1] : "";
  if (strcmp(name, "sync_outside") == 0) bsp_sync();
  if (strcmp(name, "pid_outside") == 0) return bsp_pid();
  if (strcmp(name, "end_outside") == 0) bsp_end();
  if (strcmp(name, "end_twice") == 0) {
    chosen = nothing;
    spmd();
    bsp_end();
  }
  if (strcmp(name, "init_with_nothing") == 0) bsp_init(NULL, argc, argv);
  if (strcmp(name, "abort_outside") == 0) bsp_abort("nothing %s", "begun");
  if (strcmp(name, "begin_with_none") == 0) bsp_begin(0);
  if (strcmp(name, "begin_not_in_the_function") == 0) {
    bsp_init(spmd_without_begin, argc, argv);
    bsp_begin(3);
    bsp_sync();
    bsp_end();
    return 0;
  }
  if (strcmp(name, "two_begins_in_one_function") == 0) {
    bsp_init(spmd_of_two_begins, argc, argv);
    spmd_of_two_begins();
    return 0;
  }
  if (strcmp(name, "return_without_end") == 0) {
    bsp_init(spmd_without_end, argc, argv);
    spmd_without_end();
    return 0;
  }
  bsp_init(spmd, argc, argv);
  for (size_t k = 0; k < sizeof(all) / sizeof(*all); ++k) {
    if (strcmp(name, all[k].name) == 0) {
      chosen = all[k].run;
      spmd();
      puts("nothing was found wrong");
      return 0;
    }
  }
  printf("there is no mistake '%s'\n", name);
  return 3;
}
