#ifndef PRAM_BSPLIB_BSP_H
#define PRAM_BSPLIB_BSP_H

/*
 * BSPlib (Hill, McColl, Stefanescu, Goudreau, Lang, Rao, Suel, Tsantilas and Bisseling, Parallel Computing 24, 1998)
 * over the processes of an emulated BSP machine: the whole standard, for C and C++.
 *
 * Process ids, offsets and sizes may have any integer type. What a call gives back through a pointer to an integer may
 * be an int, an unsigned, a long or a size_t: implementations of BSPlib differ in this, and their programs too. In C a
 * void* is taken for the standard's int*.
 * A mistake ends the program with exit code 1 and one line on standard error, which names process, superstep and source
 * line.
 */

#ifdef __GNUC__
#pragma GCC system_header
#endif

#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned int bsp_pid_t;
typedef unsigned int bsp_nprocs_t;
typedef size_t bsp_size_t;

/* The calls with the source line that makes them, which the ledger and errors name; for programs in C there are macros
 * below, for those in C++ functions. A size_of_… is that of the integer behind the pointer before it. */
void pram_bsp_init(const char* file, int line, void (*program)(void), int argc, char** argv);
void pram_bsp_begin(const char* file, int line, ptrdiff_t most_processes);
void pram_bsp_end(const char* file, int line);
#ifdef __GNUC__
__attribute__((noreturn, format(printf, 3, 4)))
#endif
void pram_bsp_abort(const char* file, int line, const char* format, ...);
#ifdef __GNUC__
__attribute__((noreturn))
#endif
void pram_bsp_abort_va(const char* file, int line, const char* format, va_list arguments);
int pram_bsp_nprocs(const char* file, int line);
int pram_bsp_pid(const char* file, int line);
double pram_bsp_time(const char* file, int line);
void pram_bsp_sync(const char* file, int line);
void pram_bsp_push_reg(const char* file, int line, const void* address, ptrdiff_t bytes);
void pram_bsp_pop_reg(const char* file, int line, const void* address);
void pram_bsp_put(const char* file, int line, ptrdiff_t pid, const void* source, const void* destination, ptrdiff_t offset,
                  ptrdiff_t bytes);
void pram_bsp_get(const char* file, int line, ptrdiff_t pid, const void* source, ptrdiff_t offset, const void* destination,
                  ptrdiff_t bytes);
void pram_bsp_direct_get(const char* file, int line, ptrdiff_t pid, const void* source, ptrdiff_t offset,
                         void* destination, ptrdiff_t bytes);
void pram_bsp_set_tagsize(const char* file, int line, void* bytes, size_t size_of_bytes);
void pram_bsp_send(const char* file, int line, ptrdiff_t pid, const void* tag, const void* payload, ptrdiff_t bytes);
void pram_bsp_qsize(const char* file, int line, void* messages, size_t size_of_messages, void* bytes,
                    size_t size_of_bytes);
void pram_bsp_get_tag(const char* file, int line, void* status, size_t size_of_status, void* tag);
void pram_bsp_move(const char* file, int line, void* payload, ptrdiff_t bytes);
ptrdiff_t pram_bsp_hpmove(const char* file, int line, void** tag, void** payload);

/* Not of the standard: so many local operations, which the ledger counts as work of this process, and `--time charged`
 * as time. */
void pram_bsp_work(unsigned long operations);

#ifdef __cplusplus
}

