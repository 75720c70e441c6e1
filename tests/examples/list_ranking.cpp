#include <pram/pram.hpp>

#include <cstdio>
#include <vector>

int main() {
  // A list of 16 nodes in a row; the last points to itself. How far is each from the end?
  constexpr std::uint32_t n = 16;
  std::vector<std::uint32_t> successors(n);
  for (std::uint32_t i = 0; i < n; ++i) successors[i] = i + 1 < n ? i + 1 : i;

  pram::Machine machine({.components = 8, .network = "router", .access = "combining"});
  auto next = machine.array(successors, "next");
  auto rank = machine.array<int>(n, 1, "rank");
  rank.set(n - 1, 0);

  machine.pardo(n, [&](pram::Processor self) -> pram::Task<> {
    auto i = self.id();
    for (int round = 0; round < 4; ++round) {  // ceil(log2 n) rounds of pointer jumping
      std::uint32_t j = co_await next[i];      // one step: concurrent reads are combined on the way
      int ahead = co_await rank[j];
      int mine = co_await rank[i];
      co_await (rank[i] = mine + ahead);  // one step: a write under the machine's rule
      std::uint32_t far = co_await next[j];
      co_await (next[i] = far);
    }
  });

  for (int r : rank.host()) std::printf("%d ", r);
  const pram::Ledger& ledger = machine.ledger();
  std::printf("\n%llu steps, charge %llu forward and %llu back\n", static_cast<unsigned long long>(ledger.steps()),
              static_cast<unsigned long long>(ledger.charge()), static_cast<unsigned long long>(ledger.charge_back()));
}
