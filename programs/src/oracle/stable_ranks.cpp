#include "oracle/stable_ranks.hpp"

#include <algorithm>
#include <numeric>

namespace pram::programs::oracle {

std::vector<std::int64_t> stable_ranks(std::span<const std::uint32_t> keys) {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [keys](std::size_t i) { return keys[i]; });
  std::vector<std::int64_t> ranks(keys.size());
  for (std::size_t place = 0; place < order.size(); ++place) ranks[order[place]] = static_cast<std::int64_t>(place);
  return ranks;
}

}  // namespace pram::programs::oracle
