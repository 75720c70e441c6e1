#include <pram/programs/search.hpp>

#include <algorithm>
#include <ranges>

#include "input/sequence/bits.hpp"
#include "program.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

std::uint64_t ceiling_of_root(std::uint64_t n) {
  std::uint64_t root = 0;
  while (root * root < n) ++root;
  return root;
}

}  // namespace

std::optional<std::uint64_t> leftmost_one(Machine& machine, std::span<const std::uint8_t> bits) {
  if (bits.empty()) return std::nullopt;
  const std::uint64_t s = ceiling_of_root(bits.size());
  const auto bit = machine.array<std::uint8_t>(s * s, 0, "bit");
  const auto block_has_one = machine.array<bool>(s, false, "block_has_one");
  const auto block_beaten = machine.array<bool>(s, false, "block_beaten");
  const auto first_block = machine.array<std::uint64_t>(1, s, "first_block");
  const auto bit_beaten = machine.array<bool>(s, false, "bit_beaten");
  const auto leftmost = machine.array<std::uint64_t>(1, s * s, "leftmost");

  bit.assign(std::views::iota(std::uint64_t{0}, s * s) |
             std::views::transform([bits](std::uint64_t i) { return i < bits.size() ? bits[i] : std::uint8_t{0}; }));

  // No processor ends before the others, so that the time does not depend on the bits.
  machine.pardo(s * s, [&](Processor self) -> Task<> {
    if (co_await bit[self.id()]) {
      co_await (block_has_one[self.id() / s] = true);
    } else {
      co_await self.idle();
    }
  });
  machine.pardo(s * s, [&](Processor self) -> Task<> {
    const std::uint64_t left = self.id() / s;
    const std::uint64_t right = self.id() % s;
    if (co_await block_has_one[left] && left < right) {
      co_await (block_beaten[right] = true);
    } else {
      co_await self.idle();
    }
  });
  machine.pardo(s, [&](Processor self) -> Task<> {
    const bool has_one = co_await block_has_one[self.id()];
    const bool beaten = co_await block_beaten[self.id()];
    if (has_one && !beaten) {
      co_await (first_block[0] = self.id());
    } else {
      co_await self.idle();
    }
  });
  machine.pardo(s * s, [&](Processor self) -> Task<> {
    const std::uint64_t left = self.id() / s;
    const std::uint64_t right = self.id() % s;
    const std::uint64_t block = co_await first_block[0];
    if (block == s) {
      co_await self.idle();
      co_await self.idle();
      co_return;
    }
    if (co_await bit[block * s + left] && left < right) {
      co_await (bit_beaten[right] = true);
    } else {
      co_await self.idle();
    }
  });
  machine.pardo(s, [&](Processor self) -> Task<> {
    const std::uint64_t block = co_await first_block[0];
    const bool beaten = co_await bit_beaten[self.id()];
    const std::uint64_t place = (block == s ? 0 : block * s) + self.id();
    if (co_await bit[place] && !beaten) {
      co_await (leftmost[0] = place);
    } else {
      co_await self.idle();
    }
  });
  const std::uint64_t found = leftmost.get(0);
  return found == s * s ? std::nullopt : std::optional(found);
}

Program leftmost_one_program() {
  return program(leftmost_one, {.name = "leftmost-one",
                                .alias = "first-one",
                                .what = "the first 1 of n bits by blocks of sqrt(n)",
                                .source = "Fich, Ragde, Wigderson 1988",
                                .model = Rule::common,
                                .needs_more_than = Rule::crew,
                                .time = "O(1)",
                                .steps = [](std::uint64_t n) { return n == 0 ? 0U : 14U; },
                                .work = "O(n)",
                                .work_at_most =
                                    [](std::uint64_t n) {
                                      const std::uint64_t s = ceiling_of_root(n);
                                      return 14 * s * s;
                                    },
                                .degree_at_most =
                                    [](std::uint64_t n) {
                                      const std::uint64_t s = ceiling_of_root(n);
                                      return s * s;
                                    },
                                .size = {.usual = 1 << 17, .bytes_each = 2 + processor_bytes},
                                .oracle =
                                    [](std::span<const std::uint8_t> bits) {
                                      const auto first =
                                          std::ranges::find_if(bits, [](std::uint8_t bit) { return bit != 0; });
                                      const auto index = static_cast<std::uint64_t>(first - bits.begin());
                                      return index == bits.size() ? std::nullopt : std::optional(index);
                                    },
                                .against = "one pass over the bits",
                                .facts = [](const auto&, const std::optional<std::uint64_t>& found) -> Facts {
                                  return {{"leftmost", found ? static_cast<std::int64_t>(*found) : -1}};
                                }});
}

}  // namespace pram::programs
