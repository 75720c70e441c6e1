#include "data_parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "../data_parallel/delivery/data_parallel_delivery.hpp"
#include "../data_parallel/processor_group.hpp"
#include "../hash.hpp"
#include "../ranks/rank_cuts.hpp"
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
  if (processors >= finished_processor) {
    throw LimitError("processors", processors, finished_processor - 1,
                     fmt::format("{} processors: at most {} are allowed", processors, finished_processor - 1));
  }
  OwnProcessors own{0, processors, context_.ranks != nullptr};
  if (own.of_ranks) {
    const RankCuts cuts(context_.ranks->ranks(), context_.options.components, processors);
    own.first = cuts.first_of(context_.ranks->rank());
    own.last = cuts.first_of(context_.ranks->rank() + 1);
    context_.ranks->call(fmt::format("{} processors at {}", processors,
                                     to_string(SourceLine{call.where.file_name(), call.where.line()})),
                         hash64(processors, rule ? 1 + static_cast<std::uint64_t>(*rule) : 0));
  }
  std::shared_ptr<ProcessorGroup> group;
  together(context_.ranks, [&] {
    group = std::make_shared<ProcessorGroup>(context_.account, context_.registers, processors, own, rule, call);
    if (own.of_ranks) context_.ranks->meet();  // none has failed
  });
  if (processors > 0) group->set_pardo(context_.begin_pardo(PardoTotal::Form::data_parallel, processors, call));
  return group;
}

RegisterMemory DataParallelRunner::make_registers(const std::shared_ptr<ProcessorGroup>& group, std::size_t bytes) {
  RegisterMemory made;
  together(context_.ranks, [&] {
    made = RegisterMemory(group, bytes);
    if (context_.ranks != nullptr) context_.ranks->meet();  // none has failed
  });
  return made;
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
  if (group.own().of_ranks) with_delivery.team.live_elsewhere = group.live() - group.live_own();
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
  const auto take = [&] {
    context_.observed.during({Observer::Run::Kind::data_parallel, group.told_as, group.count(), context_.sites.rule()},
                             group.call(), [&] {
                               if (context_.observed.any()) group.told_as = context_.observed.number();
                               take_group_step(group, requests);
                             });
  };
  if (requests == nullptr) {
    call("an idle step", group, group.call().where.file_name(), group.call().where.line(), 0, take);
    return;
  }
  requests->step = context_.steps + 1;
  if (context_.ranks != nullptr)
    context_.control.host_stack.remember(__builtin_dwarf_cfa(), requests->file, requests->line);
  call("a step", group, requests->file, requests->line, static_cast<std::uint64_t>(requests->operation.action), take);
}

template <class Act>
void DataParallelRunner::call(const char* what, const ProcessorGroup& group, const char* file, std::uint32_t line,
                              std::uint64_t value, const Act& act) {
  if (context_.ranks == nullptr) {
    act();
    return;
  }
  context_.ranks->call(fmt::format("{} of {} processors at {}", what, group.count(), to_string(SourceLine{file, line})),
                       hash64(group.count(), group.live(), value));
  context_.ranks->together(act);
}

Delivery& DataParallelRunner::choose_delivery(TeamWithDelivery& with_delivery, const ProcessorGroup& group,
                                              const StepRequests& requests, std::uint32_t site, bool& in_place) {
  const bool of_ranks = group.own().of_ranks;
  in_place = !context_.shows_slots() && site != no_request && with_delivery.goes_straight &&
             serves_in_place(of_ranks ? 1 : with_delivery.team.count(), context_.options.components,
                             context_.machinery.network(), context_.sites.operation(site), group.live());
  if (!in_place) return *with_delivery.delivery;
  const bool tries_distinct = context_.machinery.serving() != Serving::marked;
  if (of_ranks && with_delivery.named == nullptr)
    with_delivery.named = std::make_unique<NamedDelivery>(with_delivery.team, *with_delivery.delivery);
  if (of_ranks && !(tries_distinct && serves_own_cells(requests, group))) {
    in_place = false;
    with_delivery.named->expect(site, tries_distinct && may_be_distinct(requests, group), requests.own_cells);
    return *with_delivery.named;
  }
  if (of_ranks) with_delivery.named->note_distinct(site);
  if (with_delivery.in_place == nullptr)
    with_delivery.in_place =
        make_data_parallel_delivery(with_delivery.team, context_.machinery.network(), context_.options.collision_marker,
                                    tries_distinct, of_ranks ? &with_delivery.ranked->agreed() : nullptr);
  with_delivery.in_place->expect(site, requests, group);
  return *with_delivery.in_place;
}

