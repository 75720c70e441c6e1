#include "refuse_parts.hpp"

#include <fmt/format.h>

namespace pram {

void refuse_parts(const Topology& topology) {
  const std::uint64_t pairs = topology.properties().unreachable_pairs;
  if (pairs == 0) return;
  const std::uint64_t all = std::uint64_t{topology.terminals()} * (topology.terminals() - 1);
  throw ConfigError("network", topology.name(),
                    fmt::format("a network in which every component reaches every other; failures cut off {} of {} "
                                "pairs",
                                pairs, all));
}

}  // namespace pram
