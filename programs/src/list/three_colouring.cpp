#include <pram/programs/list.hpp>

#include <algorithm>
#include <bit>
#include <string>

#include <pram/programs/input/structure/lists.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// How often n colours are made 2 ⌈log2 n⌉, until there are at most 6: log* n times or once more.
std::uint64_t recolourings(std::uint64_t n) {
  std::uint64_t times = 0;
  for (; n > 6; n = 2 * ceil_log2(n)) ++times;
  return times;
}

}  // namespace

std::vector<std::uint32_t> three_colouring(Machine& machine, std::span<const std::uint32_t> successors) {
  const std::uint64_t n = successors.size();
  for (std::uint32_t node = 0; n > 1 && node < n; ++node) {
    if (successors[node] == node)
      throw ConfigError("successors", std::to_string(node) + " of " + std::to_string(node),
                        "a cycle through all nodes, or several of two nodes and more");
  }
  const auto next = machine.array(successors, "next");
  const auto before = machine.array<std::uint32_t>(n, no_node, "before");
  const auto colour = machine.array<std::uint32_t>(n, 0, "colour");
  machine.pardo(n, [&](Processor self) -> Task<> {
    const std::uint32_t ahead = co_await next[self.id()];
    co_await (before[ahead] = static_cast<std::uint32_t>(self.id()));
    const std::uint32_t behind = co_await before[self.id()];
    auto mine = static_cast<std::uint32_t>(self.id());
    co_await (colour[self.id()] = mine);
    for (std::uint64_t round = 0; round < recolourings(n); ++round) {
      // The new colour: the place of the lowest bit in which it differs from its successor's, and that bit.
      const auto bit = static_cast<std::uint32_t>(std::countr_zero(mine ^ co_await colour[ahead]));
      mine = 2 * bit + (mine >> bit & 1);
      co_await (colour[self.id()] = mine);
    }
    for (std::uint32_t given_up = 3; given_up < 6; ++given_up) {
      if (mine != given_up) {
        co_await self.idle(3);
        continue;
      }
      const std::uint32_t left = co_await colour[behind];
      const std::uint32_t right = co_await colour[ahead];
      for (mine = 0; mine == left || mine == right;) ++mine;
      co_await (colour[self.id()] = mine);
    }
  });
  return colour.host();
}

Program three_colouring_program() {
  return program<Cycles>(
      three_colouring,
      {.name = "three-colouring",
       .alias = "coin-tossing",
       .what = "three colours for the nodes of a directed cycle, by deterministic coin tossing",
       .columns = "colour of the node: 0 to 2",
       .source = "Cole, Vishkin 1986; JáJá 2.7",
       .model = Rule::erew,
       .time = "O(log* n)",
       .steps = [](std::uint64_t n) { return 13 + 2 * recolourings(n); },
       .work = "O(n log* n)",
       .work_at_most = [](std::uint64_t n) { return n * (13 + 2 * recolourings(n)); },
       .degree_at_most = 1,
       .size = {.usual = 1 << 16, .bytes_each = 4 * sizeof(std::uint32_t) + processor_bytes, .least = 2},
       .pointers = "next",
       .oracle =
           [](const Cycles::Value& next, const std::vector<std::uint32_t>& colour) {
             for (std::size_t node = 0; node < colour.size(); ++node) {
               if (colour[node] >= 3 || colour[node] == colour[next[node]]) return false;
             }
             return colour.size() == next.size();
           },
       .against = "each node's colour being one of three, and not its successor's",
       .facts = [](const Cycles::Value&, const std::vector<std::uint32_t>& colour) -> Facts {
         return {{"first", std::ranges::count(colour, 0U)},
                 {"second", std::ranges::count(colour, 1U)},
                 {"third", std::ranges::count(colour, 2U)}};
       }});
}

}  // namespace pram::programs
