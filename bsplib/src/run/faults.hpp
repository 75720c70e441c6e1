#pragma once

#include "stack/stacks.hpp"

namespace pram::bsplib {

class Run;

/// As long as a watch lives, an access to memory that the host forbids is reported in one line on standard error, which
/// names process and superstep. A stack that is used up and a put into memory that cannot be written are mistakes: they
/// end the program with exit code 1. Any other fault ends it as it would without a watch.
class FaultWatch {
 public:
  /// @param stacks  of the run's processes
  FaultWatch(const Run& run, const Stacks& stacks);
  ~FaultWatch();
  FaultWatch(const FaultWatch&) = delete;
  FaultWatch& operator=(const FaultWatch&) = delete;
};

}  // namespace pram::bsplib
