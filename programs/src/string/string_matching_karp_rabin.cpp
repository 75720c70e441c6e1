#include <pram/programs/string.hpp>

#include <algorithm>
#include <string>

#include <pram/programs/input/text/texts.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "oracle/occurrences.hpp"
#include "programs.hpp"
#include "scan/balanced_tree.hpp"
#include "scan/prefix_sums_cost.hpp"
#include "string/marked_places.hpp"

namespace pram::programs {

namespace {

__extension__ typedef unsigned __int128 WideWord;

/// The modulus of fingerprints, the prime 2^61 - 1.
constexpr std::uint64_t fingerprint_modulus = (std::uint64_t{1} << 61) - 1;

constexpr std::uint64_t fingerprint_product(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>(static_cast<WideWord>(a) * b % fingerprint_modulus);
}
constexpr std::uint64_t fingerprint_sum(std::uint64_t a, std::uint64_t b) { return (a + b) % fingerprint_modulus; }

/// Copies cell 0 to all cells, doubling the copies.
void copy_first(Machine& machine, const Array<std::uint64_t>& cells) {
  for (std::uint64_t have = 1; have < cells.size(); have *= 2) {
    machine.pardo(std::min(have, cells.size() - have), [&](Processor self) -> Task<> {
      const std::uint64_t mine = co_await cells[self.id()];
      co_await (cells[have + self.id()] = mine);
    });
  }
}

}  // namespace

std::vector<std::uint64_t> string_matching_karp_rabin(Machine& machine, std::string_view text,
                                                      std::string_view pattern) {
  const std::uint64_t m = pattern.size();
  if (m == 0 || m > text.size()) return {};
  const std::uint64_t n = m + text.size();
  const std::uint64_t places = text.size() - m + 1;
  // The pattern stands before the text, so that one scan makes the fingerprints of both.
  const auto letter = machine.array(std::string(pattern) + std::string(text), "letter");
  const auto power = machine.array<std::uint64_t>(n, 0, "power");  // x^i of a random x
  const auto sum = machine.array<std::uint64_t>(n, 0, "sum");      // per prefix: its fingerprint
  const auto sought = machine.array<std::uint64_t>(places, 0, "sought");
  const auto matches = machine.array<bool>(places, false, "matches");
  machine.pardo(1, [&](Processor self) -> Task<> { co_await (power[0] = 1 + self.random(fingerprint_modulus - 1)); });
  copy_first(machine, power);
  sweep_balanced_tree(machine, n, [&](std::uint64_t left, std::uint64_t right) -> Task<> {
    const std::uint64_t before = co_await power[left];
    const std::uint64_t own = co_await power[right];
    co_await (power[right] = fingerprint_product(before, own));
  });
  machine.pardo(n, [&](Processor self) -> Task<> {
    const auto mine = static_cast<unsigned char>(co_await letter[self.id()]);
    const std::uint64_t weight = co_await power[self.id()];
    co_await (sum[self.id()] = fingerprint_product(mine + 1U, weight));
  });
  sweep_balanced_tree(machine, n, [&](std::uint64_t left, std::uint64_t right) -> Task<> {
    const std::uint64_t before = co_await sum[left];
    const std::uint64_t own = co_await sum[right];
    co_await (sum[right] = fingerprint_sum(before, own));
  });
  machine.pardo(1, [&](Processor) -> Task<> {
    const std::uint64_t whole = co_await sum[m - 1];
    co_await (sought[0] = whole);
  });
  copy_first(machine, sought);
  // The fingerprint of place i is shifted by x^(m + i), and so must be the pattern's.
  machine.pardo(places, [&](Processor self) -> Task<> {
    const std::uint64_t pattern_sum = co_await sought[self.id()];
    const std::uint64_t shift = co_await power[m + self.id() - 1];
    const std::uint64_t until = co_await sum[2 * m + self.id() - 1];
    const std::uint64_t before = co_await sum[m + self.id() - 1];
    if (fingerprint_sum(before, fingerprint_product(pattern_sum, shift)) == until) co_await (matches[self.id()] = true);
  });
  return marked_places(matches);
}

Program string_matching_karp_rabin_program() {
  // Letters of the pattern and of the text.
  const auto letters_of = [](const TextAndPattern& input) -> std::uint64_t {
    const bool none = input.pattern.empty() || input.pattern.size() > input.text.size();
    return none ? 0 : input.pattern.size() + input.text.size();
  };
  return program<TextsAndPatterns>(
      string_matching_karp_rabin,
      {.name = "string-matching-karp-rabin",
       .alias = "karp-rabin",
       .what = "where a pattern stands in a text of n letters, by fingerprints that prefix sums make",
       .columns = "index where the pattern begins",
       .source = "Karp, Rabin 1987; JáJá 9.4",
       .model = Rule::erew,
       .time = "O(log n)",
       .steps_at_most = [letters_of](const TextAndPattern& input) -> std::uint64_t {
         const std::uint64_t n = letters_of(input);
         return n == 0 ? 0 : 11 + 2 * prefix_sums_steps(n) + 4 * ceil_log2(n);
       },
       .work = "O(n)",
       .work_at_most =
           [letters_of](const TextAndPattern& input) {
             const std::uint64_t n = letters_of(input);
             return 12 * n + 2 * prefix_sums_work(n) + 3;
           },
       .degree_at_most = 1,
       .size = {.usual = 1 << 14, .bytes_each = 30 + processor_bytes},
       .oracle = oracle::occurrences,
       .against = "std::string_view::find",
       .facts = [](const auto&, const auto& found) -> Facts {
         return {{"matches", static_cast<std::int64_t>(found.size())}};
       }});
}

}  // namespace pram::programs
