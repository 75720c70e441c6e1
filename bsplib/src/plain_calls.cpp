#include <fmt/format.h>

#include <cstdarg>
#include <cstddef>
#include <limits>

#define PRAM_BSPLIB_PLAIN_CALLS
#include <pram/bsplib/bsp.h>
#include "run/process.hpp"

/// The calls as functions of C, with the types of the standard, for code that takes their addresses or declares them
/// itself.
extern "C" {

void bsp_init(void (*program)(), int argc, char** argv) { pram_bsp_init("", 0, program, argc, argv); }
void bsp_begin(int most_processes) { pram_bsp_begin("", 0, most_processes); }
void bsp_end() { pram_bsp_end("", 0); }
void bsp_abort(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  pram_bsp_abort_va("", 0, format, arguments);
}
void bsp_abort_va(const char* format, va_list arguments) { pram_bsp_abort_va("", 0, format, arguments); }
void bsp_vabort(const char* format, va_list arguments) { pram_bsp_abort_va("", 0, format, arguments); }
int bsp_nprocs() { return pram_bsp_nprocs("", 0); }
int bsp_pid() { return pram_bsp_pid("", 0); }
double bsp_time() { return pram_bsp_time("", 0); }
void bsp_sync() { pram_bsp_sync("", 0); }
void bsp_push_reg(const void* address, int bytes) { pram_bsp_push_reg("", 0, address, bytes); }
void bsp_pop_reg(const void* address) { pram_bsp_pop_reg("", 0, address); }
void bsp_put(int pid, const void* source, void* destination, int offset, int bytes) {
  pram_bsp_put("", 0, pid, source, destination, offset, bytes);
}
void bsp_hpput(int pid, const void* source, void* destination, int offset, int bytes) {
  pram_bsp_put("", 0, pid, source, destination, offset, bytes);
}
void bsp_get(int pid, const void* source, int offset, void* destination, int bytes) {
  pram_bsp_get("", 0, pid, source, offset, destination, bytes);
}
void bsp_hpget(int pid, const void* source, int offset, void* destination, int bytes) {
  pram_bsp_get("", 0, pid, source, offset, destination, bytes);
}
void bsp_direct_get(int pid, const void* source, int offset, void* destination, int bytes) {
  pram_bsp_direct_get("", 0, pid, source, offset, destination, bytes);
}
void bsp_set_tagsize(int* bytes) { pram_bsp_set_tagsize("", 0, bytes, sizeof(*bytes)); }
void bsp_send(int pid, const void* tag, const void* payload, int bytes) {
  pram_bsp_send("", 0, pid, tag, payload, bytes);
}
void bsp_hpsend(int pid, const void* tag, const void* payload, int bytes) {
  pram_bsp_send("", 0, pid, tag, payload, bytes);
}
void bsp_qsize(int* messages, int* bytes) { pram_bsp_qsize("", 0, messages, sizeof(*messages), bytes, sizeof(*bytes)); }
void bsp_get_tag(int* status, void* tag) { pram_bsp_get_tag("", 0, status, sizeof(*status), tag); }
void bsp_move(void* payload, int bytes) { pram_bsp_move("", 0, payload, bytes); }
int bsp_hpmove(void** tag, void** payload) {
  const std::ptrdiff_t bytes = pram_bsp_hpmove("", 0, tag, payload);
  if (bytes > std::numeric_limits<int>::max())
    pram::bsplib::running_process()->refuse(fmt::format("cannot hold {} in the int that bsp_hpmove gives", bytes), {});
  return static_cast<int>(bytes);
}

}  // extern "C"
