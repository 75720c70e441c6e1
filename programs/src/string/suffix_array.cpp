#include <pram/programs/string.hpp>

#include <algorithm>
#include <numeric>
#include <string>

#include <pram/programs/scan.hpp>
#include <pram/programs/sort.hpp>
#include "input/text/text_and_pattern.hpp"
#include "logarithm.hpp"
#include "program.hpp"
#include "programs.hpp"
#include "scan/prefix_sums_cost.hpp"
#include "sort/merging/merge_sort_cost.hpp"

namespace pram::programs {

namespace {

/// Ranks from 0 to n, of which two and an index make a number for the sort.
constexpr unsigned rank_bits = 21;
constexpr std::int64_t rank_mask = (1 << rank_bits) - 1;

}  // namespace

std::vector<std::uint32_t> suffix_array(Machine& machine, std::string_view text) {
  const std::uint64_t n = text.size();
  if (n > most_suffixes)
    throw ConfigError("text", std::to_string(n) + " letters", "at most " + std::to_string(most_suffixes));
  const auto letter = machine.array(text, "letter");
  const auto rank = machine.array<std::int64_t>(n, 0, "rank");
  auto pair = machine.array<std::int64_t>(n, 0, "pair");
  const auto place = machine.array<std::int64_t>(n, 0, "place");
  const auto suffix = machine.array<std::uint32_t>(n, 0, "suffix");
  machine.pardo(n, [&](Processor self) -> Task<> {
    const auto mine = static_cast<unsigned char>(co_await letter[self.id()]);
    co_await (rank[self.id()] = mine + 1);
  });
  std::vector<std::int64_t> own(n);  // what each has read after the sort; its processor alone knows it
  // Suffixes in the order of their first k letters get ranks, equal ones the same; two ranks k places apart stand for
  // 2k letters. Single letters are in order at once.
  for (std::uint64_t k = 1;; k *= 2) {
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::int64_t first = co_await rank[self.id()];
      const std::int64_t second = self.id() + k < n ? co_await rank[self.id() + k] : 0;
      co_await (pair[self.id()] = (first << rank_bits | second) << rank_bits | static_cast<std::int64_t>(self.id()));
    });
    merge_sort(machine, pair);
    machine.pardo(n, [&](Processor self) -> Task<> {
      own[self.id()] = co_await pair[self.id()];
      std::int64_t before = -1;
      if (self.id() > 0)
        before = co_await pair[self.id() - 1] >> rank_bits;
      else
        co_await self.idle();
      co_await (place[self.id()] = before == own[self.id()] >> rank_bits ? 0 : 1);
    });
    prefix_sums(machine, place);
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::int64_t mine = co_await place[self.id()];
      co_await (rank[own[self.id()] & rank_mask] = mine);
    });
    if (2 * k >= n) break;
  }
  machine.pardo(n, [&](Processor self) -> Task<> {
    co_await (suffix[self.id()] = static_cast<std::uint32_t>(own[self.id()] & rank_mask));
  });
  return suffix.host();
}

Program suffix_array_program() {
  const auto rounds = [](std::uint64_t n) { return n < 2 ? n : ceil_log2(n); };
  return program(
      +[](Machine& machine, std::string_view text, std::string_view) { return suffix_array(machine, text); },
      {.name = "suffix-array",
       .what = "the suffixes of a text of n letters in alphabetical order, by ranks of 1, 2, 4, … letters",
       .source = "Manber, Myers 1993; Karp, Miller, Rosenberg 1972",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log^3 n)",
       .steps_at_most =
           [rounds](std::uint64_t n) {
             return n == 0 ? 0 : 3 + rounds(n) * (8 + merge_sort_steps(n) + prefix_sums_steps(n));
           },
       .work = "O(n log^2 n)",
       .work_at_most =
           [rounds](std::uint64_t n) { return 3 * n + rounds(n) * (8 * n + merge_sort_work(n) + prefix_sums_work(n)); },
       .degree_at_most = [](std::uint64_t n) { return std::max<std::uint64_t>(1, n); },
       .size = {.usual = 1 << 11, .bytes_each = 8 * sizeof(std::int64_t) + processor_bytes, .most = most_suffixes},
       .oracle =
           [](std::string_view text, std::string_view) {
             std::vector<std::uint32_t> order(text.size());
             std::iota(order.begin(), order.end(), 0U);
             std::ranges::sort(order, {}, [&](std::uint32_t at) { return text.substr(at); });
             return order;
           },
       .against = "std::sort of all suffixes"});
}

}  // namespace pram::programs
