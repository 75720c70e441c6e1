#include "permutation_graph.hpp"

#include <fmt/format.h>

namespace pram {

std::uint32_t symbols_of(const TopologyRequest& request) {
  const std::string usage = fmt::format("{}:N with N of 1 to {}, for N! components", request.spec.name, most_symbols);
  std::uint32_t symbols = 1;
  if (request.spec.values.empty()) {
    const std::uint32_t terminals = request.wanted(usage);
    while (factorial(symbols) < terminals) ++symbols;
    if (factorial(symbols) != terminals)
      request.refuse(fmt::format("it connects N! components, and {} are wanted", terminals));
  } else {
    symbols = request.sizes(1, 1, usage)[0];
    if (symbols > most_symbols) request.refuse(fmt::format("at most 2^20 nodes: {}", usage));
  }
  request.match(factorial(symbols));
  return symbols;
}

}  // namespace pram
