#include <pram/programs/string.hpp>

#include <algorithm>

#include <pram/programs/input/text/texts.hpp>
#include <pram/programs/row.hpp>
#include "oracle/occurrences.hpp"
#include "programs.hpp"
#include "string/marked_places.hpp"

namespace pram::programs {

namespace {

/// The number of places where a pattern of m characters may begin in a text of n.
std::uint64_t places_of(std::uint64_t n, std::uint64_t m) { return m == 0 || m > n ? 0 : n - m + 1; }

}  // namespace

std::vector<std::uint64_t> string_matching_naive(Machine& machine, std::string_view text, std::string_view pattern) {
  const std::uint64_t m = pattern.size();
  const std::uint64_t places = places_of(text.size(), m);
  if (places == 0) return {};
  const auto letter = machine.array(text, "letter");
  const auto sought = machine.array(pattern, "sought");
  const auto matches = machine.array<bool>(places, true, "matches");
  machine.pardo(places * m, [&](Processor self) -> Task<> {
    const std::uint64_t place = self.id() / m;
    const std::uint64_t k = self.id() % m;
    const char mine = co_await letter[place + k];
    const char expected = co_await sought[k];
    if (mine != expected) co_await (matches[place] = false);
  });
  return marked_places(matches);
}

Program string_matching_naive_program() {
  return program<TextsAndPatterns>(
      string_matching_naive,
      {.name = "string-matching-naive",
       .what = "where a pattern of m letters stands in a text of n, all letters of all places at once",
       .columns = "index where the pattern begins",
       .source = "JáJá 7.1",
       .model = Rule::common,
       .needs_more_than = Rule::crew,
       .time = "O(1)",
       .steps_at_most = 3,
       .work = "O(n m)",
       .work_at_most =
           [](const TextAndPattern& input) {
             return 3 * places_of(input.text.size(), input.pattern.size()) * input.pattern.size();
           },
       .letters = {{"m", "1"}},  // generated patterns have 8 letters at most
       .degree_at_most = [](const TextAndPattern& input) { return std::max(input.text.size(), input.pattern.size()); },
       .size = {.usual = 1 << 14, .bytes_each = 3 + processor_bytes},
       .oracle = oracle::occurrences,
       .against = "std::string_view::find",
       .facts = [](const auto&, const auto& found) -> Facts {
         return {{"matches", static_cast<std::int64_t>(found.size())}};
       }});
}

}  // namespace pram::programs
