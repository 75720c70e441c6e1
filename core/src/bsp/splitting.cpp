#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <pram/bsp/process.hpp>

#include "communication.hpp"

/// How processes part into groups.
namespace pram::bsp::detail {

void reach_group_sync(Mailbox& box, std::uint32_t tag, const char* file, std::uint32_t line) {
  current_mailbox().state[current_process()].waits_for = box.group->number();
  reach_sync(box, tag, file, line);
}

void ask_split(Mailbox& box, std::uint32_t rank, std::uint64_t colour, const char* file, std::uint32_t line) {
  if (box.splits.empty()) box.splits.resize(box.group->own_count(box));
  SplitRecord& record = box.splits[rank - box.first_rank];
  record.colour = colour;
  record.line = line_number(box, Transfer::split, 0, file, line);
  record.asked = true;
  ++box.splitting;
}

SplitRecord take_split(Mailbox& box, std::uint32_t rank) { return box.splits[rank - box.first_rank]; }

Task<Process> split(Process self, std::uint64_t colour, const char* file, std::uint32_t line) {
  Mailbox& box = self.mailbox();
  const std::uint32_t rank = self.rank();
  ask_split(box, rank, colour, file, line);
  co_await self.sync("split", file, line);
  co_return Process(take_split(box, rank), current_owner());
}

void Communication::split(ProcessGroup& group) {
  struct Asks {
    std::uint64_t colour;
    std::uint32_t rank;
    SplitRecord* record;
  };
  std::vector<Asks> all;
  all.reserve(group.count());
  std::optional<std::uint32_t> splits;
  std::optional<std::uint32_t> does_not;
  for (Mailbox& box : group.mailboxes()) {
    for (std::uint32_t at = 0; at < group.own_count(box); ++at) {
      const std::uint32_t rank = box.first_rank + at;
      if (box.splits.empty() || !box.splits[at].asked) {
        if (!does_not) does_not = rank;
        continue;
      }
      if (!splits) splits = rank;
      box.splits[at].asked = false;
      all.push_back({box.splits[at].colour, rank, &box.splits[at]});
    }
  }
  if (does_not) {
    const SplitRecord* const record = std::ranges::find(all, *splits, &Asks::rank)->record;
    throw Error(fmt::format("{} splits, {}, at {}, but {} stands at a sync: all processes split together",
                            group.name_of(*splits), group.in_superstep(), where(record->line),
                            group.name_of(*does_not)));
  }
  std::ranges::stable_sort(all, {}, &Asks::colour);
  for (auto first = all.begin(); first != all.end();) {
    const auto last = std::find_if(first, all.end(), [&](const Asks& one) { return one.colour != first->colour; });
    CountedVector<std::uint32_t> members;
    members.reserve(static_cast<std::size_t>(last - first));
    for (auto one = first; one != last; ++one) members.push_back(group.process_of(one->rank));
    auto made = std::make_unique<ProcessGroup>(*this, static_cast<std::uint32_t>(groups_.size()), std::move(members));
    for (std::uint32_t rank = 0; rank < made->count(); ++rank) {
      SplitRecord& record = *first[rank].record;
      record.rank = rank;
      record.count = made->count();
      record.group = &made->mailbox(worker_of(made->process_of(rank)));
    }
    groups_.push_back(std::move(made));
    first = last;
  }
}

}  // namespace pram::bsp::detail
