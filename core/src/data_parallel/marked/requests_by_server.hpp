#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../../host/pages.hpp"
#include "../../memory/cell_servers.hpp"
#include "requests.hpp"

namespace pram::detail {

/// The requests of one worker's processors, sorted by the workers that serve their cells. Requests that cross to
/// another worker are kept for the whole step, the worker's own for one chunk.
class RequestsByServer {
 public:
  RequestsByServer(std::uint32_t worker, std::uint32_t workers) : worker_(worker), to_(workers), count_(workers) {
    next_.resize(workers);
  }

  void begin(std::uint32_t slots) {
    std::ranges::fill(count_, 0);
    for (std::uint32_t to = 0; to < to_.size(); ++to) {
      if (to != worker_) to_[to].reserve_addresses(slots);
    }
  }

  /// Lists the requests of a chunk, and what they ask for.
  /// @param index  per slot; no_request: it asks for nothing
  /// @param asked  gets their indices
  void sort(const CellServers& servers, const std::uint32_t* index, std::uint32_t first, std::uint32_t last,
            std::uint32_t* asked) {
    to_[worker_].reserve(last - first);
    count_[worker_] = 0;
    for (std::uint32_t to = 0; to < to_.size(); ++to) {
      if (to != worker_) to_[to].count(count_[to] + std::size_t{last - first});
      next_[to] = to_[to].data() + count_[to];
    }
    SlotRequest** const next = next_.data();
    for (std::uint32_t at = first; at < last; ++at) {
      if (index[at] == no_request) continue;
      *asked++ = index[at];
      *next[servers.of(index[at])]++ = {index[at], at};
    }
    for (std::uint32_t to = 0; to < to_.size(); ++to)
      count_[to] = static_cast<std::uint32_t>(next[to] - to_[to].data());
  }

  const SlotRequest* to(std::uint32_t worker) const { return to_[worker].data(); }
  std::uint32_t count(std::uint32_t worker) const { return count_[worker]; }

 private:
  std::uint32_t worker_;
  std::vector<Pages<SlotRequest>> to_;  // per worker that serves
  std::vector<SlotRequest*> next_;      // the same: where its next one goes
  std::vector<std::uint32_t> count_;
};

}  // namespace pram::detail
