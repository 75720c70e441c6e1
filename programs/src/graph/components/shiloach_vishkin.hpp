#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ranges>

#include <pram/programs/graph.hpp>
#include "graph/arcs.hpp"

/// What both forms of Shiloach's and Vishkin's algorithm share: the shared memory and the order of a round's parts.
namespace pram::programs {

struct ShiloachVishkinMemory {
  ShiloachVishkinMemory(Machine& emulated, const Graph& graph)
      : machine(emulated),
        arcs(machine.array<Edge>(2 * graph.edges.size(), {}, "arcs")),
        parent(machine.array<std::uint32_t>(graph.vertices, 0, "parent")),
        touched(machine.array<std::uint32_t>(graph.vertices, 0, "touched")),
        moved(machine.array<std::uint32_t>(graph.vertices, 0, "moved")),
        changed(machine.array<bool>(1, false, "changed")) {
    // Filled once there is room for all of them.
    arcs.assign(arcs_of(graph));
    parent.assign(std::views::iota(0U, graph.vertices));
  }

  Machine& machine;
  Array<Edge> arcs;
  Array<std::uint32_t> parent;   ///< D in the paper
  Array<std::uint32_t> touched;  ///< Q: the last round in which something was hooked or shortcut to the vertex
  Array<std::uint32_t> moved;    ///< the last round in which the first shortcut changed the vertex's parent
  Array<bool> changed;
};

/// The most rounds: Theorem 1 of the paper.
inline std::uint32_t most_shiloach_vishkin_rounds(std::uint32_t vertices) {
  return static_cast<std::uint32_t>(std::log(vertices) / std::log(1.5)) + 2;
}

/// @tparam Parts  ShiloachVishkinMemory with the parts of a round
template <class Parts>
ConnectedComponents shiloach_vishkin(Machine& machine, const Graph& graph) {
  if (graph.vertices == 0) return {};
  Parts algorithm(machine, graph);
  // The loop ends by itself before that, unless the rule of the machine breaks the algorithm.
  const std::uint32_t most = most_shiloach_vishkin_rounds(graph.vertices);
  std::uint32_t round = 1;
  for (;; ++round) {
    algorithm.shortcut(round);
    algorithm.hook(round);
    algorithm.hook_stagnant(round);
    algorithm.shortcut_again();
    algorithm.changed.set(0, false);
    algorithm.note_change(round);
    if (!algorithm.changed.get(0) || round == most) break;
  }
  return {algorithm.parent.host(), round};
}

}  // namespace pram::programs
