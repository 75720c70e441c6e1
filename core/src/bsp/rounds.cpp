#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "../request/call_sites.hpp"
#include "communication.hpp"

/// Who goes on after a round. Processes that wait for others keep their places: what runs in their stead does nothing.
namespace pram::bsp::detail {

namespace {

/// " \"exchange\""
std::string quoted(const std::string& tag) { return tag.empty() ? "" : fmt::format(" \"{}\"", tag); }

}  // namespace

Communication::Waiting::Waiting(Communication& communication, const pram::detail::WorkerTeam& team)
    : communication_(communication), team_(team) {
  for (std::uint32_t w = 0; w < team.count(); ++w)
    communication.waiting_in_[w].reserve(communication.waiting_[w].size());  // what follows must not fail
  for (std::uint32_t w = 0; w < team.count(); ++w) {
    // Workers with subtasks, as splits are, have leaves.
    for (const std::uint32_t slot : communication.waiting_[w])
      communication.waiting_in_[w].push_back(std::exchange(team.workers[w]->leaf[slot], std::noop_coroutine()));
  }
}

Communication::Waiting::~Waiting() {
  for (std::uint32_t w = 0; w < team_.count(); ++w) {
    for (std::size_t k = 0; k < communication_.waiting_[w].size(); ++k)
      team_.workers[w]->leaf[communication_.waiting_[w][k]] = communication_.waiting_in_[w][k];
    communication_.waiting_in_[w].clear();
  }
}

void forget_sync(Mailbox& box) {
  const Mailbox::SyncMade made = std::exchange(box.made, {});
  if (box.never_awaited.file == nullptr || made.process < box.never_awaited.process) box.never_awaited = made;
}

void Communication::check_awaited() {
  const Mailbox::SyncMade* lowest = nullptr;
  for (Mailbox& box : groups_.front()->mailboxes()) {
    if (box.made.file != nullptr) forget_sync(box);
    if (box.never_awaited.file == nullptr) continue;
    if (lowest == nullptr || box.never_awaited.process < lowest->process) lowest = &box.never_awaited;
  }
  if (lowest == nullptr) return;
  throw Error(fmt::format("process {} makes a sync{}, at {}, {}, and does not await it: co_await self.sync()",
                          lowest->process, quoted(tags_[lowest->tag]),
                          to_string(SourceLine{lowest->file, lowest->line}), in_superstep()));
}

void Communication::find_ready(const pram::detail::WorkerTeam& team) {
  check_awaited();
  ready_.clear();
  if (groups_.size() > 1) {
    find_ready_of_many(team);
    return;
  }
  ProcessGroup& run = *groups_.front();
  ready_.push_back(&run);
  if (run.reached() == run.count()) return;
  check_syncs(team);
  if (run.reached() == 0) refuse_idle();
  for (const auto& worker : team.workers) {
    for (std::uint32_t slot = 0; slot < worker->slots; ++slot) {
      if (worker->index[slot] == pram::detail::finished_processor)
        refuse_sync(run, static_cast<std::uint32_t>(worker->first_processor + slot), "has ended");
    }
  }
  refuse_idle();
}

void Communication::find_ready_of_many(const pram::detail::WorkerTeam& team) {
  check_syncs(team);
  ProcessState* const states = mailbox(0).state;
  looked_at_.resize(groups_.size());
  std::vector<ProcessGroup*> incomplete;
  const auto ended = [&](std::uint32_t process) {
    const pram::detail::Worker& worker = *team.workers[worker_of(process)];
    return worker.index[process - worker.first_processor] == pram::detail::finished_processor;
  };
  std::vector<bool> is_ready(groups_.size());
  for (std::uint32_t w = 0; w < team.count(); ++w) {
    const pram::detail::Worker& worker = *team.workers[w];
    waiting_[w].clear();
    for (std::uint32_t slot = 0; slot < worker.slots; ++slot) {
      if (worker.index[slot] == pram::detail::finished_processor) continue;
      const std::uint32_t number = states[worker.first_processor + slot].waits_for;
      ProcessGroup& group = *groups_[number];
      if (std::exchange(looked_at_[number], number_) != number_) {
        is_ready[number] = group.reached() == group.count();
        (is_ready[number] ? ready_ : incomplete).push_back(&group);
      }
      if (is_ready[number]) {
        states[worker.first_processor + slot].waits_for = 0;
      } else {
        waiting_[w].push_back(slot);
      }
    }
  }
  for (const ProcessGroup* const group : incomplete) {
    for (std::uint32_t rank = 0; rank < group->count(); ++rank) {
      if (ended(group->process_of(rank))) refuse_sync(*group, rank, "has ended");
    }
  }
  if (ready_.empty()) refuse_all_wait(team);
}

void Communication::check_syncs(const pram::detail::WorkerTeam& team) const {
  // Who stands at a sync asks for nothing.
  for (const auto& worker : team.workers) {
    for (std::uint32_t slot = 0; slot < worker->slots; ++slot) {
      if (worker->index[slot] == pram::detail::no_request || worker->index[slot] == pram::detail::finished_processor)
        continue;
      const auto chunk = std::ranges::find_if(worker->chunks, [&](const auto& one) { return slot < one.last; });
      throw Error(
          fmt::format("process {} awaits something else than a sync, {}, at {}: a BSP process reads and writes by "
                      "coarrays, messages and futures",
                      worker->first_processor + slot, in_superstep(),
                      to_string(worker->sites.line(worker->site_at(*chunk, slot)))));
    }
  }
}

void Communication::refuse_idle() const {
  throw Error(fmt::format("a process waits for steps of a PRAM, {}: a BSP process awaits syncs, and tasks that do",
                          in_superstep()));
}

void Communication::refuse_sync(const ProcessGroup& waits, std::uint32_t missing, const std::string& why) const {
  if (waits.reached() == 0) refuse_idle();
  const Mailbox::SyncReached& first = waits.first_reached();
  throw Error(fmt::format("process {} stands at a sync{}{}, at {}, that {} does not reach {}: it {}", first.process,
                          quoted(tags_[first.tag]),
                          waits.number() == 0 ? "" : fmt::format(" of a group of {}", waits.count()),
                          to_string(SourceLine{first.file, first.line}), waits.name_of(missing), in_superstep(), why));
}

void Communication::refuse_all_wait(const pram::detail::WorkerTeam& team) const {
  // The lowest process waits for one that waits elsewhere.
  const ProcessState* const states = groups_.front()->mailboxes().front().state;
  std::uint32_t lowest = 0;
  for (std::uint32_t w = team.count(); w-- > 0;) {
    if (!waiting_[w].empty()) lowest = static_cast<std::uint32_t>(team.workers[w]->first_processor) + waiting_[w][0];
  }
  const std::uint32_t number = states[lowest].waits_for;
  const ProcessGroup& waits = *groups_[number];
  std::uint32_t missing = 0;
  while (missing < waits.count() && states[waits.process_of(missing)].waits_for == number) ++missing;
  if (missing == waits.count()) refuse_idle();
  const ProcessGroup& other = *groups_[states[waits.process_of(missing)].waits_for];
  if (other.reached() == 0) refuse_idle();
  const Mailbox::SyncReached& first = other.first_reached();
  refuse_sync(waits, missing,
              fmt::format("waits at another one{}{}, where process {} stands at {}", quoted(tags_[first.tag]),
                          other.number() == 0 ? " of all processes" : fmt::format(" of a group of {}", other.count()),
                          first.process, to_string(SourceLine{first.file, first.line})));
}

std::string Communication::tag() const {
  if (ready_.size() == 1) return tags_[ready_.front()->first_reached().tag];
  std::vector<std::uint32_t> numbers;
  for (const ProcessGroup* const group : ready_) {
    const std::uint32_t tag = group->first_reached().tag;
    if (std::ranges::find(numbers, tag) == numbers.end()) numbers.push_back(tag);
  }
  std::string joint;
  for (const std::uint32_t number : numbers) {
    if (tags_[number].empty()) continue;
    if (!joint.empty()) joint += " + ";
    joint += tags_[number];
  }
  return joint;
}

}  // namespace pram::bsp::detail
