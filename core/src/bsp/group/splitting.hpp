#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <pram/detail/bsp/mailbox.hpp>

#include "../run/members.hpp"
#include "../run/run_context.hpp"

namespace pram::bsp::detail {

/// What one process of a group asks of a split.
struct SplitRequest {
  std::uint64_t colour = 0;
  std::uint32_t rank = 0;
  SplitRecord* record = nullptr;  ///< gets the process's new group
};

/// What all processes of a group ask of a split, by colour and then by rank.
/// @param boxes         of the group's workers
/// @param in_superstep  "in superstep 3", for a sentence
/// @throws Error if some of them do not split
std::vector<SplitRequest> take_split_requests(const GroupMembers& members, std::span<Mailbox> boxes,
                                              const RunContext& run, const std::string& in_superstep);

/// Calls visit(requests) for each part: the requests of one colour.
template <class Visit>
void visit_parts(std::span<const SplitRequest> requests, const Visit& visit) {
  while (!requests.empty()) {
    const auto last = std::ranges::upper_bound(requests, requests.front().colour, {}, &SplitRequest::colour);
    const auto count = static_cast<std::size_t>(last - requests.begin());
    visit(requests.first(count));
    requests = requests.subspan(count);
  }
}

}  // namespace pram::bsp::detail
