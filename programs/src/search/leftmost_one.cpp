#include <pram/programs/search.hpp>

#include <algorithm>
#include <ranges>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"
#include "root.hpp"
#include "search/first_one.hpp"

namespace pram::programs {

std::optional<std::uint64_t> leftmost_one(Machine& machine, std::span<const std::uint8_t> bits) {
  if (bits.empty()) return std::nullopt;
  const std::uint64_t s = ceil_root(bits.size());
  const auto bit = machine.array<std::uint8_t>(s * s, 0, "bit");
  const auto leftmost = machine.array<std::uint64_t>(1, s * s, "leftmost");

  bit.assign(std::views::iota(std::uint64_t{0}, s * s) |
             std::views::transform([bits](std::uint64_t i) { return i < bits.size() ? bits[i] : std::uint8_t{0}; }));

  first_one(machine, bit, leftmost);
  const std::uint64_t found = leftmost.get(0);
  return found == s * s ? std::nullopt : std::optional(found);
}

Program leftmost_one_program() {
  return program<Bits>(leftmost_one,
                       {.name = "leftmost-one",
                        .alias = "first-one",
                        .what = "the first 1 of n bits by blocks of sqrt(n)",
                        .columns = "index of the first 1 or -1 for none",
                        .source = "Fich, Ragde, Wigderson 1988",
                        .model = Rule::common,
                        .needs_more_than = Rule::crew,
                        .time = "O(1)",
                        .steps = [](std::uint64_t n) { return n == 0 ? 0 : first_one_steps; },
                        .work = "O(n)",
                        .work_at_most =
                            [](std::uint64_t n) {
                              const std::uint64_t s = ceil_root(n);
                              return first_one_steps * s * s;
                            },
                        .degree_at_most = [](std::uint64_t n) { return std::max<std::uint64_t>(1, ceil_root(n)); },
                        .size = {.usual = 1 << 17, .bytes_each = 2 + processor_bytes},
                        .oracle =
                            [](std::span<const std::uint8_t> bits) {
                              const auto first = std::ranges::find_if(bits, [](std::uint8_t bit) { return bit != 0; });
                              const auto index = static_cast<std::uint64_t>(first - bits.begin());
                              return index == bits.size() ? std::nullopt : std::optional(index);
                            },
                        .against = "one pass over the bits",
                        .facts = [](const auto&, const std::optional<std::uint64_t>& found) -> Facts {
                          return {{"leftmost", found ? static_cast<std::int64_t>(*found) : -1}};
                        }});
}

}  // namespace pram::programs