#ifndef PRAM_BSPLIB_PLAIN_CALLS /* which the library's own functions of C are */
extern "C++" {

/* Starts at most so many processes, and goes on as process 0. */
inline void bsp_begin(ptrdiff_t most_processes, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  pram_bsp_begin(file, line, most_processes);
}
/* Ends all processes but process 0, which goes on. */
inline void bsp_end(const char* file = __builtin_FILE(), int line = __builtin_LINE()) { pram_bsp_end(file, line); }
/* The first call in main where bsp_begin is not: the function that all processes run, which begins with bsp_begin. */
inline void bsp_init(void (*program)(void), int argc, char** argv, const char* file = __builtin_FILE(),
                     int line = __builtin_LINE()) {
  pram_bsp_init(file, line, program, argc, argv);
}
/* Ends the program with a message, as printf takes it, and exit code 1. */
template <class... Arguments>
[[noreturn]] inline void bsp_abort(const char* format, Arguments... arguments) {
  pram_bsp_abort("", 0, format, arguments...);
}
[[noreturn]] inline void bsp_abort_va(const char* format, va_list arguments) {
  pram_bsp_abort_va("", 0, format, arguments);
}
[[noreturn]] inline void bsp_vabort(const char* format, va_list arguments) {
  pram_bsp_abort_va("", 0, format, arguments);
}
/* Processes of this run; outside, those that a run would have at most. */
inline int bsp_nprocs(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  return pram_bsp_nprocs(file, line);
}
inline int bsp_pid(const char* file = __builtin_FILE(), int line = __builtin_LINE()) { return pram_bsp_pid(file, line); }
/* Seconds since bsp_begin; with `--time charged` units of time that the machine charges. */
inline double bsp_time(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  return pram_bsp_time(file, line);
}
/* Ends the superstep: what was asked for in it is done. */
inline void bsp_sync(const char* file = __builtin_FILE(), int line = __builtin_LINE()) { pram_bsp_sync(file, line); }
/* Registers memory from the next superstep on. All processes register in the same order, each an area of its own
 * size. */
inline void bsp_push_reg(const void* address, ptrdiff_t bytes, const char* file = __builtin_FILE(),
                         int line = __builtin_LINE()) {
  pram_bsp_push_reg(file, line, address, bytes);
}
/* Removes the latest registration of this address from the next superstep on. */
inline void bsp_pop_reg(const void* address, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  pram_bsp_pop_reg(file, line, address);
}
/* Copies bytes into the area that process pid has registered together with `destination`. */
inline void bsp_put(ptrdiff_t pid, const void* source, const void* destination, ptrdiff_t offset, ptrdiff_t bytes,
                    const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  pram_bsp_put(file, line, pid, source, destination, offset, bytes);
}
inline void bsp_hpput(ptrdiff_t pid, const void* source, const void* destination, ptrdiff_t offset, ptrdiff_t bytes,
                      const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  pram_bsp_put(file, line, pid, source, destination, offset, bytes);
}
/* Copies bytes from the area that process pid has registered together with `source`, as they are before any put. */
inline void bsp_get(ptrdiff_t pid, const void* source, ptrdiff_t offset, const void* destination, ptrdiff_t bytes,
                    const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  pram_bsp_get(file, line, pid, source, offset, destination, bytes);
}
inline void bsp_hpget(ptrdiff_t pid, const void* source, ptrdiff_t offset, const void* destination, ptrdiff_t bytes,
                      const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  pram_bsp_get(file, line, pid, source, offset, destination, bytes);
}
/* Of MulticoreBSP, not of the standard: copies at once what stands there now. Another process that has not yet come to
 * its next bsp_sync may write there in the same superstep, so that what it brings is not determined. */
inline void bsp_direct_get(ptrdiff_t pid, const void* source, ptrdiff_t offset, void* destination, ptrdiff_t bytes,
                           const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  pram_bsp_direct_get(file, line, pid, source, offset, destination, bytes);
}
/* The bytes of an integer that a call gives back through a pointer. */
template <class Integer>
struct pram_bsp_integer {
  static constexpr size_t bytes = sizeof(Integer);
};
template <>
struct pram_bsp_integer<void> {
  static constexpr size_t bytes = 0;
};
/* Sets the size of tags from the next superstep on, and gives the one set before. */
template <class Size>
inline void bsp_set_tagsize(Size* bytes, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  static_assert(pram_bsp_integer<Size>::bytes >= 4, "bsp_set_tagsize takes a pointer to an int, unsigned, long or size_t");
  pram_bsp_set_tagsize(file, line, bytes, pram_bsp_integer<Size>::bytes);
}
/* Sends a copy of tag and payload. */
inline void bsp_send(ptrdiff_t pid, const void* tag, const void* payload, ptrdiff_t bytes,
                     const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  pram_bsp_send(file, line, pid, tag, payload, bytes);
}
inline void bsp_hpsend(ptrdiff_t pid, const void* tag, const void* payload, ptrdiff_t bytes,
                       const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  pram_bsp_send(file, line, pid, tag, payload, bytes);
}
/* Messages that have come and were not moved, and the bytes of their payloads: where these go may be NULL, as in
 * MulticoreBSP. */
template <class Count, class Size>
inline void bsp_qsize(Count* messages, Size* bytes, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  static_assert(pram_bsp_integer<Count>::bytes >= 4 && pram_bsp_integer<Size>::bytes >= 4,
                "bsp_qsize takes pointers to an int, unsigned, long or size_t");
  pram_bsp_qsize(file, line, messages, pram_bsp_integer<Count>::bytes, bytes, pram_bsp_integer<Size>::bytes);
}
template <class Count>
inline void bsp_qsize(Count* messages, decltype(NULL), const char* file = __builtin_FILE(),
                      int line = __builtin_LINE()) {
  pram_bsp_qsize(file, line, messages, sizeof(Count), nullptr, 0);
}
template <class Count>
inline void bsp_qsize(Count* messages, decltype(nullptr), const char* file = __builtin_FILE(),
                      int line = __builtin_LINE()) {
  pram_bsp_qsize(file, line, messages, sizeof(Count), nullptr, 0);
}
/* The bytes of the first message's payload, -1 if there is none, and its tag. */
template <class Size>
inline void bsp_get_tag(Size* status, void* tag, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  static_assert(pram_bsp_integer<Size>::bytes >= 4, "bsp_get_tag takes a pointer to an int, unsigned, long or size_t");
  pram_bsp_get_tag(file, line, status, pram_bsp_integer<Size>::bytes, tag);
}
/* Copies at most so many bytes of the first message's payload, and removes the message. */
inline void bsp_move(void* payload, ptrdiff_t bytes, const char* file = __builtin_FILE(),
                     int line = __builtin_LINE()) {
  pram_bsp_move(file, line, payload, bytes);
}
/* Removes the first message, and gives where it lies until the next sync, and the bytes of its payload; -1 if there is
 * none. */
inline ptrdiff_t bsp_hpmove(void** tag, void** payload, const char* file = __builtin_FILE(),
                            int line = __builtin_LINE()) {
  return pram_bsp_hpmove(file, line, tag, payload);
}

} /* extern "C++" */
#endif

