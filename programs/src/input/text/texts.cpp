#include <pram/programs/input/text/texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "input/file/text.hpp"
#include "input/shapes_made_of.hpp"
#include "random.hpp"

namespace pram::programs {

std::string random_letters(std::uint64_t n, std::uint64_t seed, std::string_view alphabet) {
  const Random random(seed, text_stream);
  std::string text;
  for (std::uint64_t i = 0; i < n; ++i) text += alphabet[random.below(i, static_cast<std::uint32_t>(alphabet.size()))];
  return text;
}

namespace {

/// The first n letters of the Fibonacci word abaababa…
std::string fibonacci_word(std::uint64_t n) {
  std::string last = "b";
  std::string word = "a";
  while (word.size() < n) {
    const std::string before = word;
    word += std::exchange(last, before);
  }
  return word.substr(0, n);
}

/// Takes as pattern a piece of at most 8 characters from the text.
TextAndPattern piece_of(std::string text, std::uint64_t seed) {
  const std::uint64_t length = std::min<std::uint64_t>(8, (text.size() + 1) / 2);
  if (length == 0) return {"", "a"};
  const std::uint64_t first = Random(seed, cuts_stream)(0) % (text.size() - length + 1);
  std::string pattern = text.substr(first, length);
  return {std::move(text), std::move(pattern)};
}

}  // namespace

Shapes<TextAndPattern> TextsAndPatterns::shapes() {
  return {{"random", "random letters a and b",
           [](std::uint64_t n, std::uint64_t seed) { return piece_of(random_letters(n, seed, "ab"), seed); }},
          {"dna", "random letters A, C, G and T",
           [](std::uint64_t n, std::uint64_t seed) { return piece_of(random_letters(n, seed, "ACGT"), seed); }},
          {"fibonacci", "Fibonacci word",
           [](std::uint64_t n, std::uint64_t seed) { return piece_of(fibonacci_word(n), seed); }},
          {"equal", "equal letters",
           [](std::uint64_t n, std::uint64_t seed) { return piece_of(std::string(n, 'a'), seed); }}};
}

TextAndPattern TextsAndPatterns::read(const InputRequest& request, const Sizes& sizes) {
  std::string content = read_content(request.file, request.memory_limit);
  const std::string name = shown_path(request.file);
  const std::size_t end = content.find('\n');
  std::string pattern = content.substr(0, end);
  if (pattern.empty()) throw InputError(name, 1, "the pattern, the first line, is empty");
  content.erase(0, end == std::string::npos ? end : end + 1);
  if (content.ends_with('\n')) content.pop_back();
  check_items(request, sizes, content.size(), "characters");
  return {std::move(content), std::move(pattern)};
}

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

Shapes<TextAndPattern> TextsAndLongPatterns::shapes() {
  return {{"random", "random letters a and b with a pattern that stands there thrice",
           [](std::uint64_t n, std::uint64_t seed) {
             std::string text = random_letters(n, seed, "ab");
             std::string pattern = random_letters(pattern_length(n), seed + 1, "ab");
             const Random random(seed, cuts_stream);
             for (std::uint64_t k = 0; k < 3 && n > 0; ++k)
               text.replace(random(k) % (n - pattern.size() + 1), pattern.size(), pattern);
             return Value{std::move(text), std::move(pattern)};
           }},
          {"periodic", "a piece again and again with some changed letters",
           [](std::uint64_t n, std::uint64_t seed) {
             const std::string piece = random_letters(n / 64 + 1, seed, "ab");
             return Value{with_changes(repeated(piece, n), seed), repeated(piece, pattern_length(n))};
           }},
          {"broken", "a piece again and again, in the pattern with another last letter",
           [](std::uint64_t n, std::uint64_t seed) {
             const std::string piece = random_letters(n / 64 + 1, seed, "ab");
             std::string pattern = repeated(piece, pattern_length(n));
             pattern.back() = 'c';
             return Value{with_changes(repeated(piece, n), seed), std::move(pattern)};
           }},
          {"nested", "letters that recur within periods of periods",
           [](std::uint64_t n, std::uint64_t) {
             return Value{nested(n), nested(pattern_length(n))};
           }},
          {"fibonacci", "Fibonacci word",
           [](std::uint64_t n, std::uint64_t) {
             return Value{fibonacci_word(n), fibonacci_word(pattern_length(n))};
           }},
          {"equal", "equal letters", [](std::uint64_t n, std::uint64_t) {
             return Value{std::string(n, 'a'), std::string(pattern_length(n), 'a')};
           }}};
}

Shapes<TextPairs::Value> TextPairs::shapes() {
  return {{"random", "random letters A, C, G and T",
           [](std::uint64_t n, std::uint64_t seed) {
             const std::string both = random_letters(n, seed, "ACGT");
             return cut(both, n / 2);
           }},
          {"similar", "random letters, and the same with some of them changed",
           [](std::uint64_t n, std::uint64_t seed) {
             Value pair{random_letters(n / 2, seed, "ab"), ""};
             const Random random(seed, cuts_stream);
             for (std::uint64_t i = 0; i < n - n / 2; ++i) {
               const bool changed = i >= pair.left.size() || random.below(i, 8) == 0;
               pair.right += changed ? 'c' : pair.left[i];
             }
             return pair;
           }},
          {"uneven", "random letters, a few and many", [](std::uint64_t n, std::uint64_t seed) {
             const std::string both = random_letters(n, seed, "ab");
             return cut(both, n / 8);
           }}};
}

TextPairs::Value TextPairs::read(const InputRequest& request, const Sizes& sizes) {
  std::string content = read_content(request.file, request.memory_limit);
  const std::string name = shown_path(request.file);
  if (content.ends_with('\n')) content.pop_back();
  const std::size_t end = content.find('\n');
  if (end == std::string::npos || content.find('\n', end + 1) != std::string::npos)
    throw InputError(name, 0, "it must hold two lines, a text on each");
  Value pair{content.substr(0, end), content.substr(end + 1)};
  check_items(request, sizes, pair.left.size() + pair.right.size(), "letters");
  return pair;
}

Shapes<DecimalPairs::Value> DecimalPairs::shapes() {
  return {{"random", "random digits",
           [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, text_stream);
             Value pair;
             for (std::uint64_t i = 0; i < n; ++i) {
               pair.left += static_cast<char>('0' + random.below(2 * i, 10));
               pair.right += static_cast<char>('0' + random.below(2 * i + 1, 10));
             }
             return pair;
           }},
          {"nines", "nines, and 1",
           [](std::uint64_t n, std::uint64_t) {
             return Value{std::string(n, '9'), n == 0 ? "" : "1"};
           }},
          {"complement", "random digits, and what makes nines of them", [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, text_stream);
             Value pair;
             for (std::uint64_t i = 0; i < n; ++i) {
               const std::uint32_t digit = random.below(i, 10);
               pair.left += static_cast<char>('0' + digit);
               pair.right += static_cast<char>('9' - digit);
             }
             return pair;
           }}};
}

