#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spmd_reference.hpp"

/// What the processes of a group ask each other for, served and compared when all of them stand at a sync.
namespace pram::conformance::spmd {

namespace {

using Kind = Deed::Kind;
using Ending = Stretch::Ending;

std::uint64_t words_of(Element element, std::uint64_t count) { return (count * bytes_of(element) + 7) / 8; }

bool gets(const Deed& deed) { return deed.kind == Kind::get || deed.kind == Kind::get_in_place; }

}  // namespace

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
  const std::string tag = stretch_of(processes_[program_->groups[number][0]]).ledger_tag();
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
    // By rank and element; messages come with the first superstep of a collective, and stay for as long as it takes.
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
