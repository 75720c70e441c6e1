#include "data_parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "../data_parallel/delivery/data_parallel_delivery.hpp"
#include "../data_parallel/processor_group.hpp"
#include "engine.hpp"
#include "run/scopes.hpp"

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

/// A step that is served in place. The replies to reads are taken chunk by chunk.
struct ServedInPlace {
  const DataParallelDelivery& delivery;
  std::vector<Failure> failures;  ///< per worker: what the program's functions throw when they take them
};

/// Makes the group's requests, and hands them to the delivery chunk by chunk.
/// @param site  of requests for one array
/// @param in_place  null: the step is not served in place
void ask(const WorkerTeam& team, Delivery& delivery, const Step& step, const ProcessorGroup& group,
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

/// Takes the replies of a completed step. What a function throws is of the next, as what a resumed processor throws.
/// @param next  the number of the step to come
void take_replies(const WorkerTeam& team, bool spread, const ProcessorGroup& group, StepRequests& requests,
                  std::uint64_t next) {
  team.run(spread, [&](unsigned w) {
    Worker& worker = *team.workers[w];
    const RunAs me(worker);
    for (const Chunk& chunk : worker.chunks) {
      if (chunk.requests == 0) continue;
      ProcessorBlock block = group.block(worker.first_processor + chunk.first, chunk.last - chunk.first, chunk.live);
      try {
        requests.take(block, worker.index + chunk.first, worker.value + chunk.first);
      } catch (...) {
        worker.failure = failure_of(block, next, {requests.file, requests.line});
        return;
      }
    }
  });
}

}  // namespace

std::shared_ptr<ProcessorGroup> DataParallelRunner::make_group(std::uint64_t processors, std::optional<Rule> rule,
                                                               const PardoCall& call) {
  if (current_outbox != nullptr) throw Error("a group of processors is made by host code, not by a processor");
  context_.control.refuse_while_running("a group of processors is made");
  context_.refuse_ranks("processors work in data-parallel steps");
  if (processors >= finished_processor) {
    throw LimitError("processors", processors, finished_processor - 1,
                     fmt::format("{} processors: at most {} are allowed", processors, finished_processor - 1));
  }
  auto group = std::make_shared<ProcessorGroup>(context_.account, context_.registers, processors, rule, call);
  if (processors > 0) group->set_pardo(context_.begin_pardo(PardoTotal::Form::data_parallel, processors, call));
  return group;
}

TeamWithDelivery& DataParallelRunner::prepare(const ProcessorGroup& group) {
  TeamWithDelivery& with_delivery = context_.ready_team(group.count(), context_.workers_for(group.count()));
  const WorkerTeam& team = with_delivery.team;
  const BlockDistribution distribution{group.count(), context_.options.components, 0};
  for (std::uint32_t w = 0; w < team.count(); ++w) {
    Worker& worker = *team.workers[w];
    worker.assign(distribution, team.first_component(w), team.first_component(w + 1));
    worker.step = context_.steps + 1 - context_.uncounted;
    worker.live = group.live_in(worker.first_processor, worker.first_processor + worker.slots);
    worker.waiting = 0;
  }
  return with_delivery;
}

std::uint32_t DataParallelRunner::site_of(const StepRequests& requests) {
  if (requests.array == nullptr) return no_request;
  const std::optional<std::uint32_t> number = context_.memory->find(requests.array->cells());
  if (number && requests.array->belongs_to(*context_.memory)) {
    return context_.sites.enter(requests.file, requests.line, *number, context_.memory->array(*number).name,
                                requests.operation);
  }
  if (requests.array->size() == 0)
    return no_request;  // the array was moved from: whoever asks gets an error that it has no cells
  throw Error(fmt::format("processors ask for array {}, which is not of this machine, at {}", requests.array->name(),
                          to_string(SourceLine{requests.file, requests.line})));
}

void DataParallelRunner::take_step(ProcessorGroup& group, StepRequests* requests) {
  if (current_outbox != nullptr) throw Error("a step of all processors is taken by host code, not by one of them");
  context_.control.refuse_while_running("a step of all processors is taken");
  if (group.live() == 0) return;
  const AccountScope counted(context_.account.get());
  std::optional<RuleScope> rule;
  if (group.rule()) rule.emplace(context_, *group.rule());
  context_.observed.during({Observer::Run::Kind::data_parallel, group.told_as, group.count(), context_.sites.rule()},
                           group.call(), [&] {
                             if (context_.observed.any()) group.told_as = context_.observed.number();
                             take_group_step(group, requests);
                           });
}

