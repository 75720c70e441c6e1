#include "spmd_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pram::conformance::spmd {

namespace {

using Kind = Deed::Kind;
using Ending = Stretch::Ending;

}  // namespace

SpmdReference::SpmdReference(const SpmdCase& one, bsp::Parameters network)
    : case_(one), network_(network), cells_(one.rule, one.memory()), accounts_(one.components, one.processes) {}

const Stretch& SpmdReference::stretch_of(const Process& process) const {
  return program_->stretches[process.stretches[process.done]];
}

const std::vector<CollectiveStage>& SpmdReference::stages_of_stretch(std::size_t number) {
  const auto [known, is_new] = stages_.try_emplace(number);
  const Stretch& stretch = program_->stretches[number];
  const std::size_t count = program_->groups[stretch.group].size();
  if (is_new && stretch.ending > Ending::split) known->second = stages_of(stretch, count, network_);
  if (is_new && stretch.ending <= Ending::split) known->second = {{{}, std::vector<std::uint64_t>(count)}};
  return known->second;
}

std::string SpmdReference::superstep(const std::string& tag) const {
  return tag.empty() ? fmt::format("superstep {}", number_) : fmt::format("superstep {} \"{}\"", number_, tag);
}

void SpmdReference::run(const SpmdProgram& program, const SpmdSeen& seen) {
  program_ = &program;
  seen_ = &seen;
  stages_.clear();
  number_ = 1;
  over_ = false;
  processes_.assign(program.processes, {});
  for (std::uint32_t process = 0; process < program.processes; ++process) {
    processes_[process].stretches = program.stretches_of(process);
    processes_[process].ranks = program.ranks_of(process);
  }
  groups_.assign(program.groups.size(), {});
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    for (std::size_t k = 0; k < elements; ++k) {
      for (std::uint64_t rank = 0; rank < program.groups[g].size(); ++rank)
        groups_[g].blocks[k].emplace_back(case_.block_size(rank), rank);
    }
  }
  std::optional<Failure> failure;
  while (!over_ && !failure) failure = round();
  if (!failure) {
    for (Group& group : groups_) empty_inboxes(group);
    failure.emplace();
  }
  if (seen.error_type != failure->type || (failure->type.empty() != seen.error.empty()))
    throw SpmdMismatch(fmt::format("{} '{}', not {} {}", seen.error_type, seen.error, failure->type,
                                   failure->parts.empty() ? "" : failure->parts.front()));
  for (const std::string& part : failure->parts) {
    if (seen.error.find(part) == std::string::npos)
      throw SpmdMismatch(fmt::format("error '{}' does not say '{}'", seen.error, part));
  }
  for (std::uint32_t process = 0; process < program.processes; ++process) {
    if (seen.logs[process].size() != processes_[process].done)
      throw SpmdMismatch(fmt::format("process {} came through {} stretches, not {}", process, seen.logs[process].size(),
                                     processes_[process].done));
  }
  cells_.settle(seen.memory);
}

/// Every process that does not wait runs to its next sync; then what was asked for in groups that stand is done.
std::optional<SpmdReference::Failure> SpmdReference::round() {
  accounts_.begin();
  std::optional<Failure> first;
  bool live = false;
  for (std::uint32_t process = 0; process < processes_.size(); ++process) {
    Process& own = processes_[process];
    if (!own.ended && !own.stands) {
      const std::optional<Failure> failure = resume(process);
      if (failure && !first) first = failure;
    }
    live = live || !own.ended;
  }
  if (first) return first;
  if (!live) {
    over_ = true;
    return unfinished();
  }
  std::vector<std::uint32_t> ready;
  if (const auto failure = find_ready(ready)) return failure;
  return complete(ready);
}

std::optional<SpmdReference::Failure> SpmdReference::resume(std::uint32_t process) {
  Process& own = processes_[process];
  if (own.passed) {
    const auto& stages = stages_of_stretch(own.stretches[own.done]);
    const std::uint32_t rank = own.ranks[stretch_of(own).group];
    accounts_.work(process, stages[own.stage].work[rank]);
    own.passed = false;
    if (++own.stage < stages.size()) {
      own.stands = true;
      return std::nullopt;
    }
    own.stage = 0;
    ++own.done;
  }
  if (own.done == own.stretches.size()) return end(process);
  own.stands = true;
  return perform(process, stretch_of(own));
}

