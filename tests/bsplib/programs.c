/* Classic programs of BSP, each checked against a loop of process 0: programs NAME P N. What they print does not depend
 * on P. */
#include <bsp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wanted; /* as Bisseling's programs have them: read by main, known to all by the shared memory */
static long n;

static long largest(long a, long b) { return a > b ? a : b; }
/* Elements of a process in the cyclic distribution, and in blocks. */
static long cyclic(long p, long s) { return (n + p - s - 1) / p; }
static long block(long p) { return (n + p - 1) / p; }
static long held(long p, long s) { return largest(0, block(p) < n - s * block(p) ? block(p) : n - s * block(p)); }
static unsigned long value_of(long i) {
  unsigned long x = (unsigned long)i * 0x9E3779B97F4A7C15u + 12345;
  x ^= x >> 29;
  x *= 0xBF58476D1CE4E5B9u;
  return (x ^ (x >> 32)) % 1000003u;
}

/* Everyone puts its part of the sum everywhere. */
static void inner_product(void) {
  bsp_begin(wanted);
  const int p = bsp_nprocs(), s = bsp_pid();
  unsigned long* parts = calloc((size_t)p, sizeof(*parts));
  bsp_push_reg(parts, p * (int)sizeof(*parts));
  unsigned long mine = 0, sum = 0, expected = 0;
  for (long k = 0; k < cyclic(p, s); ++k) mine += value_of(k * p + s) * value_of(k * p + s);
  pram_bsp_work(2 * (unsigned long)cyclic(p, s));
  bsp_sync();
  for (int t = 0; t < p; ++t) bsp_put(t, &mine, parts, s * (int)sizeof(mine), sizeof(mine));
  bsp_sync();
  for (int t = 0; t < p; ++t) sum += parts[t];
  for (long i = 0; i < n; ++i) expected += value_of(i) * value_of(i);
  if (sum != expected) bsp_abort("process %d has %lu instead of %lu\n", s, sum, expected);
  if (s == 0) printf("inner product of %ld: %lu\n", n, sum);
  bsp_pop_reg(parts);
  free(parts);
  bsp_end();
}

/* Process 0 scatters, and all give their blocks to all. */
static void two_phase_broadcast(void) {
  bsp_begin(wanted);
  const int p = bsp_nprocs(), s = bsp_pid();
  unsigned long* all = calloc((size_t)(n > 0 ? n : 1), sizeof(*all));
  bsp_push_reg(all, n * (long)sizeof(*all));
  if (s == 0)
    for (long i = 0; i < n; ++i) all[i] = value_of(i);
  bsp_sync();
  const long each = (long)sizeof(*all);
  if (s == 0)
    for (int t = 0; t < p; ++t) bsp_put(t, all + t * block(p), all, t * block(p) * each, held(p, t) * each);
  bsp_sync();
  for (int t = 0; t < p; ++t) bsp_hpput(t, all + s * block(p), all, s * block(p) * each, held(p, s) * each);
  bsp_sync();
  for (long i = 0; i < n; ++i)
    if (all[i] != value_of(i)) bsp_abort("process %d has %lu at %ld\n", s, all[i], i);
  if (s == 0) printf("broadcast of %ld\n", n);
  bsp_pop_reg(all);
  free(all);
  bsp_end();
}

/* log p rounds of gets. */
static void prefix_sums(void) {
  bsp_begin(wanted);
  const int p = bsp_nprocs(), s = bsp_pid();
  unsigned long sum = 0, before = 0;
  bsp_push_reg(&sum, sizeof(sum));
  for (long k = 0; k < held(p, s); ++k) sum += value_of(s * block(p) + k);
  const unsigned long own = sum;
  bsp_sync();
  for (int distance = 1; distance < p; distance *= 2) {
    before = 0;
    if (s >= distance) bsp_get(s - distance, &sum, 0, &before, sizeof(before));
    bsp_sync();
    sum += before;
    bsp_sync();
  }
  unsigned long expected = 0;
  for (long i = 0; i < s * block(p) && i < n; ++i) expected += value_of(i);
  if (sum - own != expected) bsp_abort("process %d has %lu before it, not %lu\n", s, sum - own, expected);
  if (s == p - 1) {
    bsp_put(0, &sum, &sum, 0, sizeof(sum));
  }
  bsp_sync();
  if (s == 0) printf("prefix sums of %ld: %lu\n", n, sum);
  bsp_end();
}

static int by_value(const void* a, const void* b) {
  const unsigned long x = *(const unsigned long*)a, y = *(const unsigned long*)b;
  return x < y ? -1 : x > y;
}

