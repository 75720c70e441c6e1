#include <chrono>
#include <utility>

#include "../bsp/communication.hpp"
#include "engine.hpp"
#include "in_step.hpp"

/// One superstep of BSP processes: all run to their syncs, and what they have asked for is done, charged and booked.
namespace pram::detail {

namespace {

// What processes take to run to their syncs, on one host thread: from here on several are worth their fork and join. It
// is the host's time, and decides nothing but who runs them.
constexpr std::chrono::microseconds worth_spreading{15};
constexpr std::chrono::microseconds worth_staying{8};

}  // namespace

bool Engine::run_superstep(const WorkerTeam& team, bsp::detail::Communication& communication) {
  check_stop();
  const std::uint64_t number = steps_ + 1;
  for (const auto& worker : team.workers) worker->step = number;
  const bool several = team.count() > 1;
  const bool spread = several && (team.live() >= spread_from || all_workers_ || long_superstep_);
  std::chrono::steady_clock::time_point begun;
  if (several) begun = std::chrono::steady_clock::now();
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
  if (several) long_superstep_ = std::chrono::steady_clock::now() - begun > (spread ? worth_staying : worth_spreading);
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
