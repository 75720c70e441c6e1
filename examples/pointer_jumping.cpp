#include <pram/tool.hpp>

#include <cstdint>
#include <span>
#include <vector>

// For who teaches: pointer jumping, to be gone through step by step: ./pointer_jumping trace list-parity --n 12
// --html trace.html
namespace {

/// Whether each node of a list is an even number of places before its end: all nodes ask, and jump over who they ask.
std::vector<std::uint32_t> list_parity(pram::Machine& machine, std::span<const std::uint32_t> successors) {
  const auto next = machine.array(successors, "next");
  const auto odd = machine.array<std::uint32_t>(successors.size(), 1, "odd");
  machine.pardo(successors.size(), [&](pram::Processor self) -> pram::Task<> {
    std::uint32_t ahead = co_await next[self.id()];
    std::uint32_t mine = 1;
    while (ahead != pram::no_node) {
      mine ^= co_await odd[ahead];
      ahead = co_await next[ahead];
      co_await (odd[self.id()] = mine);
      co_await (next[self.id()] = ahead);
    }
  });
  std::vector<std::uint32_t> even = odd.host();
  for (std::uint32_t& one : even) one = 1 - one % 2;
  return even;
}

}  // namespace

int main(int count, char** arguments) {
  using namespace pram::programs;
  return pram::tool::main(count, arguments,
                          {program<LinkedLists>(list_parity, {.name = "list-parity",
                                                              .what = "parity of distances to the end of a list",
                                                              .time = "O(log n)",
                                                              .work = "O(n log n)",
                                                              .degree_at_most = 1,
                                                              .pointers = "next"})});
}
