/* Programs in the style of Bisseling, Parallel Scientific Computation: the sieve of Eratosthenes, LU decomposition with
 * partial pivoting on a grid, the fast Fourier transform. Each is C and C++, and checks its result: book NAME P N. What
 * they print does not depend on P. */
#include <bsp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SZDBL ((int)sizeof(double))
#define SZLONG ((int)sizeof(long))

static int P;
static long n;

static double* vecallocd(long size) { return (double*)calloc((size_t)(size > 0 ? size : 1), sizeof(double)); }
static long nloc(long p, long s, long size) { return (size + p - s - 1) / p; }
static double element(long i, long j) { return fmod((double)(i * 37 + j * 101 + (i ^ j) * 17 + 1), 64.0) - 31.5; }

/* Blocks; every process finds the small primes by itself. */
static void bspsieve(void) {
  bsp_begin(P);
  const long p = bsp_nprocs(), s = bsp_pid(), b = (n + p - 1) / p, first = s * b;
  const long end = first + b < n ? first + b : n;
  char* crossed = (char*)calloc((size_t)(b + 1), 1);
  long* counts = (long*)calloc((size_t)p, sizeof(long));
  bsp_push_reg(counts, (int)p * SZLONG);
  bsp_sync();
  for (long q = 2; q * q < n; ++q) {
    int prime = 1;
    for (long d = 2; d * d <= q; ++d) prime = prime && q % d != 0;
    if (!prime) continue;
    for (long k = q * q > first ? q * q : (first + q - 1) / q * q; k < end; k += q) crossed[k - first] = 1;
  }
  long count = 0;
  for (long k = first > 2 ? first : 2; k < end; ++k) count += !crossed[k - first];
  for (long t = 0; t < p; ++t) bsp_put((int)t, &count, counts, (int)s * SZLONG, SZLONG);
  bsp_sync();
  long sum = 0;
  for (long t = 0; t < p; ++t) sum += counts[t];
  if (s == 0) printf("%ld primes below %ld\n", sum, n);
  bsp_pop_reg(counts);
  free(crossed);
  free(counts);
  bsp_end();
}

/* P(s, t) has the rows s, s + M, ... and the columns t, t + N, ... of the matrix. */
static void bsplu(void) {
  bsp_begin(P);
  const int p = bsp_nprocs();
  int M = 1;
  for (int k = 1; k * k <= p; ++k)
    if (p % k == 0) M = k;
  const int N = p / M, s = bsp_pid() % M, t = bsp_pid() / M;
  const long nlr = nloc(M, s, n), nlc = nloc(N, t, n);
  double* a = vecallocd(nlr * nlc);
  for (long i = 0; i < nlr; ++i)
    for (long j = 0; j < nlc; ++j) a[i * nlc + j] = element(i * M + s, j * N + t);
  long* pi = (long*)calloc((size_t)(n + 1), sizeof(long));
  for (long i = 0; i < n; ++i) pi[i] = i;
  double *largest = vecallocd(M), *row = vecallocd(nlc), *uk = vecallocd(nlc), *lk = vecallocd(nlr);
  long *where = (long*)calloc((size_t)M, sizeof(long)), r = 0;
  double pivot = 0;
  bsp_push_reg(largest, M * SZDBL);
  bsp_push_reg(where, M * SZLONG);
  bsp_push_reg(row, (int)nlc * SZDBL);
  bsp_push_reg(uk, (int)nlc * SZDBL);
  bsp_push_reg(lk, (int)nlr * SZDBL);
  bsp_push_reg(&r, SZLONG);
  bsp_push_reg(&pivot, SZDBL);
  bsp_sync();
  for (long k = 0; k < n; ++k) {
    const long kr = nloc(M, s, k), kc = nloc(N, t, k), kr1 = nloc(M, s, k + 1), kc1 = nloc(N, t, k + 1);
    const int own_column = k % N == t, own_row = k % M == s;
    if (own_column) { /* the largest of the column, among the processes that have it */
      double most = -1;
      long at = k;
      for (long i = kr; i < nlr; ++i)
        if (fabs(a[i * nlc + kc]) > most) most = fabs(a[i * nlc + kc]), at = i * M + s;
      for (int q = 0; q < M; ++q) {
        bsp_put(q + t * M, &most, largest, s * SZDBL, SZDBL);
        bsp_put(q + t * M, &at, where, s * SZLONG, SZLONG);
      }
    }
    bsp_sync();
    if (own_column) {
      int best = 0;
      for (int q = 1; q < M; ++q)
        if (largest[q] > largest[best]) best = q;
      for (int q = 0; q < N; ++q) bsp_put(s + q * M, &where[best], &r, 0, SZLONG);
    }
    bsp_sync();
    const long kth = pi[k];
    pi[k] = pi[r], pi[r] = kth;
    /* Rows k and r change places; the pivot goes down its column. */
    if (own_row) bsp_put((int)(r % M) + t * M, a + kr * nlc, row, 0, (int)nlc * SZDBL);
    bsp_sync();
    if (r % M == s) { /* what was row r is sent from here, and row k lies here now */
      double* mine = a + r / M * nlc;
      bsp_put((int)(k % M) + t * M, mine, uk, 0, (int)nlc * SZDBL);
      if (own_column)
        for (int q = 0; q < M; ++q) bsp_put(q + t * M, mine + kc, &pivot, 0, SZDBL);
      memcpy(mine, row, (size_t)nlc * sizeof(double));
    }
    bsp_sync();
    if (own_row) memcpy(a + kr * nlc, uk, (size_t)nlc * sizeof(double));
    if (own_column)
      for (long i = kr1; i < nlr; ++i) a[i * nlc + kc] /= pivot;
    for (long i = kr1; own_column && i < nlr; ++i)
      for (int q = 0; q < N; ++q) bsp_put(s + q * M, a + i * nlc + kc, lk, (int)i * SZDBL, SZDBL);
    for (int q = 0; own_row && q < M; ++q)
      bsp_put(q + t * M, a + kr * nlc + kc1, uk, (int)kc1 * SZDBL, (int)(nlc - kc1) * SZDBL);
    bsp_sync();
    for (long i = kr1; i < nlr; ++i)
      for (long j = kc1; j < nlc; ++j) a[i * nlc + j] -= lk[i] * uk[j];
  }
  /* Row i of L U is row pi[i] of the matrix: process 0 has all put into one of its own. */
  double* all = vecallocd(bsp_pid() == 0 ? n * n : 0);
  bsp_push_reg(all, bsp_pid() == 0 ? (int)(n * n) * SZDBL : 0);
  bsp_sync();
  for (long i = 0; i < nlr; ++i)
    for (long j = 0; j < nlc; ++j)
      bsp_put(0, a + i * nlc + j, all, (int)((i * M + s) * n + j * N + t) * SZDBL, SZDBL);
  bsp_sync();
  double error = 0;
  for (long i = 0; bsp_pid() == 0 && i < n; ++i) {
    for (long j = 0; j < n; ++j) {
      double sum = 0;
      for (long k = 0; k <= i && k <= j; ++k) sum += (k == i ? 1 : all[i * n + k]) * all[k * n + j];
      error = fmax(error, fabs(sum - element(pi[i], j)));
    }
  }
  if (error > 1e-9 * (double)(n + 1)) bsp_abort("L U is off by %g\n", error);
  if (bsp_pid() == 0) printf("LU decomposition of %ld by %ld\n", n, n);
  free(a), free(pi), free(largest), free(row), free(uk), free(lk), free(where), free(all);
  bsp_end();
}

