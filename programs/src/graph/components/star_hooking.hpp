#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ranges>
#include <utility>
#include <vector>

#include <pram/machine.hpp>
#include <pram/programs/input/graph.hpp>
#include "graph/arcs.hpp"

namespace pram::programs {

/// Components by hooking stars (Awerbuch, Shiloach 1987), with the edge of every hook. A star is a tree of height 1 at
/// most. A round hooks stars to smaller neighbours, then the remaining stars to any neighbouring trees that are no
/// stars. Then each vertex points to its grandparent. The second time no star may hook to a star, as two stars could
/// hook to each other.
class StarHooking {
 public:
  StarHooking(Machine& machine, const Graph& graph)
      : StarHooking(machine, graph.vertices, machine.array<Edge>(2 * graph.edges.size(), {}, "arcs")) {
    arcs_.assign(arcs_of(graph));
  }

  /// The same for arcs in shared memory, an even number of them: each with its other direction somewhere, or a loop.
  StarHooking(Machine& machine, std::uint32_t vertices, Array<Edge> arcs)
      : machine_(machine),
        arcs_(std::move(arcs)),
        parent_(machine.array<std::uint32_t>(vertices, 0, "parent")),
        star_(machine.array<bool>(vertices, false, "star")),
        winner_(machine.array<std::uint32_t>(vertices, 0, "winner")),
        chosen_(machine.array<bool>(arcs_.size() / 2, false, "chosen")),
        changed_(machine.array<bool>(1, false, "changed")) {
    parent_.assign(std::views::iota(0U, vertices));
  }

  /// Runs until a round changes nothing.
  /// @returns the number of rounds
  std::uint32_t run() {
    std::uint32_t rounds = 0;
    for (bool changed = true; changed && rounds < most_rounds(parent_.size()); ++rounds) {
      changed_.set(0, false);
      find_stars();
      hook(true);
      find_stars();
      hook(false);
      shortcut();
      changed = changed_.get(0);
    }
    return rounds;
  }

  std::vector<std::uint32_t> roots() const { return parent_.host(); }
  const Array<std::uint32_t>& shared_roots() const { return parent_; }
  /// Per edge: whether a star hooked along it. The chosen edges are a spanning forest.
  std::vector<bool> chosen() const { return chosen_.host(); }
  const Array<bool>& shared_chosen() const { return chosen_; }

  /// The most rounds, and the most steps and the most work of one. Without vertices there is no round.
  static std::uint32_t most_rounds(std::uint64_t vertices) {
    return vertices == 0 ? 0 : static_cast<std::uint32_t>(std::log(vertices) / std::log(1.5)) + 4;
  }
  static constexpr std::uint64_t round_steps = 36;
  static std::uint64_t most_steps(std::uint64_t vertices) { return round_steps * most_rounds(vertices); }
  /// The most requests for one cell in one step.
  static std::uint64_t most_degree(const Graph& graph) {
    return std::max<std::uint64_t>(graph.vertices, 2 * graph.edges.size());
  }
  static std::uint64_t round_work(const Graph& graph) { return round_work(graph.vertices, 2 * graph.edges.size()); }
  static std::uint64_t round_work(std::uint64_t vertices, std::uint64_t arcs) { return 18 * vertices + 18 * arcs; }

 private:
  void find_stars() {
    machine_.pardo(parent_.size(), [&](Processor self) -> Task<> {
      co_await (star_[self.id()] = true);
      const std::uint32_t above = co_await parent_[self.id()];
      const std::uint32_t top = co_await parent_[above];
      if (top == above) {
        co_await self.idle(2);
      } else {
        co_await (star_[self.id()] = false);
        co_await (star_[top] = false);
      }
      const bool root_is_star = co_await star_[above];
      co_await (star_[self.id()] = root_is_star && top == above);
    });
  }

  void hook(bool to_smaller) {
    machine_.pardo(arcs_.size(), [&, to_smaller](Processor self) -> Task<> {
      const Edge arc = co_await arcs_[self.id()];
      if (!co_await star_[arc.from]) co_return;
      const std::uint32_t root = co_await parent_[arc.from];
      const std::uint32_t other = co_await parent_[arc.to];
      if (to_smaller && other >= root) co_return;
      if (!to_smaller && co_await star_[arc.to]) co_return;
      co_await (winner_[root] = static_cast<std::uint32_t>(self.id()));
      if (co_await winner_[root] != self.id()) co_return;
      co_await (parent_[root] = other);
      co_await (chosen_[self.id() / 2] = true);
      co_await (changed_[0] = true);
    });
  }

  void shortcut() {
    machine_.pardo(parent_.size(), [&](Processor self) -> Task<> {
      const std::uint32_t above = co_await parent_[self.id()];
      const std::uint32_t top = co_await parent_[above];
      if (top == above) co_return;
      co_await (parent_[self.id()] = top);
      co_await (changed_[0] = true);
    });
  }

  Machine& machine_;
  Array<Edge> arcs_;
  Array<std::uint32_t> parent_;
  Array<bool> star_;
  Array<std::uint32_t> winner_;  // per root: the arc that hooks it
  Array<bool> chosen_;
  Array<bool> changed_;
};

}  // namespace pram::programs
