#include <pram/programs/string.hpp>

#include <algorithm>
#include <bit>
#include <utility>

#include <pram/programs/input/text/texts.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "oracle/occurrences.hpp"
#include "programs.hpp"
#include "root.hpp"
#include "scan/balanced_tree.hpp"
#include "string/marked_places.hpp"
#include "string/pattern_analysis.hpp"

namespace pram::programs {

namespace {

/// The text of a search by duels, and the places where the pattern may begin.
class DuelledText {
 public:
  DuelledText(Machine& machine, std::string_view text, std::string_view pattern)
      : machine_(machine),
        n_(text.size()),
        m_(pattern.size()),
        places_(n_ - m_ + 1),
        pattern_(machine, pattern),
        letter_(machine.array(text, "letter")),
        left_(machine.array<std::uint64_t>(places_, 0, "left")) {}

  Array<bool> matches() {
    machine_.pardo(places_, [&](Processor self) -> Task<> { co_await (left_[self.id()] = self.id()); });
    for (std::uint64_t block = 1; 2 * block <= pattern_.limit() && left_.size() > 1; block *= 2) duel();
    const std::uint64_t period = pattern_.period();
    const auto fails = compare(period == 0 ? m_ : period);
    if (period != 0) find_breaks(period, fails);
    auto matches = machine_.array<bool>(places_, false, "matches");
    machine_.pardo(left_.size(), [&](Processor self) -> Task<> {
      if (co_await fails[self.id()]) co_return;
      const std::uint64_t place = co_await left_[self.id()];
      co_await (matches[place] = true);
    });
    return matches;
  }

 private:
  /// One of the places that are left in two neighbouring blocks goes out.
  void duel() {
    const std::uint64_t blocks = left_.size();
    auto next = machine_.array<std::uint64_t>((blocks + 1) / 2, 0, "left");
    machine_.pardo(next.size(), [&](Processor self) -> Task<> {
      std::uint64_t stays = co_await left_[2 * self.id()];
      if (2 * self.id() + 1 < blocks) {
        const std::uint64_t other = co_await left_[2 * self.id() + 1];
        const std::uint64_t place = co_await pattern_.witness()[other - stays];
        const char expected = co_await pattern_.letter()[place];
        const char mine = co_await letter_[stays + place];
        if (mine != expected) stays = other;
      }
      co_await (next[self.id()] = stays);
    });
    left_ = std::move(next);
  }

  /// Per place that is left: whether one of the first letters is not the pattern's.
  Array<bool> compare(std::uint64_t letters) {
    auto fails = machine_.array<bool>(left_.size(), false, "fails");
    machine_.pardo(left_.size() * letters, [&](Processor self) -> Task<> {
      const std::uint64_t which = self.id() / letters;
      const std::uint64_t k = self.id() % letters;
      const std::uint64_t place = co_await left_[which];
      const char mine = co_await letter_[place + k];
      const char expected = co_await pattern_.letter()[k];
      if (mine != expected) co_await (fails[which] = true);
    });
    return fails;
  }

  /// Puts out the places behind which the text does not go on with the pattern's period for m letters. Cells go from
  /// the last letter to the first, and blocks of 2^⌈log2 m⌉ cells learn the next letter that breaks the period.
  void find_breaks(std::uint64_t period, const Array<bool>& fails) {
    const std::uint64_t block = std::bit_ceil(m_);
    const auto next_break = machine_.array<std::uint64_t>(n_, n_, "next_break");
    machine_.pardo(n_ - period, [&](Processor self) -> Task<> {
      const std::uint64_t place = period + self.id();
      const char before = co_await letter_[self.id()];
      const char mine = co_await letter_[place];
      if (mine != before) co_await (next_break[n_ - 1 - place] = place);
    });
    sweep_balanced_tree(machine_, n_, [&](std::uint64_t left, std::uint64_t right) -> Task<> {
      if ((left + 1) % block == 0) co_return;
      const std::uint64_t behind = co_await next_break[left];
      const std::uint64_t own = co_await next_break[right];
      co_await (next_break[right] = std::min(own, behind));
    });
    machine_.pardo(left_.size(), [&](Processor self) -> Task<> {
      const std::uint64_t place = co_await left_[self.id()];
      const std::uint64_t cell = n_ - 1 - place - period;  // of the letter from which on it must go on
      const std::uint64_t border = cell / block * block;   // the first cell of its block
      std::uint64_t next = co_await next_break[cell];
      if (border > n_ - m_ - place) next = std::min(next, co_await next_break[border - 1]);
      if (next < place + m_) co_await (fails[self.id()] = true);
    });
  }

  Machine& machine_;
  std::uint64_t n_;
  std::uint64_t m_;
  std::uint64_t places_;
  PatternAnalysis pattern_;
  Array<char> letter_;
  Array<std::uint64_t> left_;  // per block: the place that is left
};

}  // namespace

std::vector<std::uint64_t> string_matching_duels(Machine& machine, std::string_view text, std::string_view pattern) {
  if (pattern.empty() || pattern.size() > text.size()) return {};
  return marked_places(DuelledText(machine, text, pattern).matches());
}

Program string_matching_duels_program() {
  const auto pattern_of = [](const TextAndPattern& input) -> std::uint64_t {
    return input.pattern.size() > input.text.size() ? 0 : input.pattern.size();
  };
  return program<TextsAndLongPatterns>(
      string_matching_duels,
      {.name = "string-matching-duels",
       .what = "where a pattern of m letters stands in a text of n, by witnesses that set places apart",
       .columns = "index where the pattern begins",
       .source = "Vishkin 1985; JáJá 7.2-7.4",
       .model = Rule::common,
       .needs_more_than = Rule::crew,
       .time = "O(log m)",
       .steps_at_most =
           [pattern_of](const TextAndPattern& input) {
             const std::uint64_t m = pattern_of(input);
             return m == 0 ? 0 : 20 + 12 * ceil_log2(m) + PatternAnalysis::steps(m);
           },
       .work = "O(n)",
       .work_at_most =
           [pattern_of](const TextAndPattern& input) {
             const std::uint64_t m = pattern_of(input);
             return m == 0 ? 0 : 48 * input.text.size() + PatternAnalysis::work(m);
           },
       .degree_at_most =
           [pattern_of](const TextAndPattern& input) {
             const std::uint64_t side = ceil_root(pattern_of(input));
             return std::max<std::uint64_t>(input.text.size(), side * side);
           },
       .size = {.usual = 1 << 14, .bytes_each = 30 + processor_bytes},
       .oracle =
           [](const TextAndPattern& input, const std::vector<std::uint64_t>& found) {
             return found == oracle::occurrences(input.text, input.pattern);
           },
       .against = "std::string_view::find",
       .facts = [](const auto&, const auto& found) -> Facts {
         return {{"matches", static_cast<std::int64_t>(found.size())}};
       }});
}

}  // namespace pram::programs
