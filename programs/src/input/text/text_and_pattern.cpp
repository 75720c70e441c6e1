#include "input/text/text_and_pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "input/file/text.hpp"
#include "input/text/words.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

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
  if (content.size() > sizes.most)
    throw InputError(name, 0,
                     fmt::format("it holds {} characters; the program takes at most {}", content.size(), sizes.most));
  check_room(fmt::format("{}, of {} characters,", name, content.size()), content.size(), sizes.bytes_each, request);
  return {std::move(content), std::move(pattern)};
}

const UntypedKind& TextsAndPatterns::untyped() { return untyped_kind<TextsAndPatterns>; }

}  // namespace pram::programs
