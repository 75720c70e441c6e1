#include <pram/programs/string.hpp>

#include <algorithm>
#include <numeric>

#include <pram/programs/input/text/texts.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"
#include "string/suffix_ranks.hpp"

namespace pram::programs {

SuffixArray common_prefixes(Machine& machine, std::string_view text) {
  const std::uint64_t n = text.size();
  const SuffixRanks ranks(machine, text, true);
  const auto suffix = machine.array<std::uint32_t>(n, 0, "suffix");
  const auto common = machine.array<std::uint32_t>(n, 0, "common");
  machine.pardo(n, [&](Processor self) -> Task<> {
    const std::uint64_t mine = ranks.suffix(self.id());
    co_await (suffix[self.id()] = static_cast<std::uint32_t>(mine));
    if (self.id() == 0) co_return;
    const std::uint64_t before = co_await suffix[self.id() - 1];
    // Suffixes with equal ranks by 2^k letters share 2^k letters: a suffix with fewer letters shares its rank with
    // none.
    std::uint64_t length = 0;
    for (std::size_t k = ranks.kept().size(); k-- > 0;) {
      if (std::max(mine, before) + length >= n) {
        co_await self.idle(2);
        continue;
      }
      const std::int64_t here = co_await ranks.kept()[k][mine + length];
      const std::int64_t there = co_await ranks.kept()[k][before + length];
      if (here == there) length += std::uint64_t{1} << k;
    }
    co_await (common[self.id()] = static_cast<std::uint32_t>(length));
  });
  return {suffix.host(), common.host()};
}

Program common_prefixes_program() {
  return program<TextsAndPatterns>(
      +[](Machine& machine, std::string_view text, std::string_view) { return common_prefixes(machine, text); },
      {.name = "common-prefixes",
       .alias = "lcp",
       .what = "the suffixes of a text of n letters in alphabetical order, and what neighbours begin with in common",
       .columns = "index where the suffix begins, letters in common with the suffix before",
       .source = "Manber, Myers 1993; Karp, Miller, Rosenberg 1972",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log^3 n)",
       .steps_at_most = [](std::uint64_t n) { return n == 0 ? 0 : 5 + 2 * ceil_log2(n) + SuffixRanks::steps(n); },
       .work = "O(n log^2 n)",
       .work_at_most = [](std::uint64_t n) { return n == 0 ? 0 : n * (5 + 2 * ceil_log2(n)) + SuffixRanks::work(n); },
       .degree_at_most = [](std::uint64_t n) { return std::max<std::uint64_t>(1, n); },
       .size = {.usual = 1 << 11, .bytes_each = 20 * sizeof(std::int64_t) + processor_bytes, .most = most_suffixes},
       .oracle =
           [](std::string_view text, std::string_view) {
             SuffixArray made{std::vector<std::uint32_t>(text.size()), {}};
             std::iota(made.suffix.begin(), made.suffix.end(), 0U);
             std::ranges::sort(made.suffix, {}, [&](std::uint32_t at) { return text.substr(at); });
             for (std::size_t i = 0; i < text.size(); ++i) {
               std::uint32_t length = 0;
               if (i > 0) {
                 const std::string_view one = text.substr(made.suffix[i - 1]);
                 const std::string_view other = text.substr(made.suffix[i]);
                 while (length < std::min(one.size(), other.size()) && one[length] == other[length]) ++length;
               }
               made.common_prefix.push_back(length);
             }
             return made;
           },
       .against = "std::sort of all suffixes, and neighbours letter by letter",
       .facts = [](const auto&, const SuffixArray& found) -> Facts {
         const std::uint32_t longest = found.common_prefix.empty() ? 0 : std::ranges::max(found.common_prefix);
         return {{"longest_repeat", std::int64_t{longest}}};
       },
       .write =
           [](std::ostream& out, const auto&, const SuffixArray& found) {
             for (std::size_t i = 0; i < found.suffix.size(); ++i)
               out << found.suffix[i] << ' ' << found.common_prefix[i] << '\n';
           }});
}

}  // namespace pram::programs
