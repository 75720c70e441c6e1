#include "rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "../request/call_sites.hpp"

namespace pram::bsp::detail {

namespace {

/// " \"exchange\""
std::string quoted(const std::string& tag) { return tag.empty() ? "" : fmt::format(" \"{}\"", tag); }

}  // namespace

void Rounds::hold_waiting(const pram::detail::WorkerTeam& team) {
  for (std::uint32_t w = 0; w < team.count(); ++w)
    waiting_in_[w].reserve(waiting_[w].size());  // what follows must not fail
  for (std::uint32_t w = 0; w < team.count(); ++w) {
    // Workers with subtasks, as splits are, have leaves.
    for (const std::uint32_t slot : waiting_[w])
      waiting_in_[w].push_back(std::exchange(team.workers[w]->leaf[slot], std::noop_coroutine()));
  }
}

void Rounds::release_waiting(const pram::detail::WorkerTeam& team) {
  for (std::uint32_t w = 0; w < team.count(); ++w) {
    for (std::size_t k = 0; k < waiting_[w].size(); ++k) team.workers[w]->leaf[waiting_[w][k]] = waiting_in_[w][k];
    waiting_in_[w].clear();
  }
}

void forget_sync(Mailbox& box) {
  Mailbox::OfRun& syncs = box.of_run;
  const Mailbox::SyncMade made = std::exchange(syncs.made, {});
  if (syncs.never_awaited.file == nullptr || made.process < syncs.never_awaited.process) syncs.never_awaited = made;
}

void Rounds::check_awaited() const {
  const Mailbox::SyncMade* lowest = nullptr;
  for (Mailbox& box : all().mailboxes()) {
    if (box.of_run.made.file != nullptr) forget_sync(box);
    const Mailbox::SyncMade& one = box.of_run.never_awaited;
    if (one.file != nullptr && (lowest == nullptr || one.process < lowest->process)) lowest = &one;
  }
  if (lowest == nullptr) return;
  throw Error(fmt::format("process {} makes a sync{}, at {}, {}, and does not await it: co_await self.sync()",
                          lowest->process, quoted(run_.tag(lowest->tag)),
                          to_string(SourceLine{lowest->file, lowest->line}), run_.in_superstep()));
}

void Rounds::end() {
  ready_.clear();
  for (const auto& group : groups_) ready_.push_back(group.get());
}

void Rounds::find_ready(const pram::detail::WorkerTeam& team) {
  if (ranks_ == nullptr) {
    check_awaited();
  } else {
    check_ranks(team);
  }
  ready_.clear();
  if (groups_.size() > 1) {
    ranks_ == nullptr ? find_ready_of_many(team) : find_ready_of_ranks(team);
    return;
  }
  ProcessGroup& run = all();
  ready_.push_back(&run);
  if (run.reached() == run.count()) return;
  if (ranks_ == nullptr) {
    check_syncs(team);
  } else {
    ranks_->tell_waits(team);
  }
  if (run.reached() == 0) refuse_idle();
  for (std::uint32_t process = 0; process < run.count(); ++process) {
    if (has_ended(team, process)) refuse_sync(run, process, "has ended");
  }
  refuse_idle();
}

bool Rounds::has_ended(const pram::detail::WorkerTeam& team, std::uint32_t process) const {
  if (ranks_ != nullptr) return ranks_->has_ended(process);
  const pram::detail::Worker& worker = *team.workers[all().members().worker_of(process)];
  return worker.index[process - worker.first_processor] == pram::detail::finished_processor;
}

/// What a process of any rank does wrong, of what each rank sees by itself.
void Rounds::check_ranks(const pram::detail::WorkerTeam& team) const {
  if (ranks_->standing().never_awaited) {
    check_awaited();
    ranks_->ranks().meet();  // throws what another rank does
  }
  if (ranks_->standing().other_request) {
    check_syncs(team);
    ranks_->ranks().meet();
  }
}

void Rounds::find_ready_of_many(const pram::detail::WorkerTeam& team) {
  check_syncs(team);
  refuse_ended(team, look_at_all(team));
  if (ready_.empty()) refuse_all_wait(team);
}

void Rounds::refuse_ended(const pram::detail::WorkerTeam& team, const std::vector<ProcessGroup*>& incomplete) const {
  for (const ProcessGroup* const group : incomplete) {
    for (std::uint32_t rank = 0; rank < group->count(); ++rank) {
      if (has_ended(team, group->members().process_of(rank))) refuse_sync(*group, rank, "has ended");
    }
  }
}

std::vector<ProcessGroup*> Rounds::look_at_all(const pram::detail::WorkerTeam& team) {
  ProcessState* const states = this->states();
  looked_at_.resize(groups_.size());
  std::vector<ProcessGroup*> incomplete;
  std::vector<bool> is_ready(groups_.size());
  for (std::uint32_t w = 0; w < team.count(); ++w) {
    const pram::detail::Worker& worker = *team.workers[w];
    waiting_[w].clear();
    for (std::uint32_t slot = 0; slot < worker.slots; ++slot) {
      if (worker.index[slot] == pram::detail::finished_processor) continue;
      const std::uint32_t number = states[worker.first_processor + slot].waits_for;
      ProcessGroup& group = *groups_[number];
      if (std::exchange(looked_at_[number], run_.superstep()) != run_.superstep()) {
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
  return incomplete;
}

void Rounds::find_ready_of_ranks(const pram::detail::WorkerTeam& team) {
  std::uint64_t standing = 0;
  std::vector<ProcessGroup*> complete;
  bool in_vain = false;
  for (const auto& group : groups_) {
    const std::uint64_t reached = group->reached();
    standing += reached;
    if (reached > 0 && reached == group->count()) complete.push_back(group.get());
    in_vain |= reached > 0 && reached < group->count() && ranks_->ended(group->number()) > 0;
  }
  // A process that waits for no group counts as one that waits for all.
  in_vain |= standing < ranks_->standing().live && ranks_->ended(0) > 0;
  if (in_vain || complete.empty()) {
    ranks_->tell_waits(team);
    std::vector<ProcessGroup*> incomplete;
    for (std::uint32_t process = 0; process < all().count(); ++process) {
      if (has_ended(team, process)) continue;
      ProcessGroup* const group = groups_[states()[process].waits_for].get();
      if (group->reached() != group->count() && std::ranges::find(incomplete, group) == incomplete.end())
        incomplete.push_back(group);
    }
    refuse_ended(team, incomplete);
    refuse_all_wait(team);
  }
  look_at_all(team);
  std::ranges::sort(complete, {}, [](const ProcessGroup* group) { return group->first_reached().process; });
  ready_ = std::move(complete);  // of all ranks
}

void Rounds::check_syncs(const pram::detail::WorkerTeam& team) const {
  // Who stands at a sync asks for nothing.
  for (const auto& worker : team.workers) {
    for (std::uint32_t slot = 0; slot < worker->slots; ++slot) {
      if (worker->index[slot] == pram::detail::no_request || worker->index[slot] == pram::detail::finished_processor)
        continue;
      const auto chunk = std::ranges::find_if(worker->chunks, [&](const auto& one) { return slot < one.last; });
      throw Error(
          fmt::format("process {} awaits something else than a sync, {}, at {}: a BSP process reads and writes by "
                      "coarrays, messages and futures",
                      worker->first_processor + slot, run_.in_superstep(),
                      to_string(worker->sites.line(worker->site_at(*chunk, slot)))));
    }
  }
}

void Rounds::refuse_idle() const {
  throw Error(fmt::format("a process waits for steps of a PRAM, {}: a BSP process awaits syncs, and tasks that do",
                          run_.in_superstep()));
}

void Rounds::refuse_sync(const ProcessGroup& waits, std::uint32_t missing, const std::string& why) const {
  if (waits.reached() == 0) refuse_idle();
  const Mailbox::SyncReached& first = waits.first_reached();
  throw Error(fmt::format(
      "process {} stands at a sync{}{}, at {}, that {} does not reach {}: it {}", first.process,
      quoted(run_.tag(first.tag)), waits.number() == 0 ? "" : fmt::format(" of a group of {}", waits.count()),
      to_string(SourceLine{first.file, first.line}), waits.members().name_of(missing), run_.in_superstep(), why));
}

void Rounds::refuse_all_wait(const pram::detail::WorkerTeam& team) const {
  // The lowest process waits for one that waits elsewhere.
  const ProcessState* const states = this->states();
  std::uint32_t lowest = 0;
  while (has_ended(team, lowest)) ++lowest;
  const std::uint32_t number = states[lowest].waits_for;
  const ProcessGroup& waits = *groups_[number];
  std::uint32_t missing = 0;
  while (missing < waits.count() && states[waits.members().process_of(missing)].waits_for == number) ++missing;
  if (missing == waits.count()) refuse_idle();
  const ProcessGroup& other = *groups_[states[waits.members().process_of(missing)].waits_for];
  if (other.reached() == 0) refuse_idle();
  const Mailbox::SyncReached& first = other.first_reached();
  refuse_sync(waits, missing,
              fmt::format("waits at another one{}{}, where process {} stands at {}", quoted(run_.tag(first.tag)),
                          other.number() == 0 ? " of all processes" : fmt::format(" of a group of {}", other.count()),
                          first.process, to_string(SourceLine{first.file, first.line})));
}

std::string Rounds::tag() const {
  if (ready_.size() == 1) return run_.tag(ready_.front()->first_reached().tag);
  std::vector<std::uint32_t> numbers;
  for (const ProcessGroup* const group : ready_) {
    const std::uint32_t tag = group->first_reached().tag;
    if (std::ranges::find(numbers, tag) == numbers.end()) numbers.push_back(tag);
  }
  std::string joint;
  for (const std::uint32_t number : numbers) {
    if (run_.tag(number).empty()) continue;
    if (!joint.empty()) joint += " + ";
    joint += run_.tag(number);
  }
  return joint;
}

}  // namespace pram::bsp::detail
