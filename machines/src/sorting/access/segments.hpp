#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/routing/random_access.hpp>
#include <pram/machines/topology.hpp>

#include "fold.hpp"

namespace pram::detail {

/// The facts that a place learns about its segment: the places of equal addresses around it.
struct Segment {
  bool leads = false;         ///< this place is the first of its segment
  std::uint32_t rank = 0;     ///< number of segments before
  std::uint32_t end = 0;      ///< the place after the segment's last one
  std::uint32_t at_home = 0;  ///< number of segments before with the same home
};

struct Segments {
  CountedVector<Segment> of;
  std::uint32_t most_at_home = 0;  ///< number of segments of the home with the most
  std::uint32_t unequal =
      no_node;  ///< the lowest place whose operand differs from that of the place before in its segment
};

/// What a block of places knows of the request at its edge.
struct BlockEdge {
  std::uint64_t address;
  std::uint64_t operand;
  std::uint32_t home;
  std::uint32_t segments;  ///< number of segments of this home in the block
};

struct SegmentBlock {
  Segment own;
  BlockEdge first;
  BlockEdge last;
  std::uint32_t segments;
  std::uint32_t first_end;  ///< place after the last of the block's first segment
  std::uint32_t most_at_home;
  std::uint32_t unequal;
};

/// RANK of the leaders of segments, in one fold, which also finds the leaders: ever larger blocks know their first
/// and last request, so that no left neighbour needs to be asked.
/// @param requests  sorted by home and address, idle ones (home no_home) at the end
template <class Machine, class Request>
Segments rank_segments(Machine& machine, std::span<const Request> requests) {
  const ScheduleLedger::Scope scope(machine.ledger(), "rank");
  CountedVector<SegmentBlock> blocks;
  blocks.reserve(requests.size());
  for (std::uint32_t x = 0; x < requests.size(); ++x) {
    const Request& request = requests[x];
    const BlockEdge edge{request.address, request.compared(), request.home, 1};
    blocks.push_back({{true, 0, x + 1, 0}, edge, edge, 1, x + 1, request.home == no_home ? 0u : 1u, no_node});
  }
  const auto meet = [&](std::uint32_t middle, std::uint32_t, std::uint32_t partner, SegmentBlock& low,
                        SegmentBlock& high) {
    const bool same_home = low.last.home == high.first.home;
    const bool joined = same_home && low.last.address == high.first.address;
    const std::uint32_t more = low.segments - (joined ? 1 : 0);
    const std::uint32_t together = low.last.segments + high.first.segments - (joined ? 1 : 0);
    // First the segments of the two places themselves.
    if (joined && low.own.end == middle) low.own.end = high.first_end;
    if (joined && partner == middle) high.own.leads = false;
    if (requests[partner].home == low.last.home) high.own.at_home += low.last.segments - (joined ? 1 : 0);
    high.own.rank += more;
    // Then the joint block.
    SegmentBlock both = low;
    both.last = high.last;
    if (same_home && low.first.home == low.last.home) both.first.segments = together;
    if (same_home && high.first.home == high.last.home) both.last.segments = together;
    both.segments = more + high.segments;
    if (joined && low.first_end == middle) both.first_end = high.first_end;
    both.most_at_home = std::max(low.most_at_home, high.most_at_home);
    if (same_home && low.last.home != no_home) both.most_at_home = std::max(both.most_at_home, together);
    both.unequal = std::min(low.unequal, high.unequal);
    if (joined && low.last.operand != high.first.operand) both.unequal = std::min(both.unequal, middle);
    const Segment own = high.own;
    low = high = both;
    high.own = own;
  };
  fold(machine, std::span(blocks), meet);
  Segments segments{{}, blocks.front().most_at_home, blocks.front().unequal};
  segments.of.reserve(blocks.size());
  for (const SegmentBlock& block : blocks) segments.of.push_back(block.own);
  return segments;
}

}  // namespace pram::detail
