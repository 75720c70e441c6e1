#include "ranked_processes.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include <pram/error.hpp>

#include "../../ranks/failure_text.hpp"

namespace pram::bsp::detail {

namespace {

using pram::detail::BytesReader;
using pram::detail::BytesWriter;
using pram::detail::GatheredBytes;

// What a group's header says where there is no such process.
constexpr std::uint64_t nobody = ~std::uint64_t{0};

bool has_ended_here(const pram::detail::WorkerTeam& team, const ProcessLayout& layout, std::uint32_t process) {
  const pram::detail::Worker& worker = *team.workers[layout.worker_of(process) - layout.first_own];
  return worker.index[process - worker.first_processor] == pram::detail::finished_processor;
}

}  // namespace

RankedProcesses::RankedProcesses(pram::detail::RankGroup& ranks, RunContext& run, const ProcessLayout& layout,
                                 const Groups& groups)
    : ranks_(ranks), run_(run), layout_(layout), groups_(groups), ended_(layout.processes()) {
  queues_.enter(0);  // of collectives
  queues_.end_telling();
  run_.agree_queues();
}

std::uint32_t RankedProcesses::first_worker_of(std::uint32_t rank) const {
  const std::uint32_t own = layout_.workers() - (ranks_.ranks() - 1);
  return rank <= ranks_.rank() ? rank : rank + own - 1;
}

std::pair<std::uint32_t, std::uint32_t> RankedProcesses::places_of(const GroupMembers& members,
                                                                   std::uint32_t rank) const {
  const auto place = [&](std::uint32_t worker) {
    return worker < members.first_worker() ? 0 : std::min(worker - members.first_worker(), members.workers());
  };
  return {place(first_worker_of(rank)), place(first_worker_of(rank + 1))};
}

std::pair<std::uint32_t, std::uint32_t> RankedProcesses::members_of(const GroupMembers& members,
                                                                    std::uint32_t rank) const {
  const auto [first, last] = places_of(members, rank);
  return {members.first_rank(first), members.first_rank(last)};
}

std::optional<std::uint32_t> RankedProcesses::place_of(const GroupMembers& members, std::uint32_t rank) const {
  const auto [first, last] = places_of(members, rank);
  if (first == last) return std::nullopt;
  return first;
}

std::uint32_t RankedProcesses::common_queue(std::uint32_t queue) const {
  return queue_number_of(queues_.common(place_of_queue(queue)), has_name(queue));
}

std::uint32_t RankedProcesses::own_queue(std::uint32_t common) const {
  return queue_number_of(queues_.own(place_of_queue(common)), has_name(common));
}

void RankedProcesses::agree(const pram::detail::WorkerTeam& team, const Standing& mine) {
  BytesWriter written;
  for (const std::uint64_t number : {mine.live, mine.failed, mine.records, mine.crossing, mine.shared})
    written.number(number);
  for (const bool flag : {mine.stopped, mine.never_awaited, mine.other_request, mine.worked})
    written.number(flag ? 1 : 0);
  write_queues(written);
  write_coarrays(written);
  write_lines(written);
  const auto [first, last] = members_of(groups_.front()->members(), ranks_.rank());
  write_groups(written, mine.live < last - first, team);

  const GatheredBytes all = ranks_.gather(written.bytes());
  standing_ = {};
  ended_in_.assign(groups_.size(), 0);
  coarrays_.resize(groups_.size());
  for (std::uint32_t rank = 0; rank < ranks_.ranks(); ++rank) {
    BytesReader reader(all[rank]);
    read_standing(reader);
    read_queues(reader, is_own(rank));
    read_coarrays(reader);
    read_lines(reader);
    read_groups(reader, rank);
  }
  enter_coarrays();
  queues_.end_telling();
  run_.agree_queues();
  lines_.end_telling();
}

void RankedProcesses::read_standing(BytesReader& from) {
  standing_.live += from.number();
  standing_.failed = std::min(standing_.failed, from.number());
  standing_.records += from.number();
  standing_.crossing += from.number();
  standing_.shared += from.number();
  standing_.stopped |= from.number() != 0;
  standing_.never_awaited |= from.number() != 0;
  standing_.other_request |= from.number() != 0;
  standing_.worked |= from.number() != 0;
}

void RankedProcesses::write_groups(BytesWriter& to, bool some_have_ended, const pram::detail::WorkerTeam& team) const {
  for (const auto& group : groups_) {
    const GroupMembers& members = group->members();
    const auto [first, last] = own_places(members);
    Mailbox::SyncReached lowest;
    std::uint64_t count = 0;
    std::uint64_t going_on = 0;
    std::uint64_t splits = 0;
    for (std::uint32_t place = first; place < last; ++place) {
      const Mailbox& box = group->mailboxes()[place];
      if (count == 0) lowest = box.reached;
      count += box.reached.count;
      going_on += box.reached.going_on;
      splits += box.splits.standing;
    }
    const std::uint32_t begin = members.first_rank(first);
    const std::uint32_t end = members.first_rank(last);
    std::uint64_t ended = 0;
    for (std::uint32_t rank = begin; some_have_ended && groups_.size() > 1 && rank < end; ++rank)
      ended += has_ended_here(team, layout_, members.process_of(rank)) ? 1 : 0;
    if (count == 0 && ended == 0) continue;
    to.number(group->number() + std::uint64_t{1});
    to.number(ended);
    to.number(count);
    if (count == 0) continue;
    to.number(going_on);
    to.number(splits);
    to.number(lowest.process);
    to.number(lowest.line);
    to.text(lowest.file);
    to.text(run_.tag(lowest.tag));
    if (going_on == 0) continue;
    const ProcessState* const states = group->mailboxes().front().state;
    const auto first_with = [&](unsigned goes_on) {
      const auto* const found =
          std::find_if(states + begin, states + end, [=](const ProcessState& one) { return one.goes_on == goes_on; });
      return found == states + end ? nobody : static_cast<std::uint64_t>(found - states);
    };
    to.number(first_with(1));
    to.number(first_with(0));
  }
  to.number(0);
}

void RankedProcesses::read_groups(BytesReader& from, std::uint32_t rank) {
  for (std::uint64_t number = from.number(); number != 0; number = from.number()) {
    ProcessGroup& group = *groups_[number - 1];
    ended_in_[number - 1] += from.number();
    Mailbox::SyncReached reached;
    reached.count = static_cast<std::uint32_t>(from.number());
    if (reached.count == 0) continue;
    reached.going_on = static_cast<std::uint32_t>(from.number());
    const auto splits = static_cast<std::uint32_t>(from.number());
    reached.process = static_cast<std::uint32_t>(from.number());
    reached.line = static_cast<std::uint32_t>(from.number());
    reached.file = texts_.insert(from.text()).first->c_str();
    reached.tag = run_.tag_number(from.text());
    const std::uint64_t goes_on = reached.going_on > 0 ? from.number() : nobody;
    const std::uint64_t does_not = reached.going_on > 0 ? from.number() : nobody;
    if (is_own(rank)) continue;
    Mailbox& box = group.mailboxes()[*place_of(group.members(), rank)];
    box.reached = reached;
    box.splits.standing = splits;
    if (reached.going_on == 0) continue;
    // Who is named where processes have parted is the lowest of either kind.
    const auto [begin, end] = members_of(group.members(), rank);
    const std::uint64_t last = goes_on > begin ? goes_on + 1 : does_not == nobody ? end : does_not;
    for (std::uint64_t one = goes_on; one < last; ++one) box.state[one].goes_on = 1;
  }
}

void RankedProcesses::check_names() const {
  if (other_type_of_ != no_process && other_type_of_ <= standing_.failed) throw Error(other_type_);
}

void RankedProcesses::note_other_type(std::uint64_t process, std::string sentence) {
  if (process >= other_type_of_) return;
  other_type_of_ = process;
  other_type_ = std::move(sentence);
}

void RankedProcesses::tell_waits(const pram::detail::WorkerTeam& team) {
  const GroupMembers& members = groups_.front()->members();
  ProcessState* const states = groups_.front()->mailboxes().front().state;
  const auto [first, last] = members_of(members, ranks_.rank());
  BytesWriter written;
  for (std::uint32_t process = first; process < last; ++process)
    written.number(std::uint64_t{states[process].waits_for} << 1 | (has_ended_here(team, layout_, process) ? 1 : 0));
  const GatheredBytes all = ranks_.gather(written.bytes());
  for (std::uint32_t rank = 0; rank < ranks_.ranks(); ++rank) {
    BytesReader reader(all[rank]);
    const auto [begin, end] = members_of(members, rank);
    for (std::uint32_t process = begin; process < end; ++process) {
      const std::uint64_t waits = reader.number();
      states[process].waits_for = static_cast<std::uint32_t>(waits >> 1);
      ended_[process] = (waits & 1) != 0;
    }
  }
}

void RankedProcesses::tell_splits(ProcessGroup& group) {
  const GroupMembers& members = group.members();
  const auto [first, last] = own_places(members);
  BytesWriter written;
  for (std::uint32_t place = first; place < last; ++place) {
    const std::vector<SplitRecord>& records = group.mailboxes()[place].splits.records;
    for (std::uint32_t at = 0; at < members.count_of(place); ++at) {
      const bool asked = !records.empty() && records[at].asked;
      written.number(asked ? lines_.common(records[at].line) + std::uint64_t{1} : 0);
      if (asked) written.number(records[at].colour);
    }
  }
  const GatheredBytes all = ranks_.gather(written.bytes());
  for (std::uint32_t rank = 0; rank < ranks_.ranks(); ++rank) {
    const std::optional<std::uint32_t> place = place_of(members, rank);
    if (is_own(rank) || !place) continue;
    BytesReader reader(all[rank]);
    std::vector<SplitRecord>& records = group.mailboxes()[*place].splits.records;
    records.resize(members.count_of(*place));
    for (SplitRecord& record : records) {
      const std::uint64_t line = reader.number();
      record.asked = line > 0;
      if (!record.asked) continue;
      record.line = lines_.own(static_cast<std::uint32_t>(line - 1));
      record.colour = reader.number();
    }
  }
}

RankedProcesses::Served RankedProcesses::agree_served(const Served& mine) {
  BytesWriter written;
  written.number(mine.largest_operations);
  written.number(mine.unread ? 1 : 0);
  if (mine.breach != nullptr) {
    for (const std::uint64_t part : mine.breach->key) written.number(part);
  }
  const GatheredBytes all = ranks_.gather(written.bytes());
  Served served;
  Breach::Key lowest = Breach().key;
  for (const std::vector<std::byte>& bytes : all) {
    BytesReader reader(bytes);
    served.largest_operations = std::max(served.largest_operations, reader.number());
    served.unread |= reader.number() != 0;
    if (reader.empty()) continue;
    Breach::Key key;
    for (std::uint64_t& part : key) part = reader.number();
    lowest = std::min(lowest, key);
  }
  if (lowest == Breach().key) return served;
  if (mine.breach != nullptr && mine.breach->key == lowest) mine.breach->raise();
  ranks_.meet();  // throws what that rank does
  return served;
}

void RankedProcesses::unite(std::vector<UnreadMessages>& unread) {
  BytesWriter written;
  for (const UnreadMessages& one : unread) {
    written.text(one.queue);
    written.number(one.messages);
    written.number(one.of_another_type);
  }
  const GatheredBytes all = ranks_.gather(written.bytes());
  unread.clear();
  for (const std::vector<std::byte>& bytes : all) {
    for (BytesReader reader(bytes); !reader.empty();) {
      const std::string name = reader.text();
      auto known = std::ranges::find(unread, name, &UnreadMessages::queue);
      if (known == unread.end()) known = unread.insert(known, {name, 0, 0});
      known->messages += reader.number();
      known->of_another_type += reader.number();
    }
  }
  std::ranges::sort(unread, {}, &UnreadMessages::queue);
}

}  // namespace pram::bsp::detail