void DataParallelRunner::check_host_stack(const WorkerTeam& team) {
  HostStack& host_stack = context_.control.host_stack;
  if (!host_stack.changed()) return;
  // A failure of another processor is what changed it, perhaps.
  if (std::ranges::any_of(team.workers, [](const auto& worker) { return worker->failure.error != nullptr; })) return;
  Worker& first = *team.workers.front();
  first.failure = {first.first_processor, no_request, std::make_exception_ptr(host_stack.error())};
}

std::uint64_t DataParallelRunner::agree_on_failures(const TeamWithDelivery& with_delivery, std::uint64_t mine) {
  constexpr std::uint64_t one_rank = std::uint64_t{1} << 48;  // above the processors of all ranks
  check_host_stack(with_delivery.team);
  const bool failed = std::ranges::any_of(with_delivery.team.workers,
                                          [](const auto& worker) { return worker->failure.error != nullptr; });
  const std::uint64_t all = context_.ranks->sum(mine + (failed ? one_rank : 0));
  with_delivery.ranked->agreed().failed = all >= one_rank;
  return all % one_rank;
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
  const std::uint32_t site = site_of(*requests);
  bool at_cells = false;
  Delivery* const delivery = &choose_delivery(with_delivery, group, *requests, site, at_cells);
  std::optional<ServedInPlace> in_place;
  if (at_cells) in_place.emplace(ServedInPlace{*with_delivery.in_place, std::vector<Failure>(team.count())});
  bool spread = false;
  stations_.pass(team, *delivery, in_place ? std::max<std::uint64_t>(group.count(), context_.options.components) : 0,
                 [&](const Step& step) {
                   spread = step.spread;
                   ask(team, *delivery, step, group, *requests, site, in_place ? &*in_place : nullptr);
                   if (group.own().of_ranks && requests->calls_program) check_host_stack(team);
                 });
  if (in_place) {
    for (std::uint32_t w = 0; w < team.count(); ++w) team.workers[w]->failure = std::move(in_place->failures[w]);
  } else if (requests->replies) {
    take_replies(team, spread, group, *requests, context_.steps + 1);
  }
  if (group.own().of_ranks && requests->replies && requests->calls_program) agree_on_failures(with_delivery, 0);
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
  if (context_.ranks != nullptr)
    context_.control.host_stack.remember(__builtin_dwarf_cfa(), work.where.file_name(), work.where.line());
  call("a computation", group, work.where.file_name(), work.where.line(), 0, [&] { compute_all(group, work); });
}

void DataParallelRunner::compute_all(ProcessorGroup& group, GroupWork& work) {
  const AccountScope counted(context_.account.get());
  context_.machinery.restore();
  const TeamWithDelivery& with_delivery = context_.machinery.team_of(context_.workers_for(group.count()), false);
  const WorkerTeam& team = with_delivery.team;
  const std::uint64_t first_word = group.first_word();
  const std::uint64_t last_word = group.last_word();
  const std::uint64_t each = (last_word - first_word + team.count() - 1) / team.count();
  const CountedVector<std::uint64_t> before(group.bits() + first_word, group.bits() + last_word);
  team.run(team.count() > 1, [&](unsigned w) {
    Worker& worker = *team.workers[w];
    const RunAs me(worker);
    const std::uint64_t end = std::min(first_word + (w + std::uint64_t{1}) * each, last_word);
    const std::uint64_t last = std::min(end * 64, group.count());
    for (std::uint64_t first = (first_word + w * each) * 64; first < last; first += chunk_slots) {
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
    std::uint64_t live = group.live_own();
    if (group.own().of_ranks) live = agree_on_failures(with_delivery, live);
    stations_.throw_failure(team, context_.steps + 1);
    group.set_live(live);
  } catch (...) {
    std::copy(before.begin(), before.end(), group.bits() + first_word);
    throw;
  }
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
  return engine_->data_parallel().make_registers(group_, bytes);
}

}  // namespace pram::detail
