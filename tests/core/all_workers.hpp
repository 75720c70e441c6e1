#pragma once

#include <cstdlib>

namespace pram::testing {

/// While it lives, machines that are made spread small pardos over all their host threads, too.
class AllWorkers {
 public:
  AllWorkers() { setenv("PRAM_FORCE_WORKERS", "1", 1); }
  ~AllWorkers() { unsetenv("PRAM_FORCE_WORKERS"); }
  AllWorkers(const AllWorkers&) = delete;
  AllWorkers& operator=(const AllWorkers&) = delete;
};

}  // namespace pram::testing
