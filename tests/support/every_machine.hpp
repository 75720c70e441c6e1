#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <pram/machine.hpp>

#include "forced.hpp"

namespace pram::testing {

/// A machine of 16 components for every access protocol there is, each on 1, 2, 3 and 8 host threads.
/// visit(options) is called while even small pardos spread over all threads.
template <class Visit>
void on_every_machine(MachineOptions options, const Visit& visit) {
  const ForcedWorkers forced;
  options.components = 16;
  for (const char* const access :
       {"direct", "combining", "combining:4,4,spread=modular", "combining:2,4,2,spread=ordered",
        "combining:4,4,physical=extra", "combining:4,4,sweeps=separate", "combining:4,4,timing=asynchronous",
        "adaptive", "integer-sort", "tree:2", "sorting", "ranade", "copies"}) {
    options.access = access;
    options.network = options.access == "sorting"  ? "hypercube"
                      : options.access == "ranade" ? "butterfly,access=ranade"
                                                   : "router";
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      options.threads = threads;
      CAPTURE(access);
      CAPTURE(threads);
      visit(options);
    }
  }
}

}  // namespace pram::testing