/* Regular sampling: sort blocks, sample, choose splitters on process 0, send each key to its bucket by messages. */
static void sample_sort(void) {
  bsp_begin(wanted);
  const int p = bsp_nprocs(), s = bsp_pid();
  const long mine = held(p, s);
  unsigned long* keys = malloc((size_t)(mine + 1) * sizeof(*keys));
  for (long k = 0; k < mine; ++k) keys[k] = value_of(s * block(p) + k);
  qsort(keys, (size_t)mine, sizeof(*keys), by_value);
  const int samples = p < 16 ? p : 16;
  for (int k = 0; k < samples; ++k)
    if (mine > 0) bsp_send(0, NULL, keys + mine * k / samples, sizeof(*keys));
  unsigned long* splitters = calloc((unsigned)p, sizeof(*splitters));
  bsp_push_reg(splitters, p * (int)sizeof(*splitters));
  bsp_sync();
  if (s == 0) {
    int count;
    bsp_qsize(&count, NULL);
    unsigned long* all = malloc((size_t)(count + 1) * sizeof(*all));
    for (int k = 0; k < count; ++k) bsp_move(all + k, sizeof(*all));
    qsort(all, (size_t)count, sizeof(*all), by_value);
    for (int t = 1; t < p; ++t) splitters[t] = count == 0 ? 0 : all[(long)t * count / p];
    for (int t = 0; t < p; ++t) bsp_put(t, splitters, splitters, 0, p * (int)sizeof(*splitters));
    free(all);
  }
  bsp_sync();
  long first = 0;
  for (int t = 0; t < p; ++t) {
    long last = first;
    while (last < mine && (t == p - 1 || keys[last] < splitters[t + 1])) ++last;
    if (last > first) bsp_send(t, NULL, keys + first, (last - first) * (long)sizeof(*keys));
    first = last;
  }
  bsp_sync();
  int messages, bytes;
  bsp_qsize(&messages, &bytes);
  const long count = bytes / (long)sizeof(*keys);
  unsigned long* bucket = malloc((size_t)(bytes + 1));
  char* end = (char*)bucket;
  for (int k = 0; k < messages; ++k) {
    void *tag, *payload;
    const int length = bsp_hpmove(&tag, &payload);
    memcpy(end, payload, (size_t)length);
    end += length;
  }
  qsort(bucket, (size_t)count, sizeof(*bucket), by_value);
  /* All buckets to process 0, which sorts by itself too. */
  long* counts = calloc((size_t)p, sizeof(*counts));
  unsigned long* sorted = malloc((size_t)(n + 1) * sizeof(*sorted));
  bsp_push_reg(counts, p * (int)sizeof(*counts));
  bsp_push_reg(s == 0 ? sorted : bucket, s == 0 ? n * (long)sizeof(*sorted) : 0);
  bsp_sync();
  for (int t = 0; t < p; ++t) bsp_put(t, &count, counts, s * (int)sizeof(count), sizeof(count));
  bsp_sync();
  long at = 0;
  for (int t = 0; t < s; ++t) at += counts[t];
  bsp_put(0, bucket, s == 0 ? sorted : bucket, at * (long)sizeof(*bucket), bytes);
  bsp_sync();
  if (s == 0) {
    unsigned long* expected = malloc((size_t)(n + 1) * sizeof(*expected));
    unsigned long sum = 0;
    for (long i = 0; i < n; ++i) expected[i] = value_of(i);
    qsort(expected, (size_t)n, sizeof(*expected), by_value);
    for (long i = 0; i < n; ++i) sum += expected[i] * (unsigned long)(i + 1);
    if (memcmp(expected, sorted, (size_t)n * sizeof(*expected)) != 0) bsp_abort("not sorted\n");
    printf("sorted %ld: %lu\n", n, sum);
    free(expected);
  }
  free(keys), free(splitters), free(bucket), free(counts), free(sorted);
  bsp_end();
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)(void);
  } all[] = {{"inner_product", inner_product},
             {"two_phase_broadcast", two_phase_broadcast},
             {"prefix_sums", prefix_sums},
             {"sample_sort", sample_sort}};
  int done = 0;
  if (argc < 4) return 2;
  wanted = atoi(argv[2]);
  n = atol(argv[3]);
  for (int k = 0; k < 4; ++k) {
    if (strcmp(argv[1], "all") != 0 && strcmp(argv[1], all[k].name) != 0) continue;
    bsp_init(all[k].run, argc, argv);
    all[k].run();
    ++done;
  }
  return done == 0;
}
