#include <utility>

#include "../bsp/communication.hpp"
#include "engine.hpp"
#include "in_step.hpp"

/// One superstep of BSP processes: all run to their syncs, and what they have asked for is done, charged and booked.
namespace pram::detail {

bool Engine::run_superstep(const Crew& crew, bsp::detail::Communication& communication) {
  heed_stop();
  const std::uint64_t number = steps_ + 1;
  for (const auto& worker : crew.workers) worker->step = number;
  const bool spread = crew.count() > 1 && (crew.live() >= spread_from || all_workers_);
  crew.run(spread, [&](unsigned w) {
    Worker& worker = *crew.workers[w];
    for (Chunk& chunk : worker.chunks) {
      if (worker.stopped()) return;
      worker.resume(chunk);
    }
  });
  heed_stop();
  throw_failure(crew, number);
  if (crew.live() == 0) {
    communication.end();
    return false;
  }
  check_steps(number);
  machinery_.on_the_way([&] {
    in_step(number, [&] {
      SuperstepRecord record = communication.deliver(crew, machinery_.network(), number);
      book_.enter(std::move(record), communication.transfers());
    });
  });
  for (const auto& worker : crew.workers) worker->drop_empty_chunks();
  steps_ = number;
  return true;
}

}  // namespace pram::detail
