#include "library.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  unsigned step;
  enum { PUT, COMBINE } kind;
  bsp_pid_t to;
  const void* from;
  void* into;
  bsp_size_t offset, bytes;
  library_combine combine;
} request_t;

/* One for each process, as a library for processes with memory of their own has it. */
static struct {
  request_t* queue;
  size_t room, used;
  unsigned step, calls;
} state;

static void plan(request_t request) {
  if (state.used == state.room) {
    state.room = state.room == 0 ? 4 : 2 * state.room;
    state.queue = realloc(state.queue, state.room * sizeof(request_t));
    if (state.queue == NULL) bsp_abort("library: no memory\n");
  }
  state.queue[state.used++] = request;
}

/* In a tree of degree two: after k steps 2^k processes have it. */
unsigned library_broadcast(unsigned step, bsp_pid_t root, const void* from, void* registered, bsp_size_t bytes) {
  const bsp_nprocs_t p = bsp_nprocs();
  const bsp_pid_t me = (bsp_pid() + p - root) % p;
  ++state.calls;
  if (me == 0) memcpy(registered, from, bytes);
  for (bsp_pid_t have = 1; have < p; have *= 2, ++step) {
    if (me >= have || me + have >= p) continue;
    const request_t request = {step, PUT, (me + have + root) % p, registered, registered, 0, bytes, NULL};
    plan(request);
  }
  return step;
}

/* Everybody sends to all behind itself; `registered` has room for one part of each process. */
unsigned library_scan(unsigned step, const void* part, void* registered, void* sum, bsp_size_t bytes,
                      library_combine combine) {
  const bsp_nprocs_t p = bsp_nprocs();
  const bsp_pid_t me = bsp_pid();
  ++state.calls;
  for (bsp_pid_t t = me; t < p; ++t) {
    const request_t request = {step, PUT, t, part, registered, me * bytes, bytes, NULL};
    plan(request);
  }
  for (bsp_pid_t t = 0; t <= me; ++t) {
    const request_t request = {step, COMBINE, me, (char*)registered + t * bytes, sum, 0, bytes, combine};
    plan(request);
  }
  return step + 1;
}

void library_run(unsigned until) {
  for (; state.step < until; ++state.step) {
    for (size_t k = 0; k < state.used; ++k) {
      const request_t* const request = &state.queue[k];
      if (request->step == state.step && request->kind == PUT)
        bsp_put(request->to, request->from, request->into, request->offset, request->bytes);
    }
    bsp_sync();
    for (size_t k = 0; k < state.used; ++k) {
      const request_t* const request = &state.queue[k];
      if (request->step == state.step && request->kind == COMBINE)
        request->combine(request->into, request->from, request->bytes);
    }
  }
  state.used = 0;
}

unsigned library_calls(void) { return state.calls; }
