#include <pram/programs/graph.hpp>

#include "graph/components/shiloach_vishkin.hpp"

namespace pram::programs {

namespace {

/// The parts of a round, as connected_components.cpp has them for one processor.
struct WholeShiloachVishkin : ShiloachVishkinMemory {
  using ShiloachVishkinMemory::ShiloachVishkinMemory;

  void shortcut(std::uint32_t round) const {
    const Processors vertices = machine.processors(parent.size());
    const auto above = vertices.read(parent, own_cell);
    const auto top = vertices.read(parent, above);
    vertices.end_where([&](std::uint64_t i) { return top[i] == above[i]; });
    vertices.write(parent, own_cell, top);
    vertices.write(touched, top, round);
    vertices.write(moved, own_cell, round);
  }

  void hook(std::uint32_t round) const {
    const Processors each = machine.processors(arcs.size());
    const auto arc = each.read(arcs, own_cell);
    const auto from = [&](std::uint64_t i) { return arc[i].from; };
    const auto to = [&](std::uint64_t i) { return arc[i].to; };
    auto mine = each.read(moved, from);
    each.end_where([&](std::uint64_t i) { return mine[i] == round; });
    const auto root = each.read(parent, from);
    const auto other = each.read(parent, to);
    each.end_where([&](std::uint64_t i) { return other[i] >= root[i]; });
    each.write(parent, root, other);
    // The target of a lost write stays stagnant. Else a star whose centre is the last vertex could take n rounds.
    each.read(parent, root, mine);
    each.end_where([&](std::uint64_t i) { return mine[i] != other[i]; });
    each.write(touched, other, round);
  }

  void hook_stagnant(std::uint32_t round) const {
    const Processors each = machine.processors(arcs.size());
    const auto arc = each.read(arcs, own_cell);
    const auto root = each.read(parent, [&](std::uint64_t i) { return arc[i].from; });
    auto mine = each.read(parent, root);
    each.end_where([&](std::uint64_t i) { return mine[i] != root[i]; });
    each.read(touched, root, mine);
    each.end_where([&](std::uint64_t i) { return mine[i] == round; });
    const auto other = each.read(parent, [&](std::uint64_t i) { return arc[i].to; });
    each.end_where([&](std::uint64_t i) { return other[i] == root[i]; });
    each.write(parent, root, other);
  }

  void shortcut_again() const {
    const Processors vertices = machine.processors(parent.size());
    const auto above = vertices.read(parent, own_cell);
    const auto top = vertices.read(parent, above);
    vertices.end_where([&](std::uint64_t i) { return top[i] == above[i]; });
    vertices.write(parent, own_cell, top);
  }

  void note_change(std::uint32_t round) const {
    const Processors vertices = machine.processors(touched.size());
    const auto last = vertices.read(touched, own_cell);
    vertices.end_where([&](std::uint64_t i) { return last[i] != round; });
    vertices.write(changed, 0U, true);
  }
};

}  // namespace

ConnectedComponents connected_components_data_parallel(Machine& machine, const Graph& graph) {
  return shiloach_vishkin<WholeShiloachVishkin>(machine, graph);
}

}  // namespace pram::programs
