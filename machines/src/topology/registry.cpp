#include <algorithm>

#include "bundled.hpp"

namespace pram {

Registry<TopologyEntry>& topologies() {
  static Registry<TopologyEntry> table("network");
  return table;
}

void register_topologies() {
  for (const auto& family : {product_topologies(), rcn_full_topologies(), multistage_topologies()}) {
    for (const TopologyEntry& entry : family) topologies().add(entry);
  }
}

std::unique_ptr<Topology> make_topology(std::string_view name, std::uint32_t terminals) {
  const auto [kind, arguments] = split_name(name);
  const auto refuse = [&](const std::string& allowed) { throw ConfigError("network", std::string(name), allowed); };
  const std::vector<std::string> known = topologies().names();
  if (std::ranges::find(known, kind) == known.end()) refuse(allowed_names(kind, known));
  if (name.ends_with(':')) refuse("sizes after the colon, or no colon");
  return topologies().find(kind).make(arguments, terminals);
}

}  // namespace pram
