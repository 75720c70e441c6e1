#pragma once

#include <cstdio>
#include <cstdlib>

namespace pram::fuzz {

/// Ends the fuzzer, which then keeps the input, where what must hold of every input does not.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: %s\n", what);
  std::abort();
}

}  // namespace pram::fuzz
