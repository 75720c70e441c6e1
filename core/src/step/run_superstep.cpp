#include <utility>

#include "../bsp/communication.hpp"
#include "engine.hpp"
#include "in_step.hpp"

/// One superstep of BSP processes: all run to their syncs, and what they have asked for is done, charged and booked.
namespace pram::detail {

bool Engine::run_superstep(const WorkerTeam& team, bsp::detail::Communication& communication) {
  check_stop();
  const std::uint64_t number = steps_ + 1;
  for (const auto& worker : team.workers) worker->step = number;
  const bool spread = team.count() > 1 && (team.live() >= spread_from || all_workers_);
  {
    const bsp::detail::Communication::Waiting waiting(communication, team);
    team.run(spread, [&](unsigned w) {
      Worker& worker = *team.workers[w];
      for (Chunk& chunk : worker.chunks) {
        if (worker.stopped()) return;
        worker.resume(chunk);
      }
    });
  }
  check_stop();
  throw_failure(team, number);
  if (team.live() == 0) {
    communication.end();
    return false;
  }
  check_steps(number);
  machinery_.on_the_way([&] {
    in_step(number, [&] {
      SuperstepRecord record = communication.deliver(team, machinery_.network(), number);
      writer_.enter(std::move(record), communication.transfers());
    });
  });
  for (const auto& worker : team.workers) worker->drop_empty_chunks();
  steps_ = number;
  return true;
}

}  // namespace pram::detail
