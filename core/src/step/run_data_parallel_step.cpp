#include <algorithm>
#include <exception>

#include <fmt/format.h>

#include "../data_parallel/delivery/data_parallel_delivery.hpp"
#include "../data_parallel/processor_group.hpp"
#include "engine.hpp"

/// One step of processors that all do the same. It passes the stations of a step; only where its requests come from and
/// where its replies go is different: there are no coroutines, but functions that are called for a chunk at a time.
namespace pram::detail {

namespace {

/// What a function of the program has thrown, with the processor that it was called for. A worker calls functions in
/// the order of its processors, and none after that.
/// @param number  of the step
Failure failure_of(const ProcessorBlock& block, std::uint64_t number, const SourceLine& line) {
  const std::uint64_t processor = block.first + block.at;
  try {
    throw_as_program_error(std::current_exception(), {processor, number, line});
  } catch (...) {
    return {processor, no_request, std::current_exception()};
  }
}

}  // namespace

/// A step that is served in place. The replies to reads are taken chunk by chunk.
struct ServedInPlace {
  const DataParallelDelivery& delivery;
  std::vector<Failure> failures;  ///< per worker: what the program's functions throw when they take them
};

std::shared_ptr<ProcessorGroup> Engine::make_group(std::uint64_t processors, std::optional<Rule> rule,
                                                   const PardoCall& call) {
  if (current_outbox != nullptr) throw Error("a group of processors is made by host code, not by a processor");
  refuse_while_running("a group of processors is made");
  if (processors >= finished_processor) {
    throw LimitError("processors", processors, finished_processor - 1,
                     fmt::format("{} processors: at most {} are allowed", processors, finished_processor - 1));
  }
  auto group = std::make_shared<ProcessorGroup>(account_, registers_, processors, rule, call);
  if (processors > 0) group->set_pardo(begin_pardo(PardoTotal::Form::data_parallel, processors, call));
  return group;
}

TeamWithDelivery& Engine::prepare(const ProcessorGroup& group) {
  machinery_.mend();
  if (account_->taken() + memory_estimate(group.count(), 0) > account_->limit() / 8 * 7) drop_buffers();
  TeamWithDelivery& with_delivery = machinery_.team_of(workers_for(group.count()), observed_ != nullptr);
  if (observed_ != nullptr) observe_delivery(with_delivery);
  if (sites_.nearly_full()) {
    sites_.clear();
    writer_.forget_sites();
  }
  const WorkerTeam& team = with_delivery.team;
  const BlockDistribution distribution{group.count(), options_.components, 0};
  for (std::uint32_t w = 0; w < team.count(); ++w) {
    Worker& worker = *team.workers[w];
    worker.assign(distribution, team.first_component(w), team.first_component(w + 1));
    worker.step = steps_ + 1 - uncounted_;
    worker.live = group.live_in(worker.first_processor, worker.first_processor + worker.slots);
    worker.waiting = 0;
  }
  return with_delivery;
}

std::uint32_t Engine::site_of(const StepRequests& requests) {
  if (requests.array == nullptr) return no_request;
  const std::optional<std::uint32_t> number = memory_->find(requests.array->cells());
  if (number && requests.array->belongs_to(*memory_)) {
    return sites_.enter(requests.file, requests.line, *number, memory_->array(*number).name, requests.operation);
  }
  if (requests.array->size() == 0) return no_request;  // it was moved from: whoever asks is told that it has no cells
  throw Error(fmt::format("processors ask for array {}, which is not of this machine, at {}", requests.array->name(),
                          to_string(SourceLine{requests.file, requests.line})));
}

void Engine::take_step(ProcessorGroup& group, StepRequests* requests) {
  if (current_outbox != nullptr) throw Error("a step of all processors is taken by host code, not by one of them");
  refuse_while_running("a step of all processors is taken");
  if (group.live() == 0) return;
  const AccountScope counted(account_.get());
  std::optional<RuleScope> rule;
  if (group.rule()) rule.emplace(*this, *group.rule());
  while_observed({Observer::Run::Kind::data_parallel, group.told_as, group.count(), sites_.rule()}, group.call(), [&] {
    if (observed_ != nullptr) group.told_as = run_;
    take_group_step(group, requests);
  });
}

void Engine::take_group_step(ProcessorGroup& group, StepRequests* requests) {
  TeamWithDelivery& with_delivery = prepare(group);
  const WorkerTeam& team = with_delivery.team;
  const RunScope running(*this, team);
  const PollScope watched = watch();
  writer_.go_on(group.pardo());
  if (requests == nullptr) {
    pass_stations(team, *with_delivery.delivery, 0, [&](const Step& step) {
      team.run(false, [&](unsigned w) { with_delivery.delivery->begin(w, step); });
    });
    return;
  }
  requests->step = steps_ + 1;
  const std::uint32_t site = site_of(*requests);
  Delivery* delivery = with_delivery.delivery;
  if (observed_ == nullptr && site != no_request && with_delivery.goes_straight &&
      serves_in_place(team, machinery_.network(), sites_.operation(site), group.live())) {
    if (with_delivery.in_place == nullptr)
      with_delivery.in_place =
          make_data_parallel_delivery(with_delivery.team, machinery_.network(), options_.collision_marker);
    with_delivery.in_place->expect(site, *requests, group);
    delivery = with_delivery.in_place.get();
  }
  std::optional<ServedInPlace> in_place;
  if (delivery == with_delivery.in_place.get())
    in_place.emplace(ServedInPlace{*with_delivery.in_place, std::vector<Failure>(team.count())});
  bool spread = false;
  pass_stations(team, *delivery, in_place ? std::max<std::uint64_t>(group.count(), options_.components) : 0,
                [&](const Step& step) {
                  spread = step.spread;
                  ask(team, *delivery, step, group, *requests, site, in_place ? &*in_place : nullptr);
                });
  if (in_place) {
    for (std::uint32_t w = 0; w < team.count(); ++w) team.workers[w]->failure = std::move(in_place->failures[w]);
  } else if (requests->replies) {
    take_replies(team, spread, group, *requests);
  }
  // What a poll throws after a stop is no failure of the program.
  if (std::ranges::any_of(team.workers, [](const auto& worker) { return worker->failure.error != nullptr; }))
    check_stop();
  throw_failure(team, steps_ + 1);
  check_owner();
  has_named_work_ = false;
  report_progress();
}

void Engine::ask(const WorkerTeam& team, Delivery& delivery, const Step& step, const ProcessorGroup& group,
                 StepRequests& requests, std::uint32_t site, ServedInPlace* in_place) {
  const bool fills_slots = in_place == nullptr || in_place->delivery.needs_slots();
  const bool takes_words = in_place != nullptr && requests.operation.action == Action::read;
  team.run(step.spread, [&](unsigned w) {
    Worker& worker = *team.workers[w];
    delivery.begin(w, step);
    for (Chunk& chunk : worker.chunks) {
      if (worker.stopped()) break;
      const std::uint64_t first = worker.first_processor + chunk.first;
      const std::uint32_t count = chunk.last - chunk.first;
      chunk.live = static_cast<std::uint32_t>(group.live_in(first, first + count));
      if (chunk.live == 0) {
        if (fills_slots) std::fill_n(worker.index + chunk.first, count, no_request);
        continue;
      }
      ProcessorBlock block = group.block(first, count, chunk.live);
      const RunAs me(worker);
      worker.chunk = &chunk;
      try {
        if (!fills_slots) {
          chunk.requests = chunk.live;
          chunk.site = site;
        } else if (requests.array != nullptr) {
          chunk.requests = requests.ask(block, worker.index + chunk.first, worker.value + chunk.first);
          chunk.site = site;
        } else {
          worker.site_key = ~std::uint64_t{0};
          worker.site_of = nullptr;
          chunk.requests = requests.issue(block, worker, chunk.first);
        }
      } catch (...) {
        chunk.requests = 0;
        std::fill(worker.index + chunk.first, worker.index + worker.slots, no_request);
        worker.failure = failure_of(block, step.number, {requests.file, requests.line});
        break;
      }
      worker.count_requests(chunk);
      if (chunk.requests == 0) continue;
      delivery.take(w, chunk);
      if (!takes_words || in_place->failures[w].error != nullptr) continue;
      try {
        requests.take_words(block, fills_slots ? worker.index + chunk.first : nullptr, requests.array->cells());
      } catch (...) {
        in_place->failures[w] = failure_of(block, step.number + 1, {requests.file, requests.line});
      }
    }
  });
}

/// The step is completed; what a function throws now is of the next, as what a processor throws when it goes on.
void Engine::take_replies(const WorkerTeam& team, bool spread, const ProcessorGroup& group, StepRequests& requests) {
  team.run(spread, [&](unsigned w) {
    Worker& worker = *team.workers[w];
    const RunAs me(worker);
    for (const Chunk& chunk : worker.chunks) {
      if (chunk.requests == 0) continue;
      ProcessorBlock block = group.block(worker.first_processor + chunk.first, chunk.last - chunk.first, chunk.live);
      try {
        requests.take(block, worker.index + chunk.first, worker.value + chunk.first);
      } catch (...) {
        worker.failure = failure_of(block, steps_ + 1, {requests.file, requests.line});
        return;
      }
    }
  });
}

void Engine::compute(ProcessorGroup& group, GroupWork& work) {
  if (current_outbox != nullptr) throw Error("processors are told what to compute by host code, not by one of them");
  refuse_while_running("processors are told what to compute");
  if (group.live() == 0) return;
  const AccountScope counted(account_.get());
  machinery_.mend();
  const WorkerTeam& team = machinery_.team_of(workers_for(group.count()), false).team;
  const std::uint64_t each = (group.words() + team.count() - 1) / team.count();
  const CountedVector<std::uint64_t> before(group.bits(), group.bits() + group.words());
  team.run(team.count() > 1, [&](unsigned w) {
    Worker& worker = *team.workers[w];
    const RunAs me(worker);
    const std::uint64_t last = std::min((w + std::uint64_t{1}) * each * 64, group.count());
    for (std::uint64_t first = w * each * 64; first < last; first += chunk_slots) {
      const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(last - first, chunk_slots));
      const std::uint64_t live = group.live_in(first, first + count);
      if (live == 0) continue;
      ProcessorBlock block = group.block(first, count, live);
      try {
        work.run(block, group.bits() + first / 64);
      } catch (...) {
        worker.failure = failure_of(block, steps_ + 1, {work.where.file_name(), work.where.line()});
        return;
      }
    }
  });
  struct End {
    const WorkerTeam& team;
    ~End() {
      for (const auto& worker : team.workers) worker->failure = {};
    }
  } const end{team};
  try {
    throw_failure(team, steps_ + 1);
  } catch (...) {
    std::copy(before.begin(), before.end(), group.bits());
    throw;
  }
  group.count_live();
}

GroupHandle::GroupHandle(std::shared_ptr<Engine> engine, std::uint64_t processors, std::optional<Rule> rule,
                         const PardoCall& call)
    : engine_(std::move(engine)), group_(engine_->make_group(processors, rule, call)), count_(processors) {}

ProcessorGroup& GroupHandle::group() const {
  if (group_ == nullptr) refuse_no_processors();
  return *group_;
}

std::uint64_t GroupHandle::live() const { return group().live(); }
void GroupHandle::take_step(StepRequests& requests) const { engine_->take_step(group(), &requests); }
void GroupHandle::idle() const { engine_->take_step(group(), nullptr); }
void GroupHandle::work(GroupWork& work) const { engine_->compute(group(), work); }

RegisterMemory GroupHandle::memory(std::size_t bytes) const {
  static_cast<void>(group());
  if (current_outbox != nullptr) throw Error("registers are made by host code, not by a processor");
  return {group_, bytes};
}

}  // namespace pram::detail
