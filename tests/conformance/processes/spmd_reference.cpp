#include "spmd_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace pram::conformance::spmd {

namespace {

using Kind = Deed::Kind;
using Ending = Stretch::Ending;

/// What the ledger calls the superstep.
std::string tag_of(const Stretch& stretch) {
  static constexpr const char* names[] = {"",     "split", "broadcast", "reduce",     "all-reduce",
                                          "scan", "scan",  "gather",    "all-gather", "all-to-all"};
  return stretch.ending == Ending::sync ? stretch.tag : names[static_cast<std::size_t>(stretch.ending)];
}

std::string named(std::uint64_t process) { return fmt::format("process {}", process); }

std::uint64_t words_of(Element element, std::uint64_t count) { return (count * bytes_of(element) + 7) / 8; }

bool gets(const Deed& deed) { return deed.kind == Kind::get || deed.kind == Kind::get_in_place; }

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

/// All have ended: what they asked for is never done.
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
    std::size_t replies = 0;  // they stand first in the log
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
    const std::string tag = tag_of(stretch_of(processes_[program_->groups[group][0]]));
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

SpmdReference::Puts SpmdReference::puts_of(const Group& group) const {
  Puts puts;
  for (const auto& [source, deed] : group.asked) {
    for (std::uint64_t k = deed->index; deed->kind == Kind::put && k < deed->index + deed->count; ++k) {
      puts[{static_cast<std::size_t>(deed->element), deed->target, k}].emplace_back(
          source, cut(deed->element, deed->value + k));
    }
  }
  for (auto& [place, all] : puts) std::ranges::stable_sort(all, {}, [](const auto& put) { return put.first; });
  return puts;
}

std::optional<SpmdReference::Breach> SpmdReference::breach_of(std::uint32_t number) const {
  const Group& group = groups_[number];
  const std::string tag = tag_of(stretch_of(processes_[program_->groups[number][0]]));
  std::optional<Breach> lowest;
  const auto note = [&](std::uint32_t source, const Place& place, const Failure& failure) {
    const auto [element, target, index] = place;
    const Breach one = {{process_of(number, source), process_of(number, target), element, index}, failure};
    if (!lowest || one.key < lowest->key) lowest = one;
  };
  const auto element_name = [](const Place& place) {
    return fmt::format("{}[{}]", coarray_names[std::get<0>(place)], std::get<2>(place));
  };
  for (const Kind kind : {Kind::stray_get, Kind::stray_put}) {  // gets are looked at first
    for (const auto& [source, deed] : group.asked) {
      if (deed->kind != kind) continue;
      const Place place = {static_cast<std::size_t>(deed->element), deed->target, deed->index};
      note(source, place,
           {"Error",
            {named(process_of(number, source)), kind == Kind::stray_get ? " gets " : " puts into ", element_name(place),
             "of " + named(process_of(number, deed->target)), superstep(tag)}});
    }
  }
  for (const auto& [place, all] : puts_of(group)) {
    if (case_.rule > Rule::common) break;
    std::map<std::uint32_t, std::uint64_t> last;  // of each process
    for (const auto& [source, value] : all) last[source] = value;
    // Equal values are those that the lowest process leaves.
    const auto first = last.begin();
    for (auto other = all.begin(); other != all.end(); ++other) {
      if (other->first == first->first || (case_.rule == Rule::common && other->second == first->second)) continue;
      note(other->first, place,
           {"ConflictError",
            {superstep(tag), element_name(place), "of " + named(process_of(number, std::get<1>(place))),
             named(process_of(number, first->first)) + " (put", named(process_of(number, other->first)) + " (put"}});
      break;
    }
  }
  return lowest;
}

void SpmdReference::carry_asked(std::uint32_t number) {
  const Stretch& stretch = stretch_of(processes_[program_->groups[number][0]]);
  for (const auto& [source, deed] : groups_[number].asked) {
    const std::uint32_t from = process_of(number, source);
    const std::uint32_t to = process_of(number, deed->target);
    const std::uint64_t words = words_of(deed->element, deed->count);
    const auto element = static_cast<std::size_t>(deed->element);
    const char* const name = coarray_names[element];
    const std::string queue = case_.queue_name(element);
    if (gets(*deed)) accounts_.carry("get", name, from, to, 1, words);
    if (deed->kind == Kind::put) accounts_.carry("put", name, from, to, words, 0);
    if (deed->kind == Kind::send)
      accounts_.carry("send", queue.empty() ? "queue" : queue, from, to, std::max<std::uint64_t>(words, 1), 0);
  }
  for (std::uint32_t rank = 0; rank < stretch.parts.size(); ++rank)
    accounts_.carry("split", "groups", process_of(number, rank), process_of(stretch.parts[rank], 0), 1, 1);
}

std::vector<std::uint64_t> SpmdReference::got_by(std::uint32_t number, std::uint32_t rank) const {
  std::vector<std::uint64_t> got;
  for (const auto& [source, deed] : groups_[number].asked) {
    if (source != rank || !gets(*deed)) continue;
    const auto& block = groups_[number].blocks[static_cast<std::size_t>(deed->element)][deed->target];
    for (std::uint64_t k = 0; k < deed->count; ++k) got.push_back(block[deed->index + k]);
  }
  return got;
}

void SpmdReference::settle_puts(Group& group) {
  group.open.clear();
  for (const auto& [place, all] : puts_of(group)) {
    const auto [element, target, index] = place;
    std::uint64_t& value = group.blocks[element][target][index];
    std::map<std::uint32_t, std::uint64_t> last;  // of each process
    std::uint64_t sum = 0;
    for (const auto& [source, put] : all) {
      last[source] = put;
      sum += put;
    }
    const bool alone = last.size() == 1;
    switch (case_.rule) {
      case Rule::sum: value = cut(static_cast<Element>(element), sum); break;
      case Rule::tolerant: value = alone ? last.begin()->second : value; break;
      case Rule::collision: value = alone ? last.begin()->second : spmd_marker; break;
      case Rule::arbitrary:
        for (const auto& [source, put] : last) group.open[place].push_back(put);
        [[fallthrough]];
      default: value = last.begin()->second;
    }
  }
}

void SpmdReference::deliver(std::uint32_t number) {
  Group& group = groups_[number];
  const auto& members = program_->groups[number];
  const Process& any = processes_[members[0]];
  const std::size_t stage = any.stage;
  const std::size_t stretch = any.stretches[any.done];
  for (const auto& [from, to, words] : stages_of_stretch(stretch)[stage].transfers)
    accounts_.carry("send", "collectives", members[from], members[to], words, 0);
  if (stage == 0) {
    carry_asked(number);
    std::ranges::stable_sort(group.asked, {}, &Asked::source);
    std::vector<std::vector<std::uint64_t>> got;
    for (std::uint32_t rank = 0; rank < members.size(); ++rank) got.push_back(got_by(number, rank));
    settle_puts(group);
    empty_inboxes(group);
    group.inboxes.assign(members.size(), {});
    // By rank and element. They come with the first superstep of a collective, and stay for as long as it takes.
    std::vector<std::vector<std::vector<std::uint64_t>>> messages(members.size(),
                                                                  std::vector<std::vector<std::uint64_t>>(elements));
    for (const auto& [source, deed] : group.asked) {
      if (deed->kind != Kind::send) continue;
      const auto element = static_cast<std::size_t>(deed->element);
      ++group.inboxes[deed->target].messages[element];
      if (!program_->stretches[stretch].looks(deed->target, element)) continue;
      auto& into = messages[deed->target][static_cast<std::size_t>(deed->element)];
      into.insert(into.end(), {source, deed->tag, deed->count});
      for (std::uint64_t k = 0; k < deed->count; ++k) into.push_back(cut(deed->element, deed->value + deed->index + k));
    }
    for (std::uint32_t rank = 0; rank < members.size(); ++rank) {
      for (std::size_t k = 0; k < elements; ++k)
        group.inboxes[rank].looks[k] = program_->stretches[stretch].looks(rank, k);
    }
    for (std::uint32_t rank = 0; rank < members.size(); ++rank) compare(number, rank, got[rank], messages[rank]);
    group.asked.clear();
  }
  for (const std::uint32_t process : members) {
    processes_[process].stands = false;
    processes_[process].passed = true;
    processes_[process].shared.clear();
  }
}

void SpmdReference::empty_inboxes(Group& group) {
  for (const auto& [messages, looks] : group.inboxes) {
    for (std::size_t k = 0; k < elements; ++k) {
      if (looks[k]) continue;
      const std::string name = case_.queue_name(k);
      bool in_vain = false;  // it looked into an empty queue of another type
      for (std::size_t other = 0; other < elements; ++other)
        in_vain = in_vain || (other != k && looks[other] && messages[other] == 0);
      accounts_.leave_unread(name.empty() ? "queue" : name, messages[k], name.empty() && in_vain ? messages[k] : 0);
    }
  }
  group.inboxes.clear();
}

void SpmdReference::compare(std::uint32_t number, std::uint32_t rank, const std::vector<std::uint64_t>& got,
                            const std::vector<std::vector<std::uint64_t>>& messages) {
  Group& group = groups_[number];
  const std::uint32_t process = process_of(number, rank);
  const Process& own = processes_[process];
  const Stretch& stretch = stretch_of(own);
  if (own.done >= seen_->logs[process].size()) return;  // the run has ended before it could tell
  const std::vector<std::uint64_t>& seen = seen_->logs[process][own.done];
  std::size_t at = static_cast<std::size_t>(
      std::ranges::count_if(own.shared, [](const Deed* deed) { return deed->replies(); }));  // looked at already
  const auto expect = [&](std::uint64_t value, const char* what) {
    if (at < seen.size() && seen[at] == value) {
      ++at;
      return;
    }
    throw SpmdMismatch(fmt::format("superstep {}, stretch {}: process {}: {} at {} of its log is {}, not {}", number_,
                                   own.stretches[own.done], process, what, at, at < seen.size() ? seen[at] : ~0ULL,
                                   value));
  };
  for (const std::uint64_t value : got) expect(value, "what it gets");
  for (std::size_t k = 0; k < elements; ++k) {
    for (const std::uint64_t value : messages[k]) expect(value, "a message");
    if (!has_coarray(case_.rule, static_cast<Element>(k))) continue;
    auto& block = group.blocks[k][rank];
    for (std::uint64_t index = 0; index < block.size(); ++index) {
      const auto may = group.open.find({k, rank, index});
      if (may != group.open.end() && at < seen.size() && std::ranges::count(may->second, seen[at]) > 0)
        block[index] = seen[at];
      expect(block[index], "an element");
    }
  }
  if (stretch.ending == Ending::split) {
    expect(processes_[process].ranks[stretch.parts[rank]], "its number");
    expect(program_->groups[stretch.parts[rank]].size(), "processes of its part");
  } else if (stretch.ending != Ending::sync) {
    for (const std::uint64_t value : collected(stretch, rank, program_->groups[number].size()))
      expect(value, "what a collective gives");
  }
  if (at != seen.size()) throw SpmdMismatch(fmt::format("process {}: more in its log than happened", process));
}

}  // namespace pram::conformance::spmd
