/* A library of collectives over BSPlib, of the kind that others have: it plans puts for later supersteps in a queue of
 * its own, which is a global variable, and combines what has come by the caller's function. The library knows of bsp.h
 * alone. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include <bsp.h>

typedef void (*library_combine)(void* sum, const void* part, bsp_size_t bytes);

/* Both functions return the step in which they are done; library_run() goes there. */
unsigned library_broadcast(unsigned step, bsp_pid_t root, const void* from, void* registered, bsp_size_t bytes);
unsigned library_scan(unsigned step, const void* part, void* registered, void* sum, bsp_size_t bytes,
                      library_combine combine);
void library_run(unsigned until);
unsigned library_calls(void);

#endif
