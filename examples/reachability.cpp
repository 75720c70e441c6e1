#include <pram/pram.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

// Who can reach whom in a directed graph: the adjacency matrix is squared until nothing changes, each time by n^3
// processors in a few steps. Rule common: all that write a cell write the same. (JáJá, An Introduction to Parallel
// Algorithms, 1992, Section 5.5.)
namespace {

constexpr std::uint64_t n = 16;

std::vector<std::uint8_t> reachable(pram::Machine& machine, const std::vector<std::uint8_t>& edges) {
  const auto reach = machine.array(edges, "reach");
  const auto changed = machine.array<std::uint8_t>(1, 1, "changed");
  while (changed.get(0) == 1) {
    changed.set(0, 0);
    machine.pardo(n * n * n, [&](pram::Processor self) -> pram::Task<> {
      const std::uint64_t from = self.id() / (n * n), by = self.id() / n % n, to = self.id() % n;
      const bool first = co_await reach[from * n + by] == 1;
      const bool second = co_await reach[by * n + to] == 1;
      const bool known = co_await reach[from * n + to] == 1;
      if (first && second && !known) {
        co_await (reach[from * n + to] = std::uint8_t{1});
        co_await (changed[0] = std::uint8_t{1});
      }
    });
  }
  return reach.host();
}

}  // namespace

int main() {
  // Two circles of eight, and one edge from the first to the second.
  std::vector<std::uint8_t> edges(n * n);
  for (std::uint64_t v = 0; v < n; ++v) edges[v * n + v / 8 * 8 + (v + 1) % 8] = 1;
  edges[3 * n + 12] = 1;

  pram::Machine machine({.components = 256, .network = "hypercube:8", .rule = pram::Rule::common});
  const std::vector<std::uint8_t> reach = reachable(machine, edges);
  for (const std::uint64_t v : {0, 8}) {
    std::uint64_t count = 0;
    for (std::uint64_t to = 0; to < n; ++to) count += reach[v * n + to];
    std::printf("from %2llu: %llu vertices\n", static_cast<unsigned long long>(v),
                static_cast<unsigned long long>(count));
  }
  std::printf("%llu steps\n", static_cast<unsigned long long>(machine.ledger().steps()));
  for (const std::string& model : machine.ledger().models()) std::printf("it satisfied %s\n", model.c_str());
}
