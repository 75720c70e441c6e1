#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include <pram/error.hpp>
#include <pram/spec.hpp>
#include "closing_table.hpp"

namespace pram::perf {

namespace {

constexpr std::uint32_t most_served_at_once = 8;

/// A product says its sizes: of a ring and a complete graph, as even as can be.
std::string product_name(std::uint32_t nodes) {
  const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(nodes))));
  return fmt::format("product:ring:{},complete:{}", side, (nodes + side - 1) / side);
}

bool is_complete(const Topology& topology) {
  return topology.terminals() == topology.nodes() && topology.properties().smallest_degree + 1 == topology.nodes();
}

/// The topology with the least number of nodes, from the one that is asked for, that it can have. One that is a
/// complete graph then, as dragonfly:1,15 is, has the next number.
std::optional<std::string> sized_name(const TopologyEntry& topology, std::uint32_t nodes) {
  if (topology.name == "product") return product_name(nodes);
  for (std::uint32_t size = nodes; size <= most_times_larger * nodes; ++size) {
    try {
      const std::unique_ptr<Topology> made = topology.make(Spec(topology.name), size);
      if (topology.name == "complete" || !is_complete(*made)) return made->name();
    } catch (const ConfigError& error) {
      if (error.option != "network") throw;  // a number that it cannot have
    }
  }
  return std::nullopt;
}

ListedNetwork listed_network(const ClosingRequest& request, std::string name) {
  ListedNetwork network{std::move(name), {}};
  network.model = collective_model(Spec(network.name));
  network.model.startup = request.startup;
  network.model.bandwidth = request.bandwidth;
  return network;
}

/// Whether an algorithm of the papers on all-to-all alone fits.
bool has_papers_exchange(const CollectiveModel& model, std::uint64_t words) {
  return std::ranges::any_of(algorithms_for(model, {Collective::all_to_all, words}), [](const auto* algorithm) {
    const std::string paper = paper_of(algorithm->source);
    return !paper.empty() && paper != "Saad and Schultz";
  });
}

}  // namespace

std::vector<ListedNetwork> listed_networks(const ClosingRequest& request, std::vector<std::string>& without) {
  std::vector<std::string> names;
  for (const TopologyEntry& topology : topologies().entries()) {
    if (auto name = sized_name(topology, request.nodes)) {
      names.push_back(*std::move(name));
    } else {
      without.push_back(topology.name);
    }
  }
  std::vector<ListedNetwork> networks;
  for (const std::string& name : names) networks.push_back(listed_network(request, name));
  networks.push_back(listed_network(request, fmt::format("bus:{}", request.nodes)));
  networks.push_back(listed_network(request, fmt::format("shared-memory:{},modules={}", request.nodes,
                                                         std::min(request.nodes, most_served_at_once))));
  networks.push_back(listed_network(request, fmt::format("switch:{}", request.nodes)));
  for (const char* const ports :
       {"ports=all,duplex=full", "ports=one,duplex=full", "ports=one,duplex=full,switching=wormhole"}) {
    for (const std::string& name : names) {
      ListedNetwork network = listed_network(request, name + "," + ports);
      network.exchange_alone = true;
      if (has_papers_exchange(network.model, request.words)) networks.push_back(std::move(network));
    }
  }
  return networks;
}

}  // namespace pram::perf
