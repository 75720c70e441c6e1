#include <pram/pram.hpp>

#include <algorithm>
#include <cstdio>

// Two phases: first to a component drawn at random, then home (Valiant's two-phase routing, with merging at both
// stops).
class Detour : public pram::PlannedProtocol {
 public:
  explicit Detour(std::uint32_t components) : components_(components) {}

  std::string name() const override { return "detour"; }
  std::uint32_t phases() const override { return 2; }
  void route(const Moves& moves, std::span<std::uint32_t> destination) const override {
    if (moves.phase == 1 || moves.ordered) {
      std::ranges::copy(moves.home, destination.begin());
      return;
    }
    for (std::size_t k = 0; k < destination.size(); ++k) {
      destination[k] =
          static_cast<std::uint32_t>((moves.token[k] ^ moves.draw) * 0x9E3779B97F4A7C15U >> 32) % components_;
    }
  }

 private:
  std::uint32_t components_;
};

int main() {
  pram::access_protocols().add(
      {"detour", "by way of a random component",
       [](const pram::Spec&, std::uint32_t components) { return std::make_unique<Detour>(components); }});
  pram::Machine machine({.components = 64, .network = "router", .access = "detour"});
  auto sum = machine.array<long>(1, 0, "sum");
  machine.pardo(1000, [&](pram::Processor self) -> pram::Task<> { co_await sum[0].add(static_cast<long>(self.id())); });
  std::printf("%ld after %zu phases\n", sum.get(0), machine.ledger().phases().size());
}
