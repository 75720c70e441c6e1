#include <pram/programs/tree.hpp>

#include <algorithm>
#include <bit>

#include <pram/detail/no_node.hpp>
#include <pram/programs/input/text/languages.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/scan.hpp>
#include "logarithm.hpp"
#include "programs.hpp"
#include "scan/prefix_sums_cost.hpp"
#include "search/minima/tree_of_minima.hpp"
#include "tree/partners.hpp"

namespace pram::programs {

std::vector<std::uint32_t> matching_parentheses(Machine& machine, std::string_view text) {
  const std::uint64_t n = text.size();
  const auto letter = machine.array(text, "letter");
  const auto depth = machine.array<std::int64_t>(n, 0, "depth");
  TreeOfMinima tree(machine, n);
  const auto partner = machine.array<std::uint32_t>(n, no_node, "partner");
  std::vector<std::int64_t> own(
      n);  // the depth of each opening parenthesis, none of others; its processor alone reads it
  machine.pardo(n, [&](Processor self) -> Task<> {
    own[self.id()] = co_await letter[self.id()] == '(' ? 1 : 0;
    co_await (depth[self.id()] = 2 * own[self.id()] - 1);
  });
  prefix_sums(machine, depth);
  machine.pardo(n, [&](Processor self) -> Task<> {
    const std::int64_t mine = co_await depth[self.id()];
    co_await (tree.least[tree.leaves + self.id()] = mine);
  });
  tree.build();
  // The partner of an opening parenthesis is the first place behind it of a smaller depth.
  machine.pardo(n, [&](Processor self) -> Task<> {
    if (own[self.id()] == 0) co_return;
    const std::int64_t mine = co_await depth[self.id()];
    const std::uint32_t behind = co_await tree.nearest_smaller(self, mine, false);
    if (behind == no_node) co_return;
    co_await (partner[self.id()] = behind);
    co_await (partner[behind] = static_cast<std::uint32_t>(self.id()));
  });
  return partner.host();
}

Program matching_parentheses_program() {
  const auto steps = [](std::uint64_t n) -> std::uint64_t {
    return n == 0 ? 0 : 7 + prefix_sums_steps(n) + 5 * ceil_log2(n);
  };
  return program<Parentheses>(
      matching_parentheses,
      {.name = "matching-parentheses",
       .what = "the partner of each of n parentheses, by the smallest depths of blocks",
       .columns = "index of the partner or -1 for none",
       .source = "Bar-On, Vishkin 1985; JáJá 3.4 and exercise 2.5",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n)",
       .steps_at_most = steps,
       .work = "O(n log n)",
       .work_at_most = [](std::uint64_t n) { return n == 0 ? 0 : n * (14 + ceil_log2(n)) + 6 * n; },
       .degree_at_most = [](std::uint64_t n) { return std::max<std::uint64_t>(1, std::bit_ceil(n) / 2); },
       .size = {.usual = 1 << 15, .bytes_each = 1 + 5 * sizeof(std::int64_t) + processor_bytes},
       .oracle = oracle::partners,
       .against = "a stack",
       .facts = pairs_of_parentheses,
       .write = write_partners});
}

}  // namespace pram::programs
