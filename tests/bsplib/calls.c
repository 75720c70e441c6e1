/* One function for each call of BSPlib, or for each thing that the standard says of one: calls NAME. Every process checks
 * what it sees. Process 0 prints "ok NAME" at the end. */
#include <bsp.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                             \
  do {                                                                                               \
    if (!(condition)) bsp_abort("%s:%d: process %d: not %s\n", __FILE__, __LINE__, bsp_pid(), #condition); \
  } while (0)

static const char* name;
static int wanted;  /* processes */
static int in_main = 7;

static void nprocs_and_pid(void) {
  CHECK(bsp_nprocs() == wanted);
  CHECK(bsp_pid() >= 0 && bsp_pid() < bsp_nprocs());
  int* seen = calloc((size_t)wanted, sizeof(int));
  bsp_push_reg(seen, wanted * (int)sizeof(int));
  bsp_sync();
  const int one = 1;
  for (int t = 0; t < wanted; ++t) bsp_put(t, &one, seen, bsp_pid() * (int)sizeof(int), sizeof(int));
  bsp_sync();
  for (int t = 0; t < wanted; ++t) CHECK(seen[t] == 1);
  bsp_pop_reg(seen);
  free(seen);
}

static void time_goes_on(void) {
  const double first = bsp_time();
  CHECK(first >= 0);
  bsp_sync();
  CHECK(bsp_time() >= first);
}

/* A put is buffered at once, and takes effect at the sync. */
static void put(void) {
  const int p = bsp_nprocs(), s = bsp_pid();
  int got[3] = {-1, -2, -3};
  int value = 10 * s;
  bsp_push_reg(got, sizeof(got));
  bsp_sync();
  bsp_put((s + 1) % p, &value, got, sizeof(int), sizeof(int));
  value = -100;
  CHECK(got[1] == -2);
  bsp_sync();
  CHECK(got[0] == -1 && got[1] == 10 * ((s + p - 1) % p) && got[2] == -3);
  /* Into one's own area, of no bytes, of odd bytes. */
  bsp_put(s, &s, got, 0, sizeof(int));
  bsp_put(s, NULL, NULL, 5, 0);
  bsp_put((s + 1) % p, "xyz", got, 2 * sizeof(int) + 1, 3);
  bsp_sync();
  CHECK(got[0] == s && memcmp((char*)got + 9, "xyz", 3) == 0);
}

static void hpput(void) {
  const int p = bsp_nprocs(), s = bsp_pid();
  double got = 0, value = s + 0.5;
  bsp_push_reg(&got, sizeof(got));
  bsp_sync();
  bsp_hpput((s + 1) % p, &value, &got, 0, sizeof(got));
  bsp_sync();
  CHECK(got == (s + p - 1) % p + 0.5);
}

/* A get sees what was there before the puts of its superstep, and what it brings lies there before them. */
static void get(void) {
  const int p = bsp_nprocs(), s = bsp_pid(), next = (s + 1) % p;
  long held = 1000 + s, got = -1, large[100], all[100];
  for (int k = 0; k < 100; ++k) large[k] = s * 1000 + k;
  bsp_push_reg(&held, sizeof(held));
  bsp_push_reg(large, sizeof(large));
  bsp_sync();
  const long fresh = 2000 + s;
  bsp_put(next, &fresh, &held, 0, sizeof(held));
  bsp_get(next, &held, 0, &got, sizeof(got));
  bsp_get(next, large, sizeof(long), all, 99 * sizeof(long));
  bsp_get(next, large, 3, NULL, 0);
  CHECK(got == -1);
  held = 3000 + s;
  bsp_sync();
  CHECK(got == 3000 + next);
  CHECK(held == 2000 + (s + p - 1) % p);
  for (int k = 0; k < 99; ++k) CHECK(all[k] == next * 1000 + k + 1);
  /* The place of a get and of a put is one: first the get, then the put. */
  const long put_value = 77;
  bsp_get(next, large, 0, &held, sizeof(held));
  bsp_put(next, &put_value, &held, 0, sizeof(held));
  bsp_sync();
  CHECK(held == 77);
  /* A ring of gets turns: all are read before one is written. */
  held = s;
  bsp_get(next, &held, 0, &held, sizeof(held));
  bsp_sync();
  CHECK(held == next);
}

static void hpget(void) {
  const int p = bsp_nprocs(), s = bsp_pid();
  char text[9] = "", source[9];
  snprintf(source, sizeof(source), "p%d", s);
  bsp_push_reg(source, sizeof(source));
  bsp_sync();
  bsp_hpget((s + 1) % p, source, 0, text, sizeof(text));
  bsp_sync();
  char expected[16];
  snprintf(expected, sizeof(expected), "p%d", (s + 1) % p);
  CHECK(strcmp(text, expected) == 0);
}

/* The areas of one registration have sizes and places of their own. */
static void registration_of_different_sizes(void) {
  const int p = bsp_nprocs(), s = bsp_pid();
  int* own = malloc((size_t)(s + 1) * sizeof(int));
  for (int k = 0; k <= s; ++k) own[k] = 100 * s + k;
  bsp_push_reg(own, (s + 1) * (int)sizeof(int));
  bsp_sync();
  int last = -1;
  bsp_get(p - 1, own, (p - 1) * (int)sizeof(int), &last, sizeof(int));
  bsp_sync();
  CHECK(last == 100 * (p - 1) + p - 1);
  bsp_pop_reg(own);
  bsp_sync();
  free(own);
}

/* It takes effect at the next sync, and pairs by order: one address means what stood beside it at the others. */
static void registration_pairs_by_order(void) {
  const int p = bsp_nprocs(), s = bsp_pid(), odd = s % 2;
  int x = 0, y = 0, one = 1, two = 2;
  bsp_push_reg(odd ? &y : &x, sizeof(int));
  bsp_push_reg(odd ? &x : &y, sizeof(int));
  bsp_sync();
  bsp_put((s + 1) % p, &one, odd ? &y : &x, 0, sizeof(int));
  bsp_put((s + 1) % p, &two, odd ? &x : &y, 0, sizeof(int));
  bsp_sync();
  CHECK((odd ? y : x) == 1 && (odd ? x : y) == 2);
}

/* The latest registration of an address stands, and what it hid comes back when it is removed. */
static void registration_again(void) {
  const int p = bsp_nprocs(), s = bsp_pid();
  int a[4] = {0, 0, 0, 0}, other[4] = {0, 0, 0, 0}, value = 5;
  bsp_push_reg(a, sizeof(a));
  bsp_sync();
  bsp_push_reg(s == 0 ? a : other, s == 0 ? sizeof(int) : sizeof(other)); /* process 0 pairs a with the others' other */
  bsp_put(0, &value, a, 3 * sizeof(int), sizeof(int)); /* still the first one */
  bsp_sync();
  if (s == 0) CHECK(a[3] == 5);
  if (s == 0)
    for (int t = 1; t < p; ++t) bsp_put(t, &value, a, sizeof(int), sizeof(int));
  bsp_sync();
  if (s != 0) CHECK(other[1] == 5 && a[1] == 0);
  bsp_pop_reg(s == 0 ? a : other);
  bsp_sync();
  value = 6;
  bsp_put((s + 1) % p, &value, a, 2 * sizeof(int), sizeof(int));
  bsp_sync();
  CHECK(a[2] == 6);
}

/* Removed in any order; until the sync a removed one is there. In a loop, as functions of libraries do it. */
static void pop_in_any_order(void) {
  const int p = bsp_nprocs(), s = bsp_pid();
  for (int round = 0; round < 20; ++round) {
    int a = 0, b = 0, c = 0, value = round + 1;
    bsp_push_reg(&a, sizeof(a));
    bsp_push_reg(&b, sizeof(b));
    bsp_push_reg(&c, sizeof(c));
    bsp_sync();
    bsp_pop_reg(&b);
    bsp_put((s + 1) % p, &value, &b, 0, sizeof(int));
    bsp_sync();
    CHECK(b == round + 1);
    bsp_put((s + 1) % p, &value, &c, 0, sizeof(int));
    bsp_put((s + 1) % p, &value, &a, 0, sizeof(int));
    bsp_pop_reg(&c);
    bsp_pop_reg(&a);
    bsp_sync();
    CHECK(a == round + 1 && c == round + 1);
  }
  /* Registered and removed in one superstep: nothing is left; removed and registered again: the new one. */
  int x[2] = {0, 0}, value = 9;
  bsp_push_reg(x, sizeof(int));
  bsp_sync();
  bsp_pop_reg(x);
  bsp_push_reg(x, sizeof(x));
  bsp_push_reg(&value, sizeof(value));
  bsp_pop_reg(&value);
  bsp_sync();
  bsp_put((s + 1) % p, &value, x, sizeof(int), sizeof(int));
  bsp_sync();
  CHECK(x[1] == 9);
}

/* A process that takes no part registers NULL, and removes NULL, whichever the others remove. */
static void registration_of_null(void) {
  const int p = bsp_nprocs(), s = bsp_pid();
  int a = 0, b = 0, value = s;
  bsp_push_reg(s == 0 ? &a : NULL, s == 0 ? sizeof(int) : 0);
  bsp_push_reg(s == 0 ? &b : NULL, s == 0 ? sizeof(int) : 0);
  bsp_sync();
  bsp_pop_reg(s == 0 ? &a : NULL);
  bsp_sync();
  /* What is left is b. */
  if (s == 0) bsp_put(0, &p, &b, 0, sizeof(int));
  bsp_pop_reg(s == 0 ? &b : NULL);
  bsp_sync();
  if (s == 0) CHECK(b == p && a == 0);
  /* Where all remove NULL, it is the latest that all of them have registered as NULL, one of this superstep too. */
  int c = 0;
  bsp_push_reg(NULL, 0);
  bsp_push_reg(s == 0 ? &c : NULL, s == 0 ? sizeof(int) : 0);
  bsp_sync();
  bsp_pop_reg(NULL);
  bsp_push_reg(NULL, 0); /* behind the removal, which means the one before */
  bsp_sync();
  value = p + 1;
  bsp_pop_reg(NULL);
  bsp_sync();
  if (s == 0) bsp_put(0, &value, &c, 0, sizeof(int)); /* c is what is left */
  bsp_push_reg(NULL, 0);
  bsp_pop_reg(NULL);
  bsp_sync();
  if (s == 0) CHECK(c == p + 1);
  bsp_pop_reg(s == 0 ? &c : NULL);
  bsp_sync();
  value = s;
  /* A unique address with no bytes can name the others' areas. */
  char mark;
  int area = -1;
  bsp_push_reg(s == 0 ? (void*)&area : (void*)&mark, s == 0 ? sizeof(int) : 0);
  bsp_sync();
  if (s == p - 1) bsp_put(0, &value, s == 0 ? (void*)&area : (void*)&mark, 0, sizeof(int));
  bsp_sync();
  if (s == 0) CHECK(area == p - 1);
}

/* Of conflicting puts one stands, whole; of one process's the last. */
static void conflicting_puts(void) {
  const int p = bsp_nprocs(), s = bsp_pid();
  long pair[2] = {-1, -1}, mine[2] = {s, s}, late[2] = {s + 1000, s + 1000};
  bsp_push_reg(pair, sizeof(pair));
  bsp_sync();
  bsp_put(0, mine, pair, 0, sizeof(pair));
  bsp_put(0, late, pair, 0, sizeof(pair));
  bsp_sync();
  if (s == 0) CHECK(pair[0] == pair[1] && pair[0] >= 1000 && pair[0] < 1000 + p);
}

/* Messages with tags: qsize, get_tag, move, which may cut short; the queue is gone with the next sync. */
static void send(void) {
  const int p = bsp_nprocs(), s = bsp_pid();
  int bytes = sizeof(int);
  bsp_set_tagsize(&bytes);
  CHECK(bytes == 0);
  bsp_sync();
  for (int t = 0; t < p; ++t) {
    double payload[3] = {s, t, s + t};
    int tag = 100 * s + t;
    bsp_send(t, &tag, payload, t % 2 == 0 ? sizeof(payload) : 0);
    payload[0] = -1;
    tag = -1;
  }
  int messages = -1, total = -1, status = -1, tag = -1;
  bsp_qsize(&messages, &total);
  CHECK(messages == 0 && total == 0);
  bsp_get_tag(&status, &tag);
  CHECK(status == -1 && tag == -1);
  bsp_sync();
  const int each = s % 2 == 0 ? 3 * (int)sizeof(double) : 0;
  char* from = calloc((size_t)p, 1);
  for (int k = 0; k < p; ++k) {
    bsp_qsize(&messages, &total);
    CHECK(messages == p - k && total == (p - k) * each);
    bsp_get_tag(&status, &tag);
    CHECK(status == each && tag % 100 == s % 100);
    double payload[3] = {-1, -1, -1};
    bsp_move(payload, k == 0 ? (int)sizeof(double) : (int)sizeof(payload));
    const int source = (tag - s) / 100;
    CHECK(source >= 0 && source < p && !from[source]);
    from[source] = 1;
    if (each > 0) CHECK(payload[0] == source && payload[1] == (k == 0 ? -1 : s));
  }
  free(from);
  bsp_get_tag(&status, &tag);
  CHECK(status == -1);
  bsp_send((s + 1) % p, &tag, &s, sizeof(s));
  bsp_sync();
  bsp_sync();
  bsp_qsize(&messages, NULL);
  CHECK(messages == 0);
}

/* The size of tags that was set last is given back, and takes effect at the sync. */
static void set_tagsize(void) {
  const int p = bsp_nprocs(), s = bsp_pid();
  int size = 5;
  bsp_set_tagsize(&size);
  CHECK(size == 0);
  size = 3;
  bsp_set_tagsize(&size);
  CHECK(size == 5);
  bsp_send((s + 1) % p, NULL, "a", 1); /* still without a tag */
  bsp_sync();
  int status;
  char tag[8] = "-------";
  bsp_get_tag(&status, tag);
  CHECK(status == 1 && strcmp(tag, "-------") == 0);
  size = 0;
  bsp_set_tagsize(&size);
  CHECK(size == 3);
  bsp_send((s + 1) % p, "tag", "longer", 7);
  bsp_sync();
  bsp_get_tag(&status, tag);
  CHECK(status == 7 && strcmp(tag, "tag----") == 0);
}

static void hpmove(void) {
  const int p = bsp_nprocs(), s = bsp_pid();
  size_t size = sizeof(long);
  bsp_set_tagsize(&size);
  bsp_sync();
  const long tag = s;
  const double payload[2] = {s + 0.25, 2};
  for (int k = 0; k < 3; ++k) bsp_send((s + 1) % p, &tag, payload, (k + 1) * 5);
  bsp_sync();
  int seen = 0;
  for (;;) {
    void* at_tag = NULL;
    void* at_payload = NULL;
    const int bytes = bsp_hpmove(&at_tag, &at_payload);
    if (bytes == -1) break;
    ++seen;
    CHECK(bytes % 5 == 0 && bytes <= 15);
    CHECK((size_t)at_tag % sizeof(long) == 0 && (size_t)at_payload % sizeof(double) == 0);
    CHECK(*(long*)at_tag == (s + p - 1) % p);
    if (bytes >= 8) CHECK(*(double*)at_payload == (s + p - 1) % p + 0.25);
  }
  CHECK(seen == 3);
}

/* What is given back through pointers may be an int, an unsigned, a long, a size_t. */
static void integers_of_any_type(void) {
  const int p = bsp_nprocs(), s = bsp_pid();
  bsp_size_t size = 2;
  bsp_set_tagsize(&size);
  CHECK(size == 0);
  bsp_sync();
  const bsp_pid_t next = (bsp_pid_t)(s + 1) % (bsp_nprocs_t)p;
  bsp_send(next, "ab", "xyz", (size_t)3);
  bsp_sync();
  unsigned messages = 77;
  long total = 77;
  bsp_qsize(&messages, &total);
  CHECK(messages == 1 && total == 3);
  size_t status = 77;
  char tag[2];
  bsp_get_tag(&status, tag);
  CHECK(status == 3 && tag[0] == 'a');
  char payload[3];
  bsp_move(payload, status);
  long none = 0;
  bsp_get_tag(&none, tag);
  CHECK(none == -1);
  bsp_get_tag(&status, tag);
  CHECK(status == (size_t)-1);
}

/* A void* is an int* as the standard's prototypes have it; the bytes may be NULL, as in MulticoreBSP. */
static void pointers_without_a_type(void) {
  const int p = bsp_nprocs(), s = bsp_pid();
  int size = 4;
  void* const untyped = &size;
  bsp_set_tagsize(untyped);
  CHECK(size == 0);
  bsp_sync();
  bsp_send((s + 1) % p, "tag", "xyzuv", 5);
  bsp_sync();
  int messages[2] = {77, 77}, bytes[2] = {77, 77}, status[2] = {77, 77};
  void *const to_messages = messages, *const to_bytes = bytes, *const to_status = status;
  bsp_qsize(to_messages, to_bytes);
  CHECK(messages[0] == 1 && messages[1] == 77 && bytes[0] == 5 && bytes[1] == 77);
  messages[0] = 77;
  bsp_qsize(messages, NULL);
  CHECK(messages[0] == 1);
  char tag[4];
  bsp_get_tag(to_status, tag);
  CHECK(status[0] == 5 && status[1] == 77 && strcmp(tag, "tag") == 0);
}

/* Of MulticoreBSP: what stands there now. Process 0 asks itself for what it has just written, and all others for what
 * they had before this superstep. */
static void direct_get(void) {
  const int p = bsp_nprocs(), s = bsp_pid(), next = (s + 1) % p;
  static int global[3];
  int local[3] = {10 * s, 10 * s + 1, 10 * s + 2}, got[3] = {-1, -1, -1};
  bsp_push_reg(local, sizeof(local));
  bsp_push_reg(global, sizeof(global));
  bsp_sync();
  bsp_direct_get(next, local, sizeof(int), got, 2 * sizeof(int));
  CHECK(got[0] == 10 * next + 1 && got[1] == 10 * next + 2 && got[2] == -1);
  bsp_direct_get(next, local, 0, NULL, 0);
  const int value = 100 + s;
  bsp_put(next, &value, local, 0, sizeof(int));
  bsp_put(s, &value, global, sizeof(int), sizeof(int));
  bsp_direct_get(next, local, 0, got, sizeof(int));
  CHECK(got[0] == 10 * next);
  bsp_sync();
  bsp_direct_get(next, local, 0, got, sizeof(int));
  CHECK(got[0] == 100 + s);
  const char* const settings = getenv("PRAM_BSP");
  if (strstr(settings == NULL ? "" : settings, "private-globals=no") == NULL) {
    bsp_direct_get(next, global, sizeof(int), got, sizeof(int));
    CHECK(got[0] == 100 + next);
  }
  global[2] = 7 + s;
  bsp_direct_get(s, global, 2 * sizeof(int), got, sizeof(int));
  CHECK(got[0] == global[2]);
  bsp_pop_reg(local);
  bsp_direct_get(next, local, 2 * sizeof(int), got, sizeof(int)); /* until the sync it is there */
  CHECK(got[0] == 10 * next + 2);
  bsp_sync(); /* until then the others' arrays must be there */
}

/* The functions of C behind the macros, by their addresses. */
static void functions_have_addresses(void) {
  void (*const sync_of)(void) = bsp_sync;
  int (*const pid_of)(void) = bsp_pid;
  void (*const put_of)(int, const void*, void*, int, int) = bsp_put;
  void (*const push_of)(const void*, int) = bsp_push_reg;
  const int p = bsp_nprocs(), s = pid_of();
  int got = -1;
  push_of(&got, sizeof(got));
  sync_of();
  put_of((s + 1) % p, &s, &got, 0, sizeof(got));
  sync_of();
  CHECK(got == (s + p - 1) % p);
}

/* Process 0 goes on from where main is; what main knows on its stack, process 0 knows. All processes begin with the
 * global variables as they are, and have them for themselves unless they share them. */
static void begin_in_the_middle(void) {
  const char* const settings = getenv("PRAM_BSP");
  const int shared = strstr(settings == NULL ? "" : settings, "private-globals=no") != NULL;
  if (bsp_pid() == 0) in_main += 1;
  bsp_sync();
  CHECK(in_main == (shared || bsp_pid() == 0 ? 8 : 7));
}

/* Deep in functions, with large frames. */
static int deep(int levels) {
  char frame[4096];
  memset(frame, levels, sizeof(frame));
  if (levels == 0) {
    bsp_sync();
    return 0;
  }
  return deep(levels - 1) + (frame[100] == (char)levels ? 1 : 100000);
}
static void sync_deep_in_functions(void) { CHECK(deep(30) == 30); }

static const struct {
  const char* name;
  void (*run)(void);
} all[] = {
#define ENTRY(function) {#function, function}
    ENTRY(nprocs_and_pid), ENTRY(time_goes_on), ENTRY(put), ENTRY(hpput), ENTRY(get), ENTRY(hpget),
    ENTRY(registration_of_different_sizes), ENTRY(registration_pairs_by_order), ENTRY(registration_again),
    ENTRY(pop_in_any_order), ENTRY(registration_of_null), ENTRY(conflicting_puts), ENTRY(send), ENTRY(set_tagsize),
    ENTRY(hpmove), ENTRY(integers_of_any_type), ENTRY(pointers_without_a_type), ENTRY(direct_get), ENTRY(functions_have_addresses), ENTRY(begin_in_the_middle),
    ENTRY(sync_deep_in_functions)};

static void (*chosen)(void);

static void spmd(void) {
  bsp_begin(wanted);
  chosen();
  bsp_end();
}

int main(int argc, char** argv) {
  bsp_init(spmd, argc, argv);
  int found = 0;
  for (size_t k = 0; k < sizeof(all) / sizeof(*all); ++k) {
    if (argc > 1 && strcmp(argv[1], "all") != 0 && strcmp(argv[1], all[k].name) != 0) continue;
    ++found;
    name = all[k].name;
    chosen = all[k].run;
    wanted = bsp_nprocs(); /* those that there may be */
    in_main = 7;
    spmd(); /* a bsp_begin of its own for each */
    printf("ok %s\n", name);
  }
  return found == 0;
}
