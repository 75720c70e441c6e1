#include "splitting.hpp"

#include <fmt/format.h>

#include <optional>

#include <pram/bsp/process.hpp>

#include "process_group.hpp"

namespace pram::bsp::detail {

void reach_group_sync(Mailbox& box, std::uint32_t tag, const char* file, std::uint32_t line) {
  current_mailbox().state[current_process()].waits_for = box.group->number();
  reach_sync(box, tag, file, line);
}

Task<Process> split(Process self, std::uint64_t colour, const char* file, std::uint32_t line) {
  Mailbox& box = self.mailbox();
  const std::uint32_t rank = self.rank();
  std::vector<SplitRecord>& records = box.splits.records;
  if (records.empty()) records.resize(box.group->members().count_of(box.group->members().worker_of(rank)));
  SplitRecord& record = records[rank - box.first_rank];
  record.colour = colour;
  record.line = line_number(box, Transfer::split, 0, file, line);
  record.asked = true;
  ++box.splits.standing;
  co_await self.sync("split", file, line);
  co_return Process(box.splits.records[rank - box.first_rank], current_owner());
}

std::vector<SplitRequest> take_split_requests(const GroupMembers& members, std::span<Mailbox> boxes,
                                              const RunContext& run, const std::string& in_superstep) {
  std::vector<SplitRequest> all;
  all.reserve(members.count());
  std::optional<std::uint32_t> does_not;
  for (std::uint32_t w = 0; w < members.workers(); ++w) {
    std::vector<SplitRecord>& records = boxes[w].splits.records;
    for (std::uint32_t at = 0; at < members.count_of(w); ++at) {
      const std::uint32_t rank = members.first_rank(w) + at;
      if (records.empty() || !records[at].asked) {
        if (!does_not) does_not = rank;
        continue;
      }
      records[at].asked = false;
      all.push_back({records[at].colour, rank, &records[at]});
    }
  }
  if (does_not) {
    const SplitRequest& lowest = all.front();
    throw Error(fmt::format("{} splits, {}, at {}, but {} stands at a sync: all processes split together",
                            members.name_of(lowest.rank), in_superstep, run.where(lowest.record->line),
                            members.name_of(*does_not)));
  }
  std::ranges::stable_sort(all, {}, &SplitRequest::colour);
  return all;
}

}  // namespace pram::bsp::detail
