#include <pram/pram.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

int main() {
  // A list of 16 nodes in a row. How far is each from the end?
  constexpr std::uint32_t n = 16;
  constexpr std::uint32_t none = 0xFFFFFFFF;  // behind the last
  std::vector<std::uint32_t> successors(n);
  for (std::uint32_t i = 0; i < n; ++i) successors[i] = i + 1 < n ? i + 1 : none;

  pram::Machine machine({.components = 8, .network = "router", .access = "combining", .rule = pram::Rule::erew});
  const auto next = machine.array(successors, "next");
  const auto rank = machine.array<std::uint32_t>(n, 1, "rank");

  const pram::Processors nodes = machine.processors(n);
  auto mine = nodes.registers<std::uint32_t>(1);  // a private variable of every processor
  auto ahead = nodes.read(next, pram::own_cell);  // one step: processor i reads next[i]
  const auto at_end = [&](auto i) { return ahead[i] == none; };
  nodes.end_where(at_end);
  while (nodes.live() > 0) {
    nodes.read(rank, ahead, [&](auto i, auto far) { mine[i] += far; });  // one step: reads rank[ahead[i]]
    nodes.read(next, ahead, ahead);                                      // one step: the replies replace the indices
    nodes.write(rank, pram::own_cell, mine);                             // one step: writes rank[i]
    nodes.write(next, pram::own_cell, ahead);
    nodes.end_where(at_end);
  }

  for (const std::uint32_t r : rank.host()) std::printf("%u ", r - 1);
  const pram::Ledger& ledger = machine.ledger();
  std::printf("\n%llu steps, work %llu, charge %llu\n", static_cast<unsigned long long>(ledger.steps()),
              static_cast<unsigned long long>(ledger.work()), static_cast<unsigned long long>(ledger.total_charge()));
}
