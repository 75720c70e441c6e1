#include "oracle/list_walk.hpp"

#include <pram/network/poll.hpp>
#include <pram/programs/list.hpp>

namespace pram::programs::oracle {

std::vector<std::uint32_t> list_ranks(std::span<const std::uint32_t> next) {
  const auto n = static_cast<std::uint32_t>(next.size());
  std::vector<bool> is_first(n, true);
  for (const std::uint32_t node : next) {
    if (node != no_node) is_first[node] = false;
  }
  std::vector<std::uint32_t> rank(n, 0);
  Poller poller;
  for (std::uint32_t first = 0; first < n; ++first) {
    if (!is_first[first]) continue;
    std::uint32_t length = 0;
    for (std::uint32_t node = first; node != no_node; node = next[node], ++length) poller.work();
    for (std::uint32_t node = first; node != no_node; node = next[node]) {
      rank[node] = --length;
      poller.work();
    }
  }
  return rank;
}

}  // namespace pram::programs::oracle
