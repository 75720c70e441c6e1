#include <chrono>
#include <optional>
#include <utility>

#include "../bsp/communication.hpp"
#include "../bsp/shared_requests.hpp"
#include "engine.hpp"
#include "in_step.hpp"
#include "undo.hpp"

/// One superstep of BSP processes. All processes run to their syncs; then their requests are carried out, charged and
/// entered into the ledger. Requests for arrays in shared memory pass the stations of a step. There a slot is not a
/// processor, but all requests of a process for one cell.
namespace pram::detail {

namespace {

// Host time in which one thread runs the processes to their syncs. Above it several threads are worth their fork and
// join. The time decides only which threads run the processes, and no result.
constexpr std::chrono::microseconds worth_spreading{15};
constexpr std::chrono::microseconds worth_staying{8};

}  // namespace

void Engine::run_all_supersteps(std::uint64_t processes, const Spawn& spawn, const PardoCall& call) {
  // Even a few processes may compute for long, so the time of supersteps decides whether threads are used.
  const TeamWithDelivery& with_delivery =
      prepare(PardoTotal::Form::processes, processes, observed_ != nullptr ? 1 : options_.threads);
  writer_.go_on(begin_pardo(PardoTotal::Form::processes, processes, call));
  long_superstep_ = false;
  machinery_.forget_requests();
  std::unique_ptr<bsp::detail::Communication> communication;  // outlives the processes, which hold parts of it
  std::unique_ptr<bsp::detail::SharedRequests> requests;
  run_processors(
      with_delivery, processes, spawn,
      [&](const BlockDistribution& distribution) {
        communication =
            std::make_unique<bsp::detail::Communication>(with_delivery.team, distribution, sites_.rule(), options_.seed,
                                                         options_.collision_marker, machinery_.network());
        requests = std::make_unique<bsp::detail::SharedRequests>(with_delivery.team, distribution);
        for (std::uint32_t w = 0; w < with_delivery.team.count(); ++w) {
          communication->mailbox(w).shared = &requests->outbox(w);
          with_delivery.team.workers[w]->mailbox = &communication->mailbox(w);
        }
      },
      [&] { return run_superstep(with_delivery.team, *communication, *requests); });
}

bool Engine::run_superstep(const WorkerTeam& team, bsp::detail::Communication& communication,
                           bsp::detail::SharedRequests& requests) {
  check_stop();
  const std::uint64_t number = steps_ + 1;
  const std::uint64_t passed = communication.passed();
  for (std::uint32_t w = 0; w < team.count(); ++w) {
    Worker& worker = *team.workers[w];
    worker.own_steps = communication.passed_by(w);
    worker.step = number - uncounted_ - (worker.own_steps == nullptr ? 0 : passed);
    worker.draws.begin_step();
  }
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
  throw_failure(team, number, &communication);
  if (team.live() == 0) {
    requests.end(sites_, communication.number());
    communication.end();
    writer_.enter(communication.unread());
    return false;
  }
  check_steps(number);
  communication.find_ready(team);

  if (component_loads_ != nullptr) begin_profile();
  const std::uint64_t asked = requests.close(communication.waiting());
  const TeamWithDelivery* serving = nullptr;
  Step step;
  step.number = number;
  if (observed_ != nullptr) observe_step(step);
  AccessFacts facts;
  std::optional<Undo> undo;
  if (asked > 0) {
    TeamWithDelivery& team_of_requests = machinery_.request_team_of(workers_for(asked), observed_ != nullptr);
    if (observed_ != nullptr) observe_delivery(team_of_requests);
    serving = &team_of_requests;
    step = begin_step(serving->team, asked, 0);
    undo.emplace(serving->team, *serving->delivery);
    reach_memory(serving->team, *serving->delivery, step, &communication, [&] { take_over(*serving, step, requests); });
    facts = judge(serving->team, step, communication.number(), communication.tag());
  }
  SuperstepRecord record;
  machinery_.on_the_way([&] {
    in_step(number, &communication, [&] {
      if (serving != nullptr) {
        serving->delivery->answer(step);
        serving->team.run(step.spread, [&](unsigned w) { requests.return_replies(serving->team, w); });
      }
      record = communication.deliver(team, machinery_.network(), number, asked > 0, component_loads_.get(),
                                     observed_transfers());
      if (serving == nullptr) {
        writer_.enter(std::move(record), {communication.transfers(), communication.unread()}, component_loads_.get(),
                      take_load());
        return;
      }
      const bsp::detail::SharedRequests::Sums sums = requests.sums();
      record.shared.largest_requests = sums.largest_requests;
      record.shared.largest_reads = sums.largest_reads;
      record.shared.largest_writes = sums.largest_writes;
      step.slots = sums.slots;
      writer_.enter(std::move(record), {communication.transfers(), communication.unread()},
                    entry_of(serving->team, step, facts), sites_);
    });
  });
  // Nothing below fails.
  if (undo) undo->commit();
  requests.clear();
  for (const auto& worker : team.workers) worker->drop_empty_chunks();
  steps_ = number;
  if (communication.passed() == passed) ++uncounted_;
  // The ledger has taken the record if it keeps it, else it stands here.
  if (observed_ != nullptr)
    tell_superstep(serving != nullptr ? &serving->team : nullptr, record);  // NOLINT(bugprone-use-after-move)
  return true;
}

void Engine::take_over(const TeamWithDelivery& with_delivery, Step& step, bsp::detail::SharedRequests& requests) {
  Delivery& delivery = *with_delivery.delivery;
  requests.begin(with_delivery.team);
  with_delivery.team.run(step.spread, [&](unsigned w) {
    delivery.begin(w, step);
    requests.take_over(with_delivery.team, w, [&](Chunk& chunk) { delivery.take(w, chunk); });
  });
}

}  // namespace pram::detail
