#include "superstep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "../bsp/communication.hpp"
#include "../bsp/run/put_rules.hpp"
#include "../bsp/shared_requests.hpp"
#include "../hash.hpp"
#include "run/run_processors.hpp"

namespace pram::detail {

namespace {

// Host time in which one thread runs the processes to their syncs. Above it several threads are worth their fork and
// join. The time decides only which threads run the processes, and no result.
constexpr std::chrono::microseconds worth_spreading{15};
constexpr std::chrono::microseconds worth_staying{8};

/// Makes the slots of a team of what processes have asked of shared arrays.
void take_over(const TeamWithDelivery& with_delivery, const Step& step, bsp::detail::SharedRequests& requests) {
  Delivery& delivery = *with_delivery.delivery;
  requests.begin(with_delivery.team);
  with_delivery.team.run(step.spread, [&](unsigned w) {
    delivery.begin(w, step);
    requests.take_over(with_delivery.team, w, [&](Chunk& chunk) { delivery.take(w, chunk); });
  });
}

}  // namespace

void SuperstepRunner::run(std::uint64_t processes, const Spawn& spawn, const PardoCall& call) {
  refuse_nesting();
  context_.control.refuse_while_running("processes are started");
  if (processes == 0) return;
  if (context_.winners != nullptr && bsp::detail::put_order(context_.sites.rule()) == bsp::detail::PutOrder::drawn) {
    throw ConfigError(
        "rule", to_string(context_.sites.rule()),
        "one that draws nothing where winners are chosen: what puts of BSP processes leave is not chosen");
  }
  if (context_.ranks != nullptr)
    context_.control.host_stack.remember(__builtin_dwarf_cfa(), call.where.file_name(), call.where.line());
  const AccountScope counted(context_.account.get());
  if (context_.ranks != nullptr) {
    context_.ranks->call(fmt::format("a run of {} processes at {}", processes,
                                     to_string(SourceLine{call.where.file_name(), call.where.line()})),
                         hash64(processes, static_cast<std::uint64_t>(context_.sites.rule())));
  }
  together(context_.ranks, [&] { run_all(processes, spawn, call); });
}

void SuperstepRunner::run_all(std::uint64_t processes, const Spawn& spawn, const PardoCall& call) {
  context_.observed.during({Observer::Run::Kind::processes, 0, processes, context_.sites.rule()}, call, [&] {
    // Even a few processes may compute for long, so the time of supersteps decides whether threads are used.
    const WorkerTeam& team = prepare_run(context_, PardoTotal::Form::processes, processes,
                                         context_.observed.any() ? 1 : context_.options.threads)
                                 .team;
    context_.writer.go_on(context_.begin_pardo(PardoTotal::Form::processes, processes, call));
    long_superstep_ = false;
    context_.machinery.forget_requests();
    std::unique_ptr<bsp::detail::Communication> communication;  // outlives the processes, which hold parts of it
    std::unique_ptr<bsp::detail::SharedRequests> requests;
    run_processors(
        context_, team, processes, spawn,
        [&](const BlockDistribution& distribution) {
          communication = std::make_unique<bsp::detail::Communication>(
              team, distribution, context_.sites.rule(), context_.options.seed, context_.options.collision_marker,
              context_.machinery.network(), context_.ranks.get());
          requests = std::make_unique<bsp::detail::SharedRequests>(team, distribution);
          for (std::uint32_t w = 0; w < team.count(); ++w) {
            communication->mailbox(w).shared = &requests->outbox(w);
            team.workers[w]->mailbox = &communication->mailbox(w);
          }
        },
        [&] { return run_superstep(team, *communication, *requests); });
  });
}

void SuperstepRunner::resume(const WorkerTeam& team, bsp::detail::Communication& communication) {
  const bool several = team.count() > 1;
  const bool spread = several && (context_.worth_spreading(team.live()) || long_superstep_);
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
}

std::uint64_t SuperstepRunner::standing(const WorkerTeam& team, bsp::detail::Communication& communication,
                                        const bsp::detail::SharedRequests& requests, std::uint64_t number) {
  bsp::detail::RankedProcesses* const ranks = communication.ranks();
  if (ranks == nullptr) [[likely]] {
    context_.control.check_stop();
    stations_.throw_failure(team, number, &communication);
    return team.live();
  }
  bsp::detail::RankedProcesses::Standing mine;
  mine.shared = requests.waiting();
  for (const auto& worker : team.workers) {
    mine.live += worker->live;
    mine.stopped |= worker->stopped();
    if (worker->failure.error != nullptr) mine.failed = std::min(mine.failed, worker->failure.processor);
  }
  communication.agree(team, mine);
  if (ranks->standing().stopped) context_.control.request_stop();  // by another rank
  context_.control.check_stop();
  ranks->check_names();
  if (ranks->standing().failed != bsp::detail::RankedProcesses::no_process) {
    if (ranks->standing().failed == mine.failed) stations_.throw_own_failure(team, number, &communication);
    ranks->ranks().meet();  // throws what the process of another rank has
  }
  return ranks->standing().live;
}

void SuperstepRunner::end(bsp::detail::Communication& communication, const bsp::detail::SharedRequests& requests) {
  requests.end(context_.sites, communication.number());
  if (communication.ranks() != nullptr) communication.ranks()->ranks().meet();
  communication.end();
  context_.writer.enter(communication.unread());
}

bool SuperstepRunner::run_superstep(const WorkerTeam& team, bsp::detail::Communication& communication,
                                    bsp::detail::SharedRequests& requests) {
  context_.control.check_stop();
  const std::uint64_t number = context_.steps + 1;
  const std::uint64_t passed = communication.passed();
  for (std::uint32_t w = 0; w < team.count(); ++w) {
    Worker& worker = *team.workers[w];
    worker.own_steps = communication.passed_by(w);
    worker.step = number - context_.uncounted - (worker.own_steps == nullptr ? 0 : passed);
    worker.draws.begin_step();
  }
  resume(team, communication);
  if (standing(team, communication, requests, number) == 0) {
    end(communication, requests);
    return false;
  }
  stations_.check_steps(number);
  communication.find_ready(team);

  Machinery& machinery = context_.machinery;
  bsp::detail::RankedProcesses* const ranks = communication.ranks();
  context_.profile.begin(machinery.network());
  std::uint64_t asked = requests.close(communication.waiting());
  if (ranks != nullptr && ranks->standing().shared > 0) {
    asked = ranks->ranks().sum(asked);
    bsp::detail::SharedRequests::check_count(asked);
  }
  const TeamWithDelivery* serving = nullptr;
  Step step;
  step.number = number;
  if (context_.observed.any()) context_.observed.begin_step(step);
  AccessFacts facts;
  std::optional<Undo> undo;
  if (asked > 0) {
    TeamWithDelivery& team_of_requests =
        machinery.request_team_of(context_.workers_for(asked), context_.observed.any());
    context_.observed.listen_to(team_of_requests);
    serving = &team_of_requests;
    step = stations_.begin(serving->team, asked, 0);
    undo.emplace(serving->team, *serving->delivery);
    stations_.reach_memory(serving->team, *serving->delivery, step, &communication,
                           [&] { take_over(*serving, step, requests); });
    facts = stations_.judge(serving->team, step, communication.number(), communication.tag());
  }
  SuperstepRecord record;
  machinery.in_transit([&] {
    in_step(number, &communication, [&] {
      if (serving != nullptr) {
        serving->delivery->answer(step);
        serving->team.run(step.spread, [&](unsigned w) { requests.return_replies(serving->team, w); });
      }
      record = communication.deliver(team, machinery.network(), number, asked > 0, context_.profile.components(),
                                     context_.observed.transfers());
      if (serving == nullptr) {
        context_.writer.enter(std::move(record), {communication.transfers(), communication.unread()},
                              context_.profile.components(), context_.profile.take_load(machinery.network()));
        return;
      }
      const bsp::detail::SharedRequests::Sums sums = requests.sums(context_.ranks.get());
      record.shared.largest_requests = sums.largest_requests;
      record.shared.largest_reads = sums.largest_reads;
      record.shared.largest_writes = sums.largest_writes;
      step.slots = sums.slots;
      context_.writer.enter(std::move(record), {communication.transfers(), communication.unread()},
                            stations_.entry_of(serving->team, step, facts), context_.sites);
    });
  });
  // Nothing below fails.
  if (undo) undo->commit();
  requests.clear();
  for (const auto& worker : team.workers) worker->drop_empty_chunks();
  context_.steps = number;
  if (communication.passed() == passed) ++context_.uncounted;
  // The ledger has taken the record if it keeps it, else it stands here.
  if (context_.observed.any()) {
    context_.observed.end_superstep(serving != nullptr ? &serving->team : nullptr, number,
                                    record);  // NOLINT(bugprone-use-after-move)
  }
  return true;
}

}  // namespace pram::detail
