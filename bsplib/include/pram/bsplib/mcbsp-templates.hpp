#ifndef PRAM_BSPLIB_MCBSP_TEMPLATES_HPP
#define PRAM_BSPLIB_MCBSP_TEMPLATES_HPP

/* The calls of MulticoreBSP that count elements: offsets and sizes are in units of what a pointer points to, and bytes
 * where that is void. */
#ifdef __GNUC__
#pragma GCC system_header
#endif

#include <type_traits>

#include "mcbsp.hpp"

extern "C++" {

namespace mcbsp {

/* The bytes of so many elements of a type that is not void. */
template <class T>
using bytes_of = typename std::enable_if<!std::is_void<T>::value, ptrdiff_t>::type;

} /* namespace mcbsp */

template <class T>
inline void bsp_push_reg(T* address, mcbsp::bytes_of<T> elements = 1, const char* file = __builtin_FILE(),
                         int line = __builtin_LINE()) {
  pram_bsp_push_reg(file, line, address, elements * static_cast<ptrdiff_t>(sizeof(T)));
}
/* Sets tags that hold a T, and returns the bytes of those set before. */
template <class T>
inline bsp_size_t bsp_set_tagsize(const T& = T(), const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  bsp_size_t bytes = sizeof(T);
  pram_bsp_set_tagsize(file, line, &bytes, sizeof(bytes));
  return bytes;
}
template <class T>
inline void bsp_put(ptrdiff_t pid, const void* source, T* destination, mcbsp::bytes_of<T> offset = 0,
                    ptrdiff_t elements = 1, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  const ptrdiff_t size = sizeof(T);
  pram_bsp_put(file, line, pid, source, destination, offset * size, elements * size);
}
template <class T>
inline void bsp_hpput(ptrdiff_t pid, const void* source, T* destination, mcbsp::bytes_of<T> offset = 0,
                      ptrdiff_t elements = 1, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  bsp_put(pid, source, destination, offset, elements, file, line);
}
template <class T>
inline void bsp_get(ptrdiff_t pid, const T* source, mcbsp::bytes_of<T> offset, void* destination,
                    ptrdiff_t elements = 1, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  const ptrdiff_t size = sizeof(T);
  pram_bsp_get(file, line, pid, source, offset * size, destination, elements * size);
}
template <class T>
inline void bsp_hpget(ptrdiff_t pid, const T* source, mcbsp::bytes_of<T> offset, void* destination,
                      ptrdiff_t elements = 1, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  bsp_get(pid, source, offset, destination, elements, file, line);
}
template <class T>
inline void bsp_direct_get(ptrdiff_t pid, const T* source, mcbsp::bytes_of<T> offset, void* destination,
                           ptrdiff_t elements = 1, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  const ptrdiff_t size = sizeof(T);
  pram_bsp_direct_get(file, line, pid, source, offset * size, destination, elements * size);
}
template <class T>
inline void bsp_send(ptrdiff_t pid, const void* tag, const T* payload, mcbsp::bytes_of<T> elements = 1,
                     const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  pram_bsp_send(file, line, pid, tag, payload, elements * static_cast<ptrdiff_t>(sizeof(T)));
}
template <class T>
inline void bsp_hpsend(ptrdiff_t pid, const void* tag, const T* payload, mcbsp::bytes_of<T> elements = 1,
                       const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  bsp_send(pid, tag, payload, elements, file, line);
}
template <class T>
inline void bsp_move(T* payload, mcbsp::bytes_of<T> elements = 1, const char* file = __builtin_FILE(),
                     int line = __builtin_LINE()) {
  pram_bsp_move(file, line, payload, elements * static_cast<ptrdiff_t>(sizeof(T)));
}

} /* extern "C++" */

#endif
