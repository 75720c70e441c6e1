#include <pram/programs/scan.hpp>

#include <algorithm>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"

namespace pram::programs {

bool boolean_or(Machine& machine, std::span<const std::uint8_t> bits) {
  const auto bit = machine.array(bits, "bit");
  const auto found = machine.array<bool>(1, false, "found");
  machine.pardo(bits.size(), [&](Processor self) -> Task<> {
    if (co_await bit[self.id()]) co_await (found[0] = true);
  });
  return found.get(0);
}

Program boolean_or_program() {
  const auto any = [](std::span<const std::uint8_t> bits) {
    return std::ranges::any_of(bits, [](std::uint8_t bit) { return bit != 0; });
  };
  return program<Bits>(boolean_or,
                       {.name = "boolean-or",
                        .alias = "or",
                        .what = "whether one of n bits is 1, by concurrent writes",
                        .columns = "1 if a bit is 1 else 0",
                        .source = "JáJá 1.3",
                        .model = Rule::common,
                        .needs_more_than = Rule::crew,
                        .time = "O(1)",
                        .steps = [any](const Bits::Value& bits) { return bits.empty() ? 0U
                                                                         : any(bits)  ? 2U
                                                                                      : 1U; },
                        .work = "O(n)",
                        .work_at_most = [](std::uint64_t n) { return 2 * n; },
                        .degree_at_most = [](std::uint64_t n) { return n; },
                        .size = {.usual = 1 << 17, .bytes_each = 2 + processor_bytes},
                        .oracle = any,
                        .against = "one pass over the bits",
                        .facts = [](const auto&, bool found) -> Facts {
                          return {{"has_one", found}};
                        }});
}

}  // namespace pram::programs
