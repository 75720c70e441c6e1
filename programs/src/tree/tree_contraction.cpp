#include <pram/programs/tree.hpp>

#include <array>

#include <pram/programs/input/text/languages.hpp>
#include <pram/programs/list.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/scan.hpp>
#include "list/random_mate_cost.hpp"
#include "logarithm.hpp"
#include "programs.hpp"
#include "scan/prefix_sums_cost.hpp"

namespace pram::programs {

namespace {

std::uint32_t modular_sum(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint32_t>((a + b) % expression_modulus);
}
std::uint32_t modular_product(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint32_t>(a * b % expression_modulus);
}

/// The function x -> factor x + summand, applied to a node's value before its parent uses the value.
struct Linear {
  std::uint32_t factor;
  std::uint32_t summand;

  std::uint32_t of(std::uint32_t x) const { return modular_sum(modular_product(factor, x), summand); }
};

/// The place of a node: its parent, and its side, 1 for a right child.
struct Hook {
  std::uint32_t parent;
  std::uint32_t side;
};

/// An expression in shared memory. Node v has children 2v and 2v + 1 of `child`.
struct Contraction {
  Contraction(Machine& emulated, const ExpressionTree& tree)
      : machine(emulated),
        child(machine.array<std::uint32_t>(2 * tree.nodes(), no_node, "child")),
        hook(machine.array<Hook>(tree.nodes(), {no_node, 0}, "hook")),
        function(machine.array<Linear>(tree.nodes(), {1, 0}, "function")),
        multiplies(machine.array(tree.multiplies, "multiplies")),
        value(machine.array(tree.value, "value")) {
    for (std::uint32_t node = 0; node < tree.nodes(); ++node) {
      child.set(2 * std::uint64_t{node}, tree.left[node]);
      child.set(2 * std::uint64_t{node} + 1, tree.right[node]);
    }
  }

  /// The leaves from left to right: an Euler tour that enters and leaves every node is ranked, and leaves are counted.
  Array<std::uint32_t> leaves_in_order() {
    const std::uint64_t nodes = hook.size();
    const auto successor =
        machine.array<std::uint32_t>(2 * nodes, no_node, "successor");  // entering 2v, leaving 2v + 1
    const auto count = machine.array<std::int64_t>(2 * nodes, 0, "count");
    auto leaves = machine.array<std::uint32_t>((nodes + 1) / 2, 0, "leaves");
    std::vector<std::uint8_t> is_leaf(nodes);  // and its place on the tour; its processor alone reads them
    std::vector<std::uint64_t> place(nodes);
    machine.pardo(nodes, [&](Processor self) -> Task<> {
      const auto node = static_cast<std::uint32_t>(self.id());
      const std::uint32_t left = co_await child[2 * self.id()];
      const std::uint32_t right = co_await child[2 * self.id() + 1];
      is_leaf[node] = left == no_node;
      if (is_leaf[node]) {
        co_await (successor[2 * self.id()] = 2 * node + 1);
        co_return;
      }
      co_await (hook[left] = Hook{node, 0});
      co_await (hook[right] = Hook{node, 1});
      co_await (successor[2 * self.id()] = 2 * left);
      co_await (successor[2 * std::uint64_t{left} + 1] = 2 * right);
      co_await (successor[2 * std::uint64_t{right} + 1] = 2 * node + 1);
    });
    const Array<std::uint32_t> rank = list_ranking_random_mate(machine, successor);
    machine.pardo(nodes, [&](Processor self) -> Task<> {
      if (!is_leaf[self.id()]) co_return;
      place[self.id()] = 2 * nodes - 1 - co_await rank[2 * self.id()];
      co_await (count[place[self.id()]] = 1);
    });
    prefix_sums(machine, count);
    machine.pardo(nodes, [&](Processor self) -> Task<> {
      if (!is_leaf[self.id()]) co_return;
      const std::int64_t number = co_await count[place[self.id()]];
      co_await (leaves[number - 1] = static_cast<std::uint32_t>(self.id()));
    });
    return leaves;
  }

  /// Removes a leaf and its parent. The sibling takes the parent's place, and its function stands for both.
  Task<> rake(std::uint32_t leaf, Hook mine) {
    const Hook above = co_await hook[mine.parent];
    const std::uint32_t sibling = co_await child[2 * std::uint64_t{mine.parent} + 1 - mine.side];
    const Linear own = co_await function[leaf];
    const std::uint32_t operand = own.of(co_await value[leaf]);
    const Linear beside = co_await function[sibling];
    const Linear outer = co_await function[mine.parent];
    const bool times = co_await multiplies[mine.parent] != 0;
    const Linear inner = times
                             ? Linear{modular_product(beside.factor, operand), modular_product(beside.summand, operand)}
                             : Linear{beside.factor, modular_sum(beside.summand, operand)};
    co_await (function[sibling] = Linear{modular_product(outer.factor, inner.factor), outer.of(inner.summand)});
    co_await (hook[sibling] = above);
    co_await (child[2 * std::uint64_t{above.parent} + above.side] = sibling);
  }

