#include "slot_shares.hpp"

#include <algorithm>

namespace pram::detail {

void SlotShares::share_out(const Worker& worker, const Chunk& chunk, CellServers servers, std::uint32_t workers) {
  const std::uint32_t* const index = worker.index;
  const bool all = chunk.requests == chunk.last - chunk.first;
  sole_ = nobody;
  if (all) {
    std::uint32_t least = index[chunk.first];
    std::uint32_t most = least;
    for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
      least = std::min(least, index[at]);
      most = std::max(most, index[at]);
    }
    if (servers.of(least) == servers.of(most)) {
      sole_ = servers.of(least);
      return;
    }
  }
  of_.resize(workers);
  next_.resize(workers);
  for (std::uint32_t server = 0; server < workers; ++server) {
    of_[server].slot.reserve(chunk.requests);
    next_[server] = of_[server].slot.data();
  }
  std::uint32_t** const next = next_.data();
  for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
    if (all || index[at] < finished_processor) *next[servers.of(index[at])]++ = at;
  }
  for (std::uint32_t server = 0; server < workers; ++server)
    of_[server].count = static_cast<std::uint32_t>(next_[server] - of_[server].slot.data());
}

}  // namespace pram::detail
