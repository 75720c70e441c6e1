#include "run_processors.hpp"

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <vector>

#include <pram/error.hpp>

#include "../machinery/step_memory.hpp"

namespace pram::detail {

namespace {

// What a processor takes at least: its slot, and the smallest of frames.
constexpr std::uint64_t least_processor_bytes = slot_bytes + 48;

/// The number of the next pardo, unique in the process, by which tasks of different pardos differ.
std::uint64_t next_pardo() {
  static std::atomic<std::uint64_t> pardos = 0;
  return pardos.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

const TeamWithDelivery& prepare_run(StepContext& context, PardoTotal::Form form, std::uint64_t count,
                                    unsigned workers) {
  const bool of_processes = form == PardoTotal::Form::processes;
  const char* const they = of_processes ? "processes" : "processors";
  if (count >= finished_processor) {
    throw LimitError(they, count, finished_processor - 1,
                     fmt::format("{} {}: at most {} are allowed", count, they, finished_processor - 1));
  }
  context.memory->check_room(count, least_processor_bytes,
                             fmt::format("{} of {} {}", of_processes ? "an spmd" : "a pardo", count, they));
  return context.ready_team(count, workers);
}

BlockDistribution assign_all(StepContext& context, const WorkerTeam& team, std::uint64_t processors) {
  const BlockDistribution distribution{processors, context.options.components, next_pardo()};
  ++context.pardos;
  for (std::uint32_t w = 0; w < team.count(); ++w) {
    Worker& worker = *team.workers[w];
    worker.assign(distribution, team.first_component(w), team.first_component(w + 1));
    worker.step = 0;  // what a program draws while its tasks are made belongs to no step
    worker.draws.begin_pardo(context.options.seed, context.pardos);
    worker.waiting = 0;
    worker.shown = context.observed.locals();
  }
  return distribution;
}

void spawn_all(StepContext& context, const WorkerTeam& team, const Spawn& spawn) {
  // The first task shows how large a frame is: refuse what cannot fit before it is touched.
  const std::uint64_t processors = team.workers.front()->distribution.processors;
  std::vector<std::exception_ptr> failed(team.count());
  team.run(team.count() > 1, [&](unsigned w) {
    Worker& worker = *team.workers[w];
    try {
      worker.spawn(spawn, [&](std::uint32_t at) {
        if (at == 0 && worker.slots > 1)
          context.memory->check_room(processors, slot_bytes + worker.frames.used(), "the program's frames");
      });
    } catch (...) {
      failed[w] = std::current_exception();
    }
  });
  context.control.check_stop();
  for (const std::exception_ptr& error : failed) {
    if (error != nullptr) std::rethrow_exception(error);
  }
}

void check_end(StepContext& context, const WorkerTeam& team) {
  std::uint64_t kept = 0;
  for (const auto& worker : team.workers) kept += worker->frames.live();
  if (context.ranks != nullptr) {
    constexpr std::uint64_t one_rank = std::uint64_t{1} << 48;  // above the tasks of all ranks
    HostStack& host_stack = context.control.host_stack;
    const std::uint64_t all = context.ranks->sum(kept + (host_stack.changed() ? one_rank : 0));
    if (all >= one_rank) throw host_stack.error();
    kept = all;
  }
  if (kept > 0) {
    throw Error(
        fmt::format("{} of the tasks made in a pardo {} kept beyond its end: a processor awaits its tasks itself", kept,
                    kept == 1 ? "is" : "are"));
  }
}

}  // namespace pram::detail