void DataParallelRunner::take_group_step(ProcessorGroup& group, StepRequests* requests) {
  TeamWithDelivery& with_delivery = prepare(group);
  const WorkerTeam& team = with_delivery.team;
  const RunScope running(context_, team);
  const PollScope watched = context_.control.watch();
  context_.writer.go_on(group.pardo());
  if (requests == nullptr) {
    stations_.pass(team, *with_delivery.delivery, 0, [&](const Step& step) {
      team.run(false, [&](unsigned w) { with_delivery.delivery->begin(w, step); });
    });
    return;
  }
  requests->step = context_.steps + 1;
  const std::uint32_t site = site_of(*requests);
  Delivery* delivery = with_delivery.delivery;
  if (!context_.observed.any() && site != no_request && with_delivery.goes_straight &&
      serves_in_place(team, context_.machinery.network(), context_.sites.operation(site), group.live())) {
    if (with_delivery.in_place == nullptr)
      with_delivery.in_place = make_data_parallel_delivery(with_delivery.team, context_.machinery.network(),
                                                           context_.options.collision_marker,
                                                           context_.machinery.serving() != Serving::marked);
    with_delivery.in_place->expect(site, *requests, group);
    delivery = with_delivery.in_place.get();
  }
  std::optional<ServedInPlace> in_place;
  if (delivery == with_delivery.in_place.get())
    in_place.emplace(ServedInPlace{*with_delivery.in_place, std::vector<Failure>(team.count())});
  bool spread = false;
  stations_.pass(team, *delivery, in_place ? std::max<std::uint64_t>(group.count(), context_.options.components) : 0,
                 [&](const Step& step) {
                   spread = step.spread;
                   ask(team, *delivery, step, group, *requests, site, in_place ? &*in_place : nullptr);
                 });
  if (in_place) {
    for (std::uint32_t w = 0; w < team.count(); ++w) team.workers[w]->failure = std::move(in_place->failures[w]);
  } else if (requests->replies) {
    take_replies(team, spread, group, *requests, context_.steps + 1);
  }
  // What a poll throws after a stop is no failure of the program.
  if (std::ranges::any_of(team.workers, [](const auto& worker) { return worker->failure.error != nullptr; }))
    context_.control.check_stop();
  stations_.throw_failure(team, context_.steps + 1);
  context_.control.check_owner();
  context_.control.step_completed();
}

void DataParallelRunner::compute(ProcessorGroup& group, GroupWork& work) {
  if (current_outbox != nullptr) throw Error("processors are told what to compute by host code, not by one of them");
  context_.control.refuse_while_running("processors are told what to compute");
  if (group.live() == 0) return;
  const AccountScope counted(context_.account.get());
  context_.machinery.restore();
  const WorkerTeam& team = context_.machinery.team_of(context_.workers_for(group.count()), false).team;
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
        worker.failure = failure_of(block, context_.steps + 1, {work.where.file_name(), work.where.line()});
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
    stations_.throw_failure(team, context_.steps + 1);
  } catch (...) {
    std::copy(before.begin(), before.end(), group.bits());
    throw;
  }
  group.count_live();
}

GroupHandle::GroupHandle(std::shared_ptr<Engine> engine, std::uint64_t processors, std::optional<Rule> rule,
                         const PardoCall& call)
    : engine_(std::move(engine)),
      group_(engine_->data_parallel().make_group(processors, rule, call)),
      count_(processors) {}

ProcessorGroup& GroupHandle::group() const {
  if (group_ == nullptr) refuse_no_processors();
  return *group_;
}

std::uint64_t GroupHandle::live() const { return group().live(); }
// A handle that was moved from has no engine: group() refuses first.
void GroupHandle::take_step(StepRequests& requests) const {
  ProcessorGroup& asking = group();
  engine_->data_parallel().take_step(asking, &requests);
}
void GroupHandle::idle() const {
  ProcessorGroup& idling = group();
  engine_->data_parallel().take_step(idling, nullptr);
}
void GroupHandle::work(GroupWork& work) const {
  ProcessorGroup& working = group();
  engine_->data_parallel().compute(working, work);
}

RegisterMemory GroupHandle::memory(std::size_t bytes) const {
  static_cast<void>(group());
  if (current_outbox != nullptr) throw Error("registers are made by host code, not by a processor");
  return {group_, bytes};
}

}  // namespace pram::detail
