#include "input/text/text_pair.hpp"

#include <fmt/format.h>

#include <utility>

#include "input/file/text.hpp"
#include "input/text/words.hpp"
#include "random.hpp"

namespace pram::programs {

Shapes<TextPair> TextPairs::shapes() {
  return {{"random", "random letters A, C, G and T",
           [](std::uint64_t n, std::uint64_t seed) {
             const std::string both = random_letters(n, seed, "ACGT");
             return TextPair{both.substr(0, n / 2), both.substr(n / 2)};
           }},
          {"similar", "random letters, and the same with some of them changed",
           [](std::uint64_t n, std::uint64_t seed) {
             TextPair pair{random_letters(n / 2, seed, "ab"), ""};
             const Random random(seed, cuts_stream);
             for (std::uint64_t i = 0; i < n - n / 2; ++i) {
               const bool changed = i >= pair.left.size() || random.below(i, 8) == 0;
               pair.right += changed ? 'c' : pair.left[i];
             }
             return pair;
           }},
          {"uneven", "random letters, a few and many", [](std::uint64_t n, std::uint64_t seed) {
             const std::string both = random_letters(n, seed, "ab");
             return TextPair{both.substr(0, n / 8), both.substr(n / 8)};
           }}};
}

TextPair TextPairs::read(const InputRequest& request, const Sizes& sizes) {
  std::string content = read_content(request.file, request.memory_limit);
  const std::string name = shown_path(request.file);
  if (content.ends_with('\n')) content.pop_back();
  const std::size_t end = content.find('\n');
  if (end == std::string::npos || content.find('\n', end + 1) != std::string::npos)
    throw InputError(name, 0, "it must hold two lines, a text on each");
  TextPair pair{content.substr(0, end), content.substr(end + 1)};
  const std::uint64_t n = pair.left.size() + pair.right.size();
  if (n > sizes.most)
    throw InputError(name, 0, fmt::format("it holds {} letters; the program takes at most {}", n, sizes.most));
  check_room(fmt::format("{}, of {} letters,", name, n), n, sizes.bytes_each, request);
  return pair;
}

const UntypedKind& TextPairs::untyped() { return untyped_kind<TextPairs>; }

}  // namespace pram::programs