#else

/* The calls as functions of C with the types of the standard, for code that takes their addresses or declares them
 * itself. Such a function knows no source line. */
void bsp_init(void (*program)(void), int argc, char** argv);
void bsp_begin(int most_processes);
void bsp_end(void);
void bsp_abort(const char* format, ...);
void bsp_abort_va(const char* format, va_list arguments);
void bsp_vabort(const char* format, va_list arguments);
int bsp_nprocs(void);
int bsp_pid(void);
double bsp_time(void);
void bsp_sync(void);
void bsp_push_reg(const void* address, int bytes);
void bsp_pop_reg(const void* address);
void bsp_put(int pid, const void* source, void* destination, int offset, int bytes);
void bsp_hpput(int pid, const void* source, void* destination, int offset, int bytes);
void bsp_get(int pid, const void* source, int offset, void* destination, int bytes);
void bsp_hpget(int pid, const void* source, int offset, void* destination, int bytes);
void bsp_direct_get(int pid, const void* source, int offset, void* destination, int bytes);
void bsp_set_tagsize(int* bytes);
void bsp_send(int pid, const void* tag, const void* payload, int bytes);
void bsp_hpsend(int pid, const void* tag, const void* payload, int bytes);
void bsp_qsize(int* messages, int* bytes);
void bsp_get_tag(int* status, void* tag);
void bsp_move(void* payload, int bytes);
int bsp_hpmove(void** tag, void** payload);

/* The bytes of the integer behind a pointer; of an int behind a void*. */
#define PRAM_BSP_SIZE_OF(pointer) \
  sizeof(*__extension__ _Generic((pointer), void*: (int*)0, const void*: (const int*)0, default: (pointer)))

#define bsp_init(...) pram_bsp_init(__FILE__, __LINE__, __VA_ARGS__)
#define bsp_begin(...) pram_bsp_begin(__FILE__, __LINE__, __VA_ARGS__)
#define bsp_end() pram_bsp_end(__FILE__, __LINE__)
#define bsp_abort(...) pram_bsp_abort(__FILE__, __LINE__, __VA_ARGS__)
#define bsp_abort_va(...) pram_bsp_abort_va(__FILE__, __LINE__, __VA_ARGS__)
#define bsp_vabort(...) pram_bsp_abort_va(__FILE__, __LINE__, __VA_ARGS__)
#define bsp_nprocs() pram_bsp_nprocs(__FILE__, __LINE__)
#define bsp_pid() pram_bsp_pid(__FILE__, __LINE__)
#define bsp_time() pram_bsp_time(__FILE__, __LINE__)
#define bsp_sync() pram_bsp_sync(__FILE__, __LINE__)
#define bsp_push_reg(...) pram_bsp_push_reg(__FILE__, __LINE__, __VA_ARGS__)
#define bsp_pop_reg(...) pram_bsp_pop_reg(__FILE__, __LINE__, __VA_ARGS__)
#define bsp_put(...) pram_bsp_put(__FILE__, __LINE__, __VA_ARGS__)
#define bsp_hpput(...) pram_bsp_put(__FILE__, __LINE__, __VA_ARGS__)
#define bsp_get(...) pram_bsp_get(__FILE__, __LINE__, __VA_ARGS__)
#define bsp_hpget(...) pram_bsp_get(__FILE__, __LINE__, __VA_ARGS__)
#define bsp_direct_get(...) pram_bsp_direct_get(__FILE__, __LINE__, __VA_ARGS__)
#define bsp_set_tagsize(bytes) pram_bsp_set_tagsize(__FILE__, __LINE__, (bytes), PRAM_BSP_SIZE_OF(bytes))
#define bsp_send(...) pram_bsp_send(__FILE__, __LINE__, __VA_ARGS__)
#define bsp_hpsend(...) pram_bsp_send(__FILE__, __LINE__, __VA_ARGS__)
#define bsp_qsize(messages, bytes) \
  pram_bsp_qsize(__FILE__, __LINE__, (messages), PRAM_BSP_SIZE_OF(messages), (bytes), PRAM_BSP_SIZE_OF(bytes))
#define bsp_get_tag(status, tag) pram_bsp_get_tag(__FILE__, __LINE__, (status), PRAM_BSP_SIZE_OF(status), (tag))
#define bsp_move(...) pram_bsp_move(__FILE__, __LINE__, __VA_ARGS__)
#define bsp_hpmove(...) pram_bsp_hpmove(__FILE__, __LINE__, __VA_ARGS__)

#endif

#endif
