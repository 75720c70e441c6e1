#include "request.hpp"

#include <fmt/format.h>

namespace pram {

void TopologyRequest::refuse(const std::string& allowed) const { spec.refuse("network", allowed); }

std::uint32_t TopologyRequest::wanted(const std::string& usage) const {
  if (terminals == 0) refuse(usage);
  limit(terminals);
  return terminals;
}

void TopologyRequest::limit(std::uint64_t nodes) const {
  if (nodes > largest_topology) refuse(fmt::format("at most 2^20 = {} nodes", largest_topology));
}

void TopologyRequest::match(std::uint64_t terminals_made) const {
  if (terminals != 0 && terminals != terminals_made)
    refuse(fmt::format("it connects {} components, and {} are wanted", terminals_made, terminals));
}

}  // namespace pram
