#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/machines/collectives.hpp>
#include <pram/spec.hpp>

#include "only_number.hpp"
#include "topology/check/checked_topology.hpp"
#include "topology/faults/failure_options.hpp"
#include "topology/faults/refuse_parts.hpp"
#include "topology/request.hpp"

namespace pram {

namespace {

using Kind = Architecture::Kind;

/// The networks without links, in the order of their kinds.
constexpr const char* architecture_names[] = {"bus", "shared-memory", "switch"};

Architecture architecture_of(const TopologyShape& shape) {
  const Kind kind = [&] {
    switch (shape.kind) {
      case TopologyShape::Kind::ring: return Kind::ring;
      case TopologyShape::Kind::torus: return Kind::torus;
      case TopologyShape::Kind::path:
      case TopologyShape::Kind::grid: return Kind::grid;
      case TopologyShape::Kind::hypercube: return Kind::hypercube;
      default: return Kind::other;
    }
  }();
  Architecture made{kind};
  if (kind == Kind::other) return made;
  for (const TopologyFactor& factor : shape.factors) made.sizes.push_back(factor.size);
  return made;
}

/// Refuses a name that neither a topology has nor a network without links.
void check_name(const Spec& network) {
  std::vector<std::string> known(std::begin(architecture_names), std::end(architecture_names));
  std::ranges::copy(topologies().names(), std::back_inserter(known));
  if (known_name(network.name, known) == nullptr) network.refuse("network", allowed_names(network.name, known));
}

/// Nodes of "bus:64", or of "bus" for a number of nodes.
std::uint32_t nodes_of(const Spec& network, std::uint32_t nodes) {
  const TopologyRequest request{network, nodes};
  const std::string usage = network.name + ":K with K of 1 to 2^20";
  if (network.values.empty()) return request.wanted(usage + ", for the number of nodes is not known");
  const auto size = machines::only_number(network, largest_topology);
  if (!size) request.refuse(usage);
  request.match(*size);
  return static_cast<std::uint32_t>(*size);
}

/// The options of a model: its architecture says which there are.
OptionTable<CollectiveModel> options_of(const CollectiveModel& model) {
  using Model = CollectiveModel;
  OptionTable<Model> table("network");
  table.real<&Model::startup>("startup").real<&Model::bandwidth>("bandwidth", true);
  if (model.links()) {
    table.choice<&Model::ports>("ports", {"all", "one"})
        .choice<&Model::duplex>("duplex", {"full", "half"})
        .choice<&Model::switching>("switching", {"store-and-forward", "cut-through", "wormhole"})
        .others(failure_options());
  }
  if (model.is(Kind::bus) || model.is(Kind::shared_memory)) table.number<&Model::modules>("modules", 1, model.nodes);
  return table;
}

}  // namespace

CollectiveModel collective_model(std::shared_ptr<const Topology> topology) {
  topology = detail::checked(std::move(topology));
  refuse_parts(*topology);
  CollectiveModel model;
  model.network = topology->name();
  model.architecture = architecture_of(topology->shape());
  model.nodes = topology->terminals();
  model.topology = std::move(topology);
  if (model.is(Kind::ring)) model.ports = SwitchingOptions::Ports::one;
  return model;
}

CollectiveModel collective_model(Kind kind, std::uint32_t nodes, std::uint32_t modules) {
  assert(kind <= Kind::switched);
  if (modules == 0 || modules > nodes)
    throw ConfigError("modules", std::to_string(modules), "from 1 to the number of nodes, " + std::to_string(nodes));
  CollectiveModel model;
  model.network = fmt::format("{}:{}", architecture_names[static_cast<std::size_t>(kind)], nodes);
  if (modules != 1) model.network += fmt::format(",modules={}", modules);
  model.architecture = {kind, {}};
  model.nodes = nodes;
  model.modules = modules;
  if (kind == Kind::switched) model.ports = SwitchingOptions::Ports::one;
  return model;
}

CollectiveModel collective_model(const Spec& network, std::uint32_t nodes) {
  check_name(network);
  if (!network.values_first) network.refuse("network", "sizes first, then options as name=value");
  CollectiveModel model;
  const auto place =
      std::ranges::find_if(architecture_names, [&](const char* name) { return same_name(name, network.name); });
  if (place != std::end(architecture_names)) {
    model = collective_model(static_cast<Kind>(place - std::begin(architecture_names)), nodes_of(network, nodes));
  } else {
    model = collective_model(std::shared_ptr<const Topology>(topologies().make(network, nodes)));
  }
  model = options_of(model).read(network, model);
  if (model.modules != 1) model.network += fmt::format(",modules={}", model.modules);
  return model;
}

}  // namespace pram
