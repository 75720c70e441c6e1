#include <fmt/format.h>

#include <stdexcept>

#include <pram/machine/task.hpp>

#include "processor_run.hpp"

namespace pram::detail {

std::uint64_t random_word() {
  if (current_outbox == nullptr) throw Error("random words can only be drawn by a processor, inside a pardo");
  auto& run = static_cast<ProcessorRun&>(*current_outbox);
  const std::uint64_t own = run.own_steps == nullptr ? 0 : run.own_steps[run.slot];
  return run.draws.next(run.first_processor + run.slot, run.step + own);
}

std::uint64_t random_below(std::uint64_t bound) {
  __extension__ typedef unsigned __int128 Wide;
  Wide product = static_cast<Wide>(random_word()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t unfair = (0 - bound) % bound;  // 2^64 mod bound: with so many words some numbers get one more
    while (static_cast<std::uint64_t>(product) < unfair) product = static_cast<Wide>(random_word()) * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

void refuse_bound(std::int64_t bound) {
  throw std::invalid_argument(fmt::format("self.random({}): the bound must be 1 or more", bound));
}

void refuse_steps(std::int64_t steps) {
  throw std::invalid_argument(fmt::format("self.idle({}): the number of steps must be 0 or more", steps));
}

Task<> idle_steps(std::uint64_t steps) {
  for (; steps > 0; --steps) co_await Idle{};
}

// Processors that wait are resumed step by step, like all that idle; the engine opens the barrier between two steps.
Task<> wait_for_all() {
  auto& run = static_cast<ProcessorRun&>(*current_outbox);
  const std::uint64_t opened = run.barriers_opened;
  ++run.waiting;
  do {
    co_await Idle{};
  } while (run.barriers_opened == opened);
}

}  // namespace pram::detail
