#include <pram/machines/topology.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "../topology/faults/failure_options.hpp"
#include "../topology/request.hpp"
#include "network_entries.hpp"

namespace pram {

namespace {

/// What is left of a topology of the entry's.
std::unique_ptr<Topology> make_failed(const TopologyEntry& entry, const Spec& spec, std::uint32_t terminals,
                                      const Failures& failures) {
  // How many components fail is known when the nodes are drawn, so that sizes cannot follow from how many are wanted.
  if (failures.nodes > 0 && spec.values.empty())
    spec.refuse("network", "sizes beside failed-nodes=, as torus:8x8,failed-nodes=3 has them");
  Spec of_whole = spec;
  std::erase_if(of_whole.options, [](const Spec::Option& option) { return is_failure_option(option.name); });
  std::unique_ptr<Topology> whole;
  // Sizes that are given decide, so that what cannot fail of them is said first.
  if (!spec.values.empty()) {
    try {
      whole = entry.make(of_whole, 0U);
    } catch (const ConfigError&) {
      if (failures.nodes > 0) throw;
    }
  }
  if (whole == nullptr) whole = entry.make(of_whole, terminals);
  return whole == nullptr ? nullptr : with_failures(std::move(whole), failures);
}

/// Has what the entry makes fail as it is asked to, sees to it that as many terminals as are wanted are left, and makes
/// it a network, too.
void adopt(TopologyEntry& entry) {
  if (entry.make != nullptr) {
    entry.make = [whole = entry](const Spec& spec, std::uint32_t terminals) {
      const Failures failures = failures_asked(spec);
      const bool fails = failures.links > 0 || failures.nodes > 0;
      std::unique_ptr<Topology> topology =
          fails ? make_failed(whole, spec, terminals, failures) : whole.make(spec, terminals);
      if (topology != nullptr) TopologyRequest{spec, terminals}.match(topology->terminals());
      return topology;
    };
  }
  networks().add(routed_network(entry));
}

}  // namespace

Registry<TopologyEntry>& topologies() {
  static Registry<TopologyEntry> table("network", adopt);
  return table;
}

std::unique_ptr<Topology> make_topology(const Spec& topology, std::uint32_t terminals) {
  for (const Spec::Option& option : topology.options) {
    if (is_failure_option(option.name)) continue;
    topology.refuse("network", fmt::format("a topology, which has sizes and no options but {}",
                                           fmt::join(failure_options(), ", ")));
  }
  if (!topologies().contains(topology.name))
    topology.refuse("network", allowed_names(topology.name, topologies().names()));
  return topologies().make(topology, terminals);
}

}  // namespace pram
