#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <pram/pram.hpp>
#include <pram/programs/program.hpp>

#include "counted_memory.hpp"
#include "support.hpp"

namespace pram::testing {

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
// Input, result, ledger, and what one process at a time merges: what a run of this size takes beside what is counted.
constexpr std::uint64_t once = 8 * mebibyte;

/// Programs whose processes keep something for every other process, and how many processes make that most of what a
/// small run takes.
struct Demanding {
  const char* program;
  std::uint32_t processes;
};
constexpr Demanding demanding[] = {{"bsp-sample-sort-oversampling", 1024}, {"bsp-sample-sort-regular", 128}};

struct Measured {
  std::uint64_t taken = 0;  ///< from operator new, at most
  std::uint64_t counted = 0;
  bool refused = false;
};

[[maybe_unused]] Measured measure(const std::string& name, std::uint32_t processes, std::uint64_t limit) {
  const programs::Program& program = programs::find_program(name);
  programs::InputRequest request;
  request.size = 8192;
  const auto job = program.prepare(request);
  Measured measured;
  const CountedMemory memory;
  Machine machine({.components = processes,
                   .network = "ideal",
                   .access = "direct",
                   .rule = Rule(program.model),
                   .placement = program.placement,
                   .threads = 1,
                   .memory_limit = limit,
                   .ledger = LedgerDetail::totals});
  try {
    const programs::Outcome outcome = job->run(machine);
    CHECK(outcome.verified);
  } catch (const LimitError& error) {
    CHECK(error.limit == "memory");
    measured.refused = true;
  }
  measured.taken = memory.peak();
  measured.counted = machine.memory_use().most;
  return measured;
}

}  // namespace

// Sanitizers keep what is freed.
#ifndef PRAM_SANITIZED

TEST_CASE("what BSP programs take for themselves is counted, where there are many processes") {
  for (const auto& [name, processes] : demanding) {
    CAPTURE(name);
    const Measured whole = measure(name, processes, 0);
    CAPTURE(whole.taken);
    CAPTURE(whole.counted);
    CHECK(!whole.refused);
    CHECK(whole.counted > 4 * once);  // the run is large enough to tell
    CHECK(whole.taken <= whole.counted + once);
    // Whatever the limit is, the run keeps within it, or does not come to its end.
    for (const std::uint64_t share : {9U, 7U, 5U, 3U}) {
      const std::uint64_t limit = whole.counted / 10 * share;
      const Measured limited = measure(name, processes, limit);
      CAPTURE(share);
      CAPTURE(limited.taken);
      CHECK(limited.refused);
      CHECK(limited.counted <= limit);
      CHECK(limited.taken <= limit + once);
    }
  }
}

#endif

}  // namespace pram::testing
