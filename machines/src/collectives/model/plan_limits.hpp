#pragma once

#include <cstdint>

#include <pram/machines/collectives.hpp>

/// For which networks and tasks algorithms are planned step by step, so that plans take the host seconds, and memory
/// that can be said before.
namespace pram {

/// Whether the papers have algorithms for the architecture, for any number of nodes.
inline bool has_papers(const CollectiveModel& model) {
  return model.is(Architecture::Kind::ring) || (!model.is(Architecture::Kind::other) && model.all_ports());
}

/// The most nodes with data for which a piece for each pair is planned.
inline constexpr std::uint32_t most_terminals_of_pairs = 128;

/// Whether plans are made for a network: one with links, and not too many nodes, switches among them, for the pieces
/// that are planned. In all-to-all there is a piece for each pair.
inline bool has_plans(const CollectiveModel& model, const CollectiveTask& task) {
  constexpr std::uint32_t most_planned_nodes = 512;
  constexpr std::uint32_t most_nodes_beside_papers = 64;
  if (!model.links()) return false;
  if (has_papers(model)) return model.topology->nodes() <= most_nodes_beside_papers;
  const bool pairs = task.operation == CollectiveOperation::all_to_all;
  return model.topology->nodes() <= most_planned_nodes && (!pairs || model.nodes <= most_terminals_of_pairs);
}

/// The same of a scan, in which a node may have a vector of every other one.
inline bool has_scan_plans(const CollectiveModel& model, const CollectiveTask& task) {
  constexpr std::uint32_t most_scan_nodes = 256;
  constexpr std::uint64_t most_scan_words = std::uint64_t{1} << 26;  // of all vectors of all nodes
  const std::uint64_t vectors = std::uint64_t{model.nodes} * model.nodes;
  return has_plans(model, task) && model.nodes <= most_scan_nodes &&
         task.vector_words(model.nodes) <= most_scan_words / vectors;
}

}  // namespace pram
