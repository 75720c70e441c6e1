#include "pardo.hpp"

#include <fmt/format.h>

#include "../hash.hpp"
#include "../routing/agreed_step.hpp"
#include "run/run_processors.hpp"

namespace pram::detail {

namespace {

/// Runs all processors to their next requests, chunk by chunk.
void resume(const TeamWithDelivery& with_delivery, const Step& step) {
  with_delivery.team.run(step.spread, [&](unsigned w) {
    Worker& worker = *with_delivery.team.workers[w];
    with_delivery.delivery->begin(w, step);
    for (Chunk& chunk : worker.chunks) {
      if (worker.stopped()) break;
      worker.resume(chunk);
      worker.count_requests(chunk);
      if (chunk.requests > 0) with_delivery.delivery->take(w, chunk);
    }
  });
}

/// Opens the barrier if every live processor stands at it.
void open_barrier(const WorkerTeam& team, std::uint64_t live) {
  std::uint64_t waiting = 0;
  for (const auto& worker : team.workers) waiting += worker->waiting;
  if (team.agreed != nullptr) waiting += team.agreed->waiting_elsewhere;
  if (waiting != live) return;
  for (const auto& worker : team.workers) {
    worker->waiting = 0;
    ++worker->barriers_opened;
  }
}

}  // namespace

void PardoRunner::run(std::uint64_t processors, const Spawn& spawn, const PardoCall& call) {
  refuse_nesting();
  context_.control.refuse_while_running("a pardo is started");
  if (processors == 0) return;
  const AccountScope counted(context_.account.get());
  if (context_.ranks != nullptr) {
    context_.ranks->call(fmt::format("a pardo of {} at {}", processors,
                                     to_string(SourceLine{call.where.file_name(), call.where.line()})),
                         hash64(processors, static_cast<std::uint64_t>(context_.sites.rule())));
    context_.control.host_stack.remember(__builtin_dwarf_cfa(), call.where.file_name(), call.where.line());
  }
  together(context_.ranks, [&] { run_all(processors, spawn, call); });
}

void PardoRunner::run_all(std::uint64_t processors, const Spawn& spawn, const PardoCall& call) {
  context_.observed.during({Observer::Run::Kind::pardo, 0, processors, context_.sites.rule()}, call, [&] {
    const TeamWithDelivery& with_delivery =
        prepare_run(context_, PardoTotal::Form::pardo, processors, context_.workers_for(processors));
    context_.writer.go_on(context_.begin_pardo(PardoTotal::Form::pardo, processors, call));
    run_processors(
        context_, with_delivery.team, processors, spawn, [](const BlockDistribution&) {},
        [&] { return run_step(with_delivery); });
  });
}

bool PardoRunner::run_step(const TeamWithDelivery& with_delivery) {
  const WorkerTeam& team = with_delivery.team;
  const std::uint64_t live =
      stations_.pass(team, *with_delivery.delivery, 0, [&](const Step& step) { resume(with_delivery, step); });
  if (live == 0) return false;
  // Nothing below fails.
  for (const auto& worker : team.workers) worker->drop_empty_chunks();
  open_barrier(team, live);
  return true;
}

}  // namespace pram::detail
