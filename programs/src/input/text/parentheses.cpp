#include "input/text/parentheses.hpp"

#include <fmt/format.h>

#include "input/file/text.hpp"
#include "random.hpp"

namespace pram::programs {

Shapes<std::string> Parentheses::shapes() {
  return {{"random", "random parentheses, all matched if n is even",
           [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, text_stream);
             std::string text;
             std::uint64_t open = 0;
             for (std::uint64_t i = 0; i < n; ++i) {
               // Of all matched sequences that begin like this one, each is equally likely.
               const std::uint64_t left = n - i;
               const std::uint64_t ways_to_open = (open + 2) * (left - open);
               const std::uint64_t ways = 2 * (open + 1) * left;
               const bool opens = open == 0 || (open < left && random(i) % ways < ways_to_open);
               text += opens ? '(' : ')';
               open = opens ? open + 1 : open - 1;
             }
             return text;
           }},
          {"nested", "parentheses, one within the other",
           [](std::uint64_t n, std::uint64_t) { return std::string((n + 1) / 2, '(') + std::string(n / 2, ')'); }},
          {"flat", "parentheses, one behind the other",
           [](std::uint64_t n, std::uint64_t) {
             std::string text;
             for (std::uint64_t i = 0; i < n; ++i) text += i % 2 == 0 ? '(' : ')';
             return text;
           }},
          {"unmatched", "random parentheses, not all matched", [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, text_stream);
             std::string text;
             for (std::uint64_t i = 0; i < n; ++i) text += random.below(i, 2) == 0 ? '(' : ')';
             return text;
           }}};
}

std::string Parentheses::read(const InputRequest& request, const Sizes& sizes) {
  const std::string content = read_content(request.file, request.memory_limit);
  const std::string name = shown_path(request.file);
  std::string text;
  std::uint64_t line = 1;
  for (const char letter : content) {
    if (letter == '\n') ++line;
    if (std::string_view(" \t\r\n").find(letter) != std::string_view::npos) continue;
    if (letter != '(' && letter != ')')
      throw InputError(name, line, fmt::format("{} is no parenthesis", in_quotes(std::string_view(&letter, 1))));
    text += letter;
  }
  if (text.size() > sizes.most)
    throw InputError(name, 0,
                     fmt::format("it holds {} parentheses; the program takes at most {}", text.size(), sizes.most));
  check_room(fmt::format("{}, of {} parentheses,", name, text.size()), text.size(), sizes.bytes_each, request);
  return text;
}

const UntypedKind& Parentheses::untyped() { return untyped_kind<Parentheses>; }

}  // namespace pram::programs