DecimalPairs::Value DecimalPairs::read(const InputRequest& request, const Sizes& sizes) {
  const std::string text = read_content(request.file, request.memory_limit);
  Scanner scanner(text, shown_path(request.file));
  Value pair;
  for (std::string* number : {&pair.left, &pair.right}) {
    if (!scanner.next_line()) scanner.fail_file("it must hold two lines, a whole number on each");
    *number = scanner.word();
    if (number->empty() || !std::ranges::all_of(*number, [](char c) { return c >= '0' && c <= '9'; }))
      scanner.fail(fmt::format("{} is no whole number without a sign", in_quotes(*number)));
    scanner.end_row();
  }
  while (scanner.next_line()) {
    if (!scanner.row_done()) scanner.fail("it must hold two lines, a whole number on each");
  }
  check_items(request, sizes, std::max(pair.left.size(), pair.right.size()), "digits");
  return pair;
}

InputSizes DecimalPairs::sizes(const Value& pair) { return {{"n", std::max(pair.left.size(), pair.right.size())}}; }

template const UntypedKind& untyped_kind<TextsAndPatterns>();
template const UntypedKind& untyped_kind<TextsAndLongPatterns>();
template const UntypedKind& untyped_kind<TextPairs>();
template const UntypedKind& untyped_kind<DecimalPairs>();

}  // namespace pram::programs
