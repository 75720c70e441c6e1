#ifndef PRAM_BSPLIB_MCBSP_HPP
#define PRAM_BSPLIB_MCBSP_HPP

/* The wrapper of MulticoreBSP for C++: BSP programs as classes. */
#ifdef __GNUC__
#pragma GCC system_header
#endif

#include "bsp.h"

extern "C++" {

namespace mcbsp {

/* A program is a class derived from this one. Every process has an object of it: process 0 that whose begin() is
 * called, the others those that newInstance() makes. What they have as members is their own. */
class BSP_program {
 public:
  /* Runs spmd() as at most so many processes, between bsp_begin and bsp_end. The last superstep ends behind spmd(). */
  void begin(bsp_pid_t processes = static_cast<bsp_pid_t>(bsp_nprocs()), const char* file = __builtin_FILE(),
             int line = __builtin_LINE()) {
    processes_ = processes;
    file_ = file;
    line_ = line;
    first() = this;
    bsp_init(&BSP_program::run, 0, nullptr, file, line);
    run();
  }
  virtual ~BSP_program() {}

 protected:
  BSP_program() = default;
  virtual void spmd() = 0;
  virtual BSP_program* newInstance() = 0;
  /* Ends an object that newInstance() has made. */
  virtual void destroyInstance(BSP_program* instance) { delete instance; }

 private:
  static BSP_program*& first() {
    static BSP_program* program = nullptr;
    return program;
  }
  static void run() {
    BSP_program& program = *first();
    bsp_begin(static_cast<ptrdiff_t>(program.processes_), program.file_, program.line_);
    BSP_program* const own = bsp_pid() == 0 ? &program : program.newInstance();
    own->spmd();
    bsp_sync(program.file_, program.line_);
    if (own != &program) program.destroyInstance(own);
    bsp_end(program.file_, program.line_);
  }

  bsp_pid_t processes_ = 0;
  const char* file_ = "";
  int line_ = 0;
};

} /* namespace mcbsp */

} /* extern "C++" */

#endif
