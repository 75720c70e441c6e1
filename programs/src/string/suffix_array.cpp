#include <pram/programs/string.hpp>

#include <algorithm>
#include <numeric>

#include <pram/programs/input/text/texts.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"
#include "string/suffix_ranks.hpp"

namespace pram::programs {

std::vector<std::uint32_t> suffix_array(Machine& machine, std::string_view text) {
  const std::uint64_t n = text.size();
  const SuffixRanks ranks(machine, text, false);
  const auto suffix = machine.array<std::uint32_t>(n, 0, "suffix");
  machine.pardo(n, [&](Processor self) -> Task<> { co_await (suffix[self.id()] = ranks.suffix(self.id())); });
  return suffix.host();
}

Program suffix_array_program() {
  return program<TextsAndPatterns>(
      +[](Machine& machine, std::string_view text, std::string_view) { return suffix_array(machine, text); },
      {.name = "suffix-array",
       .what = "the suffixes of a text of n letters in alphabetical order, by ranks of 1, 2, 4, … letters",
       .columns = "index where the suffix begins",
       .source = "Manber, Myers 1993; Karp, Miller, Rosenberg 1972",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log^3 n)",
       .steps_at_most = [](std::uint64_t n) { return n == 0 ? 0 : 1 + SuffixRanks::steps(n); },
       .work = "O(n log^2 n)",
       .work_at_most = [](std::uint64_t n) { return n + SuffixRanks::work(n); },
       .degree_at_most = merge_sort_degree,
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