std::optional<SpmdReference::Failure> SpmdReference::perform(std::uint32_t process, const Stretch& stretch) {
  Process& own = processes_[process];
  const std::uint32_t rank = own.ranks[stretch.group];
  if (rank >= stretch.deeds.size()) return std::nullopt;
  std::optional<Failure> unread;  // after which the process goes on, while a process that throws does not
  const auto failed = [&](const std::string& type, std::vector<std::string> parts) {
    return unread ? unread : Failure{type, std::move(parts)};
  };
  for (const Deed& deed : stretch.deeds[rank]) {
    switch (deed.kind) {
      case Kind::work: accounts_.work(process, deed.value); break;
      case Kind::raise:
        return failed("ProgramError", {named(process) + " failed in " + superstep(""), named(process) + " is unhappy"});
      case Kind::stray_cell:
        return failed("AddressError",
                      {fmt::format("{}[{}]", array_names[deed.target], deed.index), named(process), superstep("")});
      case Kind::stray_target:
        return failed("Error", {fmt::format("process {} names process {}", process, deed.target), superstep("")});
      case Kind::unread:
        if (!unread) unread = Failure{"Error", {named(process) + " let a future die unread", superstep("")}};
        break;
      default:
        if (deed.shared()) own.shared.push_back(&deed);
        if (deed.direct()) groups_[deed.group].asked.push_back({own.ranks[deed.group], &deed});
    }
  }
  return unread;
}

std::optional<SpmdReference::Failure> SpmdReference::end(std::uint32_t process) {
  Process& own = processes_[process];
  own.ended = true;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    for (const auto& [source, deed] : groups_[g].asked) {
      if (source == own.ranks[g] && (deed->kind == Kind::get || deed->kind == Kind::stray_get))
        return Failure{"Error", {named(process) + " let a future die unread", superstep("")}};
    }
  }
  return std::nullopt;
}

/// All processes have ended: what they asked for is never done.
std::optional<SpmdReference::Failure> SpmdReference::unfinished() const {
  std::uint32_t lowest = ~0U;
  for (std::uint32_t g = 0; g < groups_.size(); ++g) {
    for (const Asked& one : groups_[g].asked) lowest = std::min(lowest, process_of(g, one.source));
  }
  if (lowest == ~0U) return std::nullopt;
  return Failure{"Error", {named(lowest), superstep(""), "ends without a sync"}};
}

std::optional<SpmdReference::Failure> SpmdReference::find_ready(std::vector<std::uint32_t>& ready) const {
  std::vector<std::size_t> standing(groups_.size());
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> lowest(groups_.size());
  for (std::uint32_t process = 0; process < processes_.size(); ++process) {
    if (processes_[process].ended) continue;
    const std::uint32_t group = stretch_of(processes_[process]).group;
    if (standing[group]++ > 0) continue;
    order.push_back(group);
    lowest[group] = process;
  }
  for (const std::uint32_t group : order) {
    if (standing[group] == program_->groups[group].size()) {
      ready.push_back(group);
      continue;
    }
    for (const std::uint32_t process : program_->groups[group]) {
      if (!processes_[process].ended) continue;
      return Failure{"Error",
                     {fmt::format("process {} stands at a sync", lowest[group]),
                      fmt::format("that process {}", process), superstep(""), "has ended"}};
    }
  }
  if (ready.empty()) throw SpmdMismatch("no group is ready: the generator is wrong");
  return std::nullopt;
}

std::vector<CellRequest> SpmdReference::cell_requests(const std::vector<bool>& goes_on) const {
  std::vector<CellRequest> all;
  for (std::uint32_t process = 0; process < processes_.size(); ++process) {
    const Process& own = processes_[process];
    if (!goes_on[process]) continue;
    const auto& logs = seen_->logs[process];
    std::size_t replies = 0;  // which stand first in the log
    for (const Deed* const deed : own.shared) {
      CellRequest& made = all.emplace_back(CellRequest{process, deed, std::nullopt});
      if (!deed->replies() || own.done >= logs.size()) continue;
      if (replies >= logs[own.done].size()) throw SpmdMismatch("a reply is missing");
      made.reply = logs[own.done][replies++];
    }
  }
  return all;
}

/// All that was asked for in the groups that are ready takes effect, or nothing of it.
std::optional<SpmdReference::Failure> SpmdReference::complete(const std::vector<std::uint32_t>& ready) {
  std::vector<bool> goes_on(processes_.size());
  std::vector<std::string> tags;
  for (const std::uint32_t group : ready) {
    for (const std::uint32_t process : program_->groups[group]) goes_on[process] = true;
    const std::string tag = stretch_of(processes_[program_->groups[group][0]]).ledger_tag();
    if (std::ranges::find(tags, tag) == tags.end() && !tag.empty()) tags.push_back(tag);
  }
  const std::string tag = fmt::format("{}", fmt::join(tags, " + "));
  const std::vector<CellRequest> requests = cell_requests(goes_on);
  if (const auto cell = cells_.breach(requests)) {
    return Failure{"ConflictError", {superstep(tag), fmt::format("{}[{}]", array_names[cell->first], cell->second)}};
  }
  std::optional<Breach> lowest;
  for (const std::uint32_t group : ready) {
    const std::optional<Breach> breach = breach_of(group);
    if (breach && (!lowest || breach->key < lowest->key)) lowest = breach;
  }
  if (lowest) return lowest->failure;
  cells_.serve(requests);
  for (const std::uint32_t group : ready) deliver(group);
  accounts_.end(tag, goes_on, requests.empty() ? SharedAccess() : cells_.facts());
  ++number_;
  return std::nullopt;
}

}  // namespace pram::conformance::spmd