/* Σ over j of x_j exp(sign 2πi jk / size) for all k: x has real and imaginary parts by turns. */
static void ufft(double* x, long size, double sign) {
  if (size == 1) return;
  double *even = vecallocd(size), *odd = vecallocd(size);
  for (long k = 0; k < size; ++k) {
    double* const to = k % 2 == 0 ? even : odd;
    to[k / 2 * 2] = x[2 * k], to[k / 2 * 2 + 1] = x[2 * k + 1];
  }
  ufft(even, size / 2, sign);
  ufft(odd, size / 2, sign);
  for (long k = 0; k < size / 2; ++k) {
    const double phase = sign * 2 * 3.14159265358979323846 * (double)k / (double)size;
    const double re = cos(phase) * odd[2 * k] - sin(phase) * odd[2 * k + 1];
    const double im = cos(phase) * odd[2 * k + 1] + sin(phase) * odd[2 * k];
    x[2 * k] = even[2 * k] + re, x[2 * k + 1] = even[2 * k + 1] + im;
    x[2 * (k + size / 2)] = even[2 * k] - re, x[2 * (k + size / 2) + 1] = even[2 * k + 1] - im;
  }
  free(even), free(odd);
}

/* From the cyclic distribution: transforms of n / p, one exchange, transforms of p; p² divides n, both powers of two. */
static void bspfft(void) {
  bsp_begin(P);
  const long p = bsp_nprocs(), s = bsp_pid(), m = n / p, q = m / p;
  double *x = vecallocd(2 * m), *y = vecallocd(2 * m), *result = vecallocd(2 * n);
  for (long k = 0; k < m; ++k) x[2 * k] = element(s + k * p, 1), x[2 * k + 1] = element(s + k * p, 2);
  bsp_push_reg(y, (int)(2 * m) * SZDBL);
  bsp_push_reg(result, (int)(2 * n) * SZDBL);
  bsp_sync();
  ufft(x, m, -1);
  for (long k = 0; k < m; ++k) { /* twiddle, and put where all x_s of one k meet */
    const double phase = -2 * 3.14159265358979323846 * (double)(s * k) / (double)n;
    const double twisted[2] = {cos(phase) * x[2 * k] - sin(phase) * x[2 * k + 1],
                               cos(phase) * x[2 * k + 1] + sin(phase) * x[2 * k]};
    bsp_put((int)(k / q), twisted, y, (int)(2 * (k % q * p + s)) * SZDBL, 2 * SZDBL);
  }
  bsp_sync();
  for (long k = 0; k < q; ++k) {
    ufft(y + 2 * k * p, p, -1);
    for (long high = 0; high < p; ++high)
      bsp_hpput(0, y + 2 * (k * p + high), result, (int)(2 * (s * q + k + high * m)) * SZDBL, 2 * SZDBL);
  }
  bsp_sync();
  if (s == 0) {
    ufft(result, n, 1); /* back by one process */
    double error = 0;
    for (long k = 0; k < n; ++k) {
      error = fmax(error, fabs(result[2 * k] / (double)n - element(k, 1)));
      error = fmax(error, fabs(result[2 * k + 1] / (double)n - element(k, 2)));
    }
    if (error > 1e-9) bsp_abort("the transform is off by %g\n", error);
    printf("Fourier transform of %ld\n", n);
  }
  free(x), free(y), free(result);
  bsp_end();
}

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  P = atoi(argv[2]);
  n = atol(argv[3]);
  void (*const spmd)(void) = strcmp(argv[1], "sieve") == 0 ? bspsieve : strcmp(argv[1], "lu") == 0 ? bsplu : bspfft;
  bsp_init(spmd, argc, argv);
  spmd();
  return 0;
}
