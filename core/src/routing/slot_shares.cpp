#include "slot_shares.hpp"

#include <algorithm>

namespace pram::detail {

void SlotShares::share_out(const Worker& worker, const Chunk& chunk, CellServers servers, std::uint32_t workers,
                           SlotLists& lists) {
  const std::uint32_t* const index = worker.index;
  const bool all = chunk.requests == chunk.last - chunk.first;
  std::uint32_t least = no_request;
  std::uint32_t most = 0;
  for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {  // without a branch
    least = std::min(least, index[at]);
    most = std::max(most, all || index[at] < finished_processor ? index[at] : 0);
  }
  one_cell_ = least == most ? least : no_request;
  sole_ = servers.of(least) == servers.of(most) ? servers.of(least) : nobody;
  if (sole_ != nobody) return;
  lists.slots.reserve(std::size_t{workers} * chunk.requests);
  lists.next.resize(workers);
  for (std::uint32_t server = 0; server < workers; ++server)
    lists.next[server] = lists.slots.data() + std::size_t{server} * chunk.requests;
  std::uint32_t** const next = lists.next.data();
  for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
    if (all || index[at] < finished_processor) *next[servers.of(index[at])]++ = at;
  }
  slots_.reserve(chunk.requests);
  first_.assign(1, 0);
  for (std::uint32_t server = 0; server < workers; ++server) {
    const std::uint32_t* const begin = lists.slots.data() + std::size_t{server} * chunk.requests;
    const std::uint32_t* const end = lists.next[server];
    std::copy(begin, end, slots_.data() + first_.back());
    first_.push_back(first_.back() + static_cast<std::uint32_t>(end - begin));
  }
}

}  // namespace pram::detail
