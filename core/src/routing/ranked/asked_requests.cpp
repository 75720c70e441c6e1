#include "asked_requests.hpp"

#include <algorithm>
#include <utility>

#include "../component_slots.hpp"

namespace pram::detail {

namespace {

const StoredArray& array_of(const Worker& worker, std::uint32_t site) {
  return worker.memory.array(worker.sites.species(worker.sites.site(site).species).array);
}

/// Whether all requests of a chunk are for this rank's cells, as far as a look without branches shows.
bool all_own_cells(const Worker& worker, const Chunk& chunk) {
  if (chunk.mixed) return false;
  const StoredArray& array = array_of(worker, chunk.site);
  const std::uint32_t* const index = worker.index;
  std::uint32_t least = no_request;
  std::uint32_t most = 0;
  for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
    least = std::min(least, index[at]);
    most = std::max(most, index[at] < finished_processor ? index[at] : 0);
  }
  return least >= array.first_own && most < array.last_own;
}

// Up to so many ranks, looking at all requests once a rank beats looking each up.
constexpr std::size_t few_ranks = 16;

/// Adds the requests of a chunk of one line, in which all slots ask, to those of each rank.
void count_by_ranks(const Worker& worker, const Chunk& chunk, std::vector<std::uint32_t>& requests) {
  const RankCuts& cuts = *array_of(worker, chunk.site).cuts;
  std::uint32_t from_here = chunk.requests;  // requests for this rank's cells and those of higher ones
  for (std::uint32_t r = 0; r < requests.size(); ++r) {
    std::uint32_t from_next = 0;
    const bool last = r + std::size_t{1} == requests.size();
    const auto cut = static_cast<std::uint32_t>(last ? 0 : cuts.first_of(r + 1));
    for (std::uint32_t at = chunk.first; !last && at < chunk.last; ++at) from_next += worker.index[at] >= cut ? 1 : 0;
    requests[r] += from_here - from_next;
    from_here = from_next;
  }
}

/// Calls see(slot, rank) for the requests of slots [first, last).
template <class Visit>
void visit_ranks(const Worker& worker, const Chunk& chunk, std::uint32_t first, std::uint32_t last, const Visit& see) {
  if (!chunk.mixed) {
    const RankCuts& cuts = *array_of(worker, chunk.site).cuts;
    for (std::uint32_t at = first; at < last; ++at) {
      if (worker.index[at] < finished_processor) see(at, cuts.rank_of(worker.index[at]));
    }
    return;
  }
  for (std::uint32_t at = first; at < last; ++at) {
    if (worker.index[at] < finished_processor)
      see(at, array_of(worker, worker.sites_of[at]).cuts->rank_of(worker.index[at]));
  }
}

}  // namespace

void AskedRequests::find(const Worker& worker) {
  std::ranges::fill(requests_, 0);
  for (std::vector<ComponentRun>& of_rank : runs_) of_rank.clear();
  listed_ = false;
  all_own_ = true;
  for (const Chunk& chunk : worker.chunks) {
    if (chunk.requests == 0) continue;
    if (all_own_cells(worker, chunk)) {
      requests_[rank_] += chunk.requests;
      continue;
    }
    if (!chunk.mixed && chunk.requests == chunk.last - chunk.first && requests_.size() <= few_ranks) {
      count_by_ranks(worker, chunk, requests_);
    } else {
      visit_ranks(worker, chunk, chunk.first, chunk.last,
                  [&](std::uint32_t, std::uint32_t rank) { ++requests_[rank]; });
    }
  }
  for (std::uint32_t r = 0; r < requests_.size(); ++r) all_own_ = all_own_ && (r == rank_ || requests_[r] == 0);
  if (!all_own_) list(worker);
}

void AskedRequests::list(const Worker& worker) {
  if (std::exchange(listed_, true)) return;
  std::size_t all = 0;
  for (const std::uint32_t requests : requests_) all += requests;
  slots_.reserve(all);
  std::vector<std::uint32_t*> next;
  for (std::size_t r = 0, before = 0; r < requests_.size(); before += requests_[r++])
    next.push_back(slots_.data() + before);
  std::vector<std::uint32_t*> begin(next.size());
  for (const Chunk& chunk : worker.chunks) {
    if (chunk.requests == 0) continue;
    visit_components(worker, chunk, [&](std::uint32_t component, std::uint32_t first, std::uint32_t last) {
      begin = next;
      visit_ranks(worker, chunk, first, last, [&next](std::uint32_t at, std::uint32_t rank) { *next[rank]++ = at; });
      for (std::size_t r = 0; r < next.size(); ++r) {
        if (next[r] == begin[r]) continue;
        const auto made = static_cast<std::uint32_t>(next[r] - begin[r]);
        std::vector<ComponentRun>& runs = runs_[r];
        if (runs.empty() || runs.back().component != component) runs.push_back({component, 0});
        runs.back().requests += made;
      }
    });
  }
}

void AskedRequests::take_replies(Worker& worker, std::uint32_t rank, const RequestBlock& from) const {
  const std::uint32_t* const slot = slots(rank);
  const std::size_t first = first_request_[rank];
  auto chunk = worker.chunks.begin();
  for (std::uint32_t k = 0; k < requests_[rank];) {
    while (slot[k] >= chunk->last) ++chunk;
    std::uint32_t end = k;
    if (chunk->mixed) {
      for (; end < requests_[rank] && slot[end] < chunk->last; ++end) {
        if (worker.sites.operation(worker.sites_of[slot[end]]).replies())
          worker.value[slot[end]] = from.reply(first + end);
      }
    } else if (worker.sites.operation(chunk->site).replies()) {
      for (; end < requests_[rank] && slot[end] < chunk->last; ++end) worker.value[slot[end]] = from.reply(first + end);
    } else {
      while (end < requests_[rank] && slot[end] < chunk->last) ++end;
    }
    k = end;
  }
}

}  // namespace pram::detail
