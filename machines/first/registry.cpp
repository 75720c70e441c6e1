#include <algorithm>
#include <memory>
#include <string>

#include <pram/detail/missing_part.hpp>
#include <pram/machines.hpp>
#include <pram/machines/collectives.hpp>
#include <pram/machines/topology.hpp>

#include "network/network_entries.hpp"

/// The tables with the networks that are linked. Of other networks, and of topologies and algorithms, the tables have
/// the names.
namespace pram {

#define NETWORK(name) [[gnu::weak]] NetworkEntry name##_network();
#include "network/networks.def"

namespace {

NetworkEntry known(std::string name) {
  std::ranges::replace(name, '_', '-');
  return {std::move(name), "",
          [](const Spec& spec, std::uint32_t) -> std::unique_ptr<Network> { throw detail::MissingPart(spec.text); },
          [](const Spec& spec) -> std::uint32_t { throw detail::MissingPart(spec.text); }};
}

void add(NetworkEntry (*linked)(), const char* name) { networks().add(linked != nullptr ? linked() : known(name)); }

}  // namespace

Registry<TopologyEntry>& topologies() {
  static Registry<TopologyEntry> table("network");
  return table;
}

Registry<CollectiveAlgorithm>& collective_algorithms() {
  static Registry<CollectiveAlgorithm> table("algorithm");
  return table;
}

void register_machines() {
#define NETWORK(name) add(name##_network, #name);
#include "network/networks.def"
#define TOPOLOGIES(family, ...)                  \
  for (const char* const name : {__VA_ARGS__}) { \
    topologies().add({name, "", nullptr});       \
    networks().add(known(name));                 \
  }
#include "topology/topologies.def"
#define ALGORITHMS(family, ...)                        \
  for (const char* const name : {__VA_ARGS__}) {       \
    CollectiveAlgorithm algorithm;                     \
    algorithm.name = name;                             \
    collective_algorithms().add(std::move(algorithm)); \
  }
#include "collectives/algorithms.def"
}

}  // namespace pram
