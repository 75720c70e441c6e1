#include <pram/programs/tree.hpp>

#include <algorithm>

#include <pram/programs/input/structure/trees.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::uint32_t> forest_roots(Machine& machine, std::span<const std::uint32_t> parents) {
  const auto above = machine.array(parents, "above");
  machine.pardo(parents.size(), [&](Processor self) -> Task<> {
    std::uint32_t mine = co_await above[self.id()];
    for (;;) {
      const std::uint32_t next = co_await above[mine];
      if (next == mine) co_return;  // a root
      mine = next;
      co_await (above[self.id()] = mine);
    }
  });
  return above.host();
}

Program forest_roots_program() {
  return program<Forests>(forest_roots,
                          {.name = "forest-roots",
                           .alias = "pointer-jumping",
                           .what = "the root of every node of rooted trees by pointer jumping",
                           .columns = "root of the node",
                           .source = "JáJá 2.2",
                           .model = Rule::crew,
                           .needs_more_than = Rule::erew,
                           .time = "O(log h)",
                           .steps = [](const Forest& forest) -> std::uint64_t {
                             if (forest.parent.empty()) return 0;
                             const std::uint64_t height = std::ranges::max(depths_of(forest));
                             return 2 + (height < 2 ? 0 : 2 * ceil_log2(height));
                           },
                           .work = "O(n log h)",
                           .work_at_most = [](std::uint64_t n) { return n == 0 ? 0 : n * (2 + 2 * ceil_log2(n)); },
                           .degree_at_most = [](std::uint64_t n) { return n; },
                           .size = {.usual = 1 << 17, .bytes_each = 2 * sizeof(std::uint32_t) + processor_bytes},
                           .pointers = "above",
                           .oracle =
                               [](const Forest& forest, const std::vector<std::uint32_t>& roots) {
                                 for (std::size_t node = 0; node < roots.size(); ++node) {
                                   const std::uint32_t root = roots[node];
                                   const std::uint32_t parent = forest.parent[node];
                                   if (parent == node ? root != node : root != roots[parent]) return false;
                                 }
                                 return roots.size() == forest.parent.size();
                               },
                           .against = "every node's root being its parent's"});
}

}  // namespace pram::programs
