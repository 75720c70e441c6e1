#include <pram/programs/tree.hpp>

#include <algorithm>

#include <pram/detail/no_node.hpp>
#include <pram/programs/input/text/languages.hpp>
#include <pram/programs/row.hpp>
#include <pram/programs/scan.hpp>
#include "programs.hpp"
#include "scan/prefix_sums_cost.hpp"
#include "search/minima/smaller_values_before.hpp"
#include "tree/partners.hpp"

namespace pram::programs {

std::vector<std::uint32_t> matching_parentheses_by_blocks(Machine& machine, std::string_view text) {
  const std::uint64_t n = text.size();
  if (n == 0) return {};
  const auto letter = machine.array(text, "letter");
  const auto depth = machine.array<std::int64_t>(n, 0, "depth");
  const auto behind = machine.array<std::uint32_t>(n, no_node, "behind");
  const auto partner = machine.array<std::uint32_t>(n, no_node, "partner");
  std::vector<char> own(n);  // its processor alone reads it
  machine.pardo(n, [&](Processor self) -> Task<> {
    own[self.id()] = co_await letter[self.id()];
    co_await (depth[self.id()] = own[self.id()] == '(' ? 1 : -1);
  });
  prefix_sums(machine, depth);
  // The partner of an opening parenthesis is the first place behind it of a smaller depth.
  SmallerValuesBefore(machine, depth, true, behind).find();
  machine.pardo(n, [&](Processor self) -> Task<> {
    if (own[self.id()] != '(') co_return;
    const std::uint32_t mine = co_await behind[self.id()];
    if (mine == no_node) co_return;
    co_await (partner[self.id()] = mine);
    co_await (partner[mine] = static_cast<std::uint32_t>(self.id()));
  });
  return partner.host();
}

Program matching_parentheses_by_blocks_program() {
  return program<Parentheses>(
      matching_parentheses_by_blocks,
      {.name = "matching-parentheses-by-blocks",
       .alias = "parentheses",
       .what = "the partner of each of n parentheses: within blocks of log n, then between blocks",
       .columns = "index of the partner or -1 for none",
       .source = "Bar-On, Vishkin 1985; Berkman, Schieber, Vishkin 1993",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n)",
       .steps_at_most = [](std::uint64_t n) -> std::uint64_t {
         return n == 0 ? 0 : 5 + prefix_sums_steps(n) + SmallerValuesBefore::steps(n);
       },
       .work = "O(n)",
       .work_at_most = [](std::uint64_t n) -> std::uint64_t {
         return n == 0 ? 0 : 5 * n + prefix_sums_work(n) + SmallerValuesBefore::work(n);
       },
       .degree_at_most = [](std::uint64_t n) { return std::max<std::uint64_t>(1, n); },
       .size = {.usual = 1 << 14, .bytes_each = 1 + 5 * sizeof(std::int64_t) + processor_bytes},
       .oracle = oracle::partners,
       .against = "a stack",
       .facts = pairs_of_parentheses,
       .write = write_partners});
}

}  // namespace pram::programs
