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

/// The most nodes, switches among them, for which a piece of every node for every other one is planned.
inline constexpr std::uint32_t most_nodes_of_shares = 512;

/// Whether words start or end at one node, so that a plan has few pieces, or each goes to one node alone.
inline bool is_at_one_node(CollectiveOperation operation) {
  switch (operation.kind()) {
    case CollectiveOperation::broadcast:
    case CollectiveOperation::scatter:
    case CollectiveOperation::gather:
    case CollectiveOperation::reduce:
    case CollectiveOperation::all_reduce: return true;  // to one node and back
    default: return false;
  }
}

/// Whether plans are made for a network: one with links, and not too many nodes, switches among them, for the pieces
/// that are planned. In all-to-all there is a piece for each pair.
inline bool has_plans(const CollectiveModel& model, const CollectiveTask& task) {
  constexpr std::uint32_t most_terminals_of_packets = 4096;
  constexpr std::uint32_t most_nodes_of_packets = 4 * most_terminals_of_packets;  // with switches
  constexpr std::uint32_t most_nodes_beside_papers = 64;
  if (!model.links()) return false;
  const std::uint32_t nodes = model.topology->nodes();
  if (has_papers(model)) return nodes <= most_nodes_beside_papers;
  if (is_at_one_node(task.operation)) return model.nodes <= most_terminals_of_packets && nodes <= most_nodes_of_packets;
  const bool pairs = task.operation == CollectiveOperation::all_to_all;
  return nodes <= most_nodes_of_shares && (!pairs || model.nodes <= most_terminals_of_pairs);
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