  /// Rakes every other leaf that is left, without the first and the last leaf. Every `stride`-th leaf is left. Left
  /// children are raked before right children, so that no two rakes change the same node.
  void rake_every_other(const Array<std::uint32_t>& leaves, std::uint64_t stride) {
    const std::uint64_t inner = leaves.size() - 2;
    const std::uint64_t raked = (inner / stride + 1) / 2;
    std::vector<std::uint8_t> done(raked, 0);  // its processor alone reads it
    for (const bool left_ones : {true, false}) {
      machine.pardo(raked, [&](Processor self) -> Task<> {
        if (done[self.id()] != 0) co_return;
        const std::uint32_t leaf = co_await leaves[(2 * self.id() + 1) * stride];
        self.show("leaf", leaf);
        const Hook mine = co_await hook[leaf];
        self.show("side", mine.side);
        if (left_ones && mine.side == 1) co_return;
        done[self.id()] = 1;
        co_await rake(leaf, mine);
      });
    }
  }

  /// The value of a node that has leaves for children, or is one.
  std::uint32_t value_of(std::uint32_t root) {
    const auto result = machine.array<std::uint32_t>(1, 0, "result");
    machine.pardo(1, [&](Processor) -> Task<> {
      std::array<std::uint32_t, 2> operand{};
      for (std::uint64_t side = 0; side < 2; ++side) {
        const std::uint32_t leaf = co_await child[2 * std::uint64_t{root} + side];
        if (leaf == no_node) {
          const std::uint32_t alone = co_await value[root];
          co_await (result[0] = alone);
          co_return;
        }
        const Linear own = co_await function[leaf];
        operand[side] = own.of(co_await value[leaf]);
      }
      const bool times = co_await multiplies[root] != 0;
      co_await (result[0] = times ? modular_product(operand[0], operand[1]) : modular_sum(operand[0], operand[1]));
    });
    return result.get(0);
  }

  Machine& machine;
  Array<std::uint32_t> child;
  Array<Hook> hook;
  Array<Linear> function;
  Array<std::uint8_t> multiplies;
  Array<std::uint32_t> value;
};

/// The value by a walk on one thread: children before their parents.
std::uint32_t value_by_walk(const ExpressionTree& tree) {
  std::vector<std::uint32_t> order = {tree.root};
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (tree.left[order[k]] == no_node) continue;
    order.push_back(tree.left[order[k]]);
    order.push_back(tree.right[order[k]]);
  }
  std::vector<std::uint32_t> value = tree.value;
  for (std::size_t k = order.size(); k-- > 0;) {
    const std::uint32_t node = order[k];
    if (tree.left[node] == no_node) continue;
    const std::uint64_t left = value[tree.left[node]];
    const std::uint64_t right = value[tree.right[node]];
    value[node] =
        static_cast<std::uint32_t>((tree.multiplies[node] != 0 ? left * right : left + right) % expression_modulus);
  }
  return value[tree.root];
}

}  // namespace

std::uint32_t tree_contraction(Machine& machine, const ExpressionTree& tree) {
  Contraction contraction(machine, tree);
  if (tree.nodes() > 3) {
    const Array<std::uint32_t> leaves = contraction.leaves_in_order();
    for (std::uint64_t stride = 1; stride <= leaves.size() - 2; stride *= 2)
      contraction.rake_every_other(leaves, stride);
  }
  return contraction.value_of(tree.root);
}

Program tree_contraction_program() {
  return program<ExpressionTrees>(
      tree_contraction,
      {.name = "tree-contraction",
       .alias = "expression",
       .what = "the value of an expression of n numbers with + and *, by raking leaves; modulo 2^31 - 1",
       .columns = "value of the expression",
       .source = "Kosaraju, Delcher 1988; Abrahamson et al. 1989; JáJá 3.3",
       .model = Rule::erew,
       .time = "O(log n)",
       .steps_at_most =
           [](std::uint64_t n) {
             return n < 3 ? 8
                          : 19 + random_mate_steps(4 * n - 2) + prefix_sums_steps(4 * n - 2) +
                                24 * (1 + floor_log2(n - 2));
           },
       .work = "O(n) with high probability",
       .work_at_most =
           [](std::uint64_t n) {
             return n < 3 ? 8 : 40 * n + random_mate_work(4 * n - 2) + prefix_sums_work(4 * n - 2);
           },
       .degree_at_most = 1,
       .size = {.usual = 1 << 12,
                .bytes_each = 50 * sizeof(std::uint32_t) + 4 * processor_bytes,
                .least = 1,
                .most = most_items / 8},
       .pointers = "successor",
       .oracle = value_by_walk,
       .against = "an evaluation of children before their parents",
       .facts = [](const ExpressionTree&, std::uint32_t value) -> Facts {
         return {{"value", std::int64_t{value}}};
       },
       .write = [](std::ostream& out, const ExpressionTree&, std::uint32_t value) { out << value << '\n'; }});
}

}  // namespace pram::programs
