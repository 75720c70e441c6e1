#include <pram/programs/scan.hpp>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"
#include "scan/prefix_sums_cost.hpp"

namespace pram::programs {

std::vector<std::uint64_t> compaction(Machine& machine, std::span<const std::uint8_t> bits) {
  const std::uint64_t n = bits.size();
  if (n == 0) return {};
  const auto bit = machine.array(bits, "bit");
  const auto place = machine.array<std::int64_t>(n, 0, "place");
  machine.pardo(n, [&](Processor self) -> Task<> {
    const bool one = co_await bit[self.id()] != 0;
    co_await (place[self.id()] = one ? 1 : 0);
  });
  prefix_sums(machine, place);
  const auto packed = machine.array<std::uint64_t>(static_cast<std::uint64_t>(place.get(n - 1)), 0, "packed");
  machine.pardo(n, [&](Processor self) -> Task<> {
    if (co_await bit[self.id()] == 0) co_return;
    const std::int64_t mine = co_await place[self.id()];
    co_await (packed[mine - 1] = self.id());
  });
  return packed.host();
}

Program compaction_program() {
  return program<Bits>(compaction,
                       {.name = "compaction",
                        .alias = "pack",
                        .what = "the places of the ones of n bits in a row, by prefix sums",
                        .columns = "index of a bit that is 1",
                        .source = "JáJá 2.1",
                        .model = Rule::erew,
                        .time = "O(log n)",
                        .steps = [](const auto& bits, const std::vector<std::uint64_t>& ones) -> std::uint64_t {
                          return bits.empty() ? 0 : 3 + prefix_sums_steps(bits.size()) + (ones.empty() ? 0 : 2);
                        },
                        .work = "O(n)",
                        .work_at_most = [](std::uint64_t n) { return 5 * n + prefix_sums_work(n); },
                        .degree_at_most = 1,
                        .size = {.usual = 1 << 17, .bytes_each = 2 + sizeof(std::int64_t) + processor_bytes},
                        .oracle =
                            [](std::span<const std::uint8_t> bits) {
                              std::vector<std::uint64_t> ones;
                              for (std::uint64_t i = 0; i < bits.size(); ++i) {
                                if (bits[i] != 0) ones.push_back(i);
                              }
                              return ones;
                            },
                        .against = "one pass over the bits",
                        .facts = [](const auto&, const auto& ones) -> Facts {
                          return {{"ones", static_cast<std::int64_t>(ones.size())}};
                        }});
}

}  // namespace pram::programs
