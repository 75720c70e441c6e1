#pragma once

#include <cstdint>

#include "requests.hpp"

/// The loop over requests in which their cells are served.
namespace pram::detail {

/// Calls visit for requests, while the cells of those to come are fetched into the cache.
/// @param visit  visit(k, request, cell) returns the number of the next one
template <class Requests, class Cell, class Visit>
void visit_cells(const Requests requests, Cell* const cells, const Visit& visit) {
  // Far enough ahead to hide a miss to memory, near enough to stay in the first cache.
  constexpr std::uint32_t cells_ahead = 24;
  const auto go = [&](std::uint32_t k) -> std::uint32_t {
    const SlotRequest one = requests[k];
    return visit(k, one, cells[one.index]);
  };
  const std::uint32_t count = requests.count;
  std::uint32_t k = 0;
  while (k + cells_ahead < count) {
    __builtin_prefetch(&cells[requests[k + cells_ahead].index], 1);
    k = go(k);
  }
  while (k < count) k = go(k);
}

/// Whether the request after the k-th asks for the same cell.
template <class Requests>
bool goes_on(const Requests& requests, std::uint32_t k) {
  return k + 1 < requests.count && requests[k + 1].index == requests[k].index;
}

}  // namespace pram::detail
