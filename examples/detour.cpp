#include <pram/tool.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

// For who designs memory systems: an access protocol of one's own beside the bundled ones, on a hot spot:
// ./detour compare one-in-eight --access detour,direct,combining --networks router,omega
namespace {

/// Two phases: first to a component drawn at random, then home (Valiant's two-phase routing, with merging at both
/// stops).
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

/// Of all processors, one in eight adds to one cell, the others to cells of their own.
std::int64_t one_in_eight(pram::Machine& machine, std::span<const std::int64_t> numbers) {
  const auto sums = machine.array<std::int64_t>(std::max<std::uint64_t>(1, numbers.size()), 0, "sums");
  machine.pardo(numbers.size(), [&](pram::Processor self) -> pram::Task<> {
    co_await sums[self.id() % 8 == 0 ? 0 : self.id()].add(numbers[self.id()]);
  });
  return sums.get(0);
}

}  // namespace

int main(int count, char** arguments) {
  using namespace pram::programs;
  pram::access_protocols().add(
      {"detour", "by way of a random component",
       [](const pram::Spec&, std::uint32_t components) { return std::make_unique<Detour>(components); }});
  return pram::tool::main(count, arguments,
                          {program<Numbers>(one_in_eight, {.name = "one-in-eight",
                                                           .what = "one processor in eight adds to one cell",
                                                           .model = pram::Rule::sum,
                                                           .steps = [](std::uint64_t n) { return n == 0 ? 0U : 1U; },
                                                           .size = {.usual = 4096},
                                                           .oracle =
                                                               [](std::span<const std::int64_t> numbers) {
                                                                 std::int64_t sum = 0;
                                                                 for (std::size_t i = 0; i < numbers.size(); i += 8)
                                                                   sum += numbers[i];
                                                                 return sum;
                                                               },
                                                           .against = "a loop on one thread"})});
}
