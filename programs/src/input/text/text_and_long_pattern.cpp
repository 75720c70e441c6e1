#include "input/text/text_and_long_pattern.hpp"

#include <string>
#include <utility>

#include "input/text/words.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

/// The first n letters of a piece that is repeated without end.
std::string repeated(const std::string& piece, std::uint64_t n) {
  std::string text;
  while (text.size() < n) text += piece;
  return text.substr(0, n);
}

/// The length of a pattern in a text of n letters.
std::uint64_t pattern_length(std::uint64_t n) { return n / 4 + 1; }

/// Changes letters at five random places.
std::string with_changes(std::string text, std::uint64_t seed) {
  const Random random(seed, cuts_stream);
  for (std::uint64_t k = 0; k < 5 && !text.empty(); ++k) text[random(k) % text.size()] = 'c';
  return text;
}

/// A letter a; then again and again what is there, twice, another letter, and what is there. So there are periods
/// within periods, each of which ends.
std::string nested(std::uint64_t n) {
  std::string text = "a";
  for (char letter = 'b'; text.size() < n; letter = letter == 'z' ? 'b' : static_cast<char>(letter + 1)) {
    const std::string before = text;
    text.append(before).append(1, letter).append(before);
  }
  return text.substr(0, n);
}

}  // namespace

Shapes<TextAndLongPattern> TextsAndLongPatterns::shapes() {
  return {{"random", "random letters a and b with a pattern that stands there thrice",
           [](std::uint64_t n, std::uint64_t seed) {
             std::string text = random_letters(n, seed, "ab");
             std::string pattern = random_letters(pattern_length(n), seed + 1, "ab");
             const Random random(seed, cuts_stream);
             for (std::uint64_t k = 0; k < 3 && n > 0; ++k)
               text.replace(random(k) % (n - pattern.size() + 1), pattern.size(), pattern);
             return TextAndLongPattern{{std::move(text), std::move(pattern)}};
           }},
          {"periodic", "a piece again and again with some changed letters",
           [](std::uint64_t n, std::uint64_t seed) {
             const std::string piece = random_letters(n / 64 + 1, seed, "ab");
             return TextAndLongPattern{{with_changes(repeated(piece, n), seed), repeated(piece, pattern_length(n))}};
           }},
          {"broken", "a piece again and again, in the pattern with another last letter",
           [](std::uint64_t n, std::uint64_t seed) {
             const std::string piece = random_letters(n / 64 + 1, seed, "ab");
             std::string pattern = repeated(piece, pattern_length(n));
             pattern.back() = 'c';
             return TextAndLongPattern{{with_changes(repeated(piece, n), seed), std::move(pattern)}};
           }},
          {"nested", "letters that recur within periods of periods",
           [](std::uint64_t n, std::uint64_t) {
             return TextAndLongPattern{{nested(n), nested(pattern_length(n))}};
           }},
          {"fibonacci", "Fibonacci word",
           [](std::uint64_t n, std::uint64_t) {
             return TextAndLongPattern{{fibonacci_word(n), fibonacci_word(pattern_length(n))}};
           }},
          {"equal", "equal letters", [](std::uint64_t n, std::uint64_t) {
             return TextAndLongPattern{{std::string(n, 'a'), std::string(pattern_length(n), 'a')}};
           }}};
}

const UntypedKind& TextsAndLongPatterns::untyped() { return untyped_kind<TextsAndLongPatterns>; }

}  // namespace pram::programs
