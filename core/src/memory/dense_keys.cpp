#include <algorithm>

#include <pram/detail/word/dense_keys.hpp>

namespace pram::detail {

std::vector<std::uint32_t> make_distinct(std::vector<Word>& words) {
  const std::vector<Word> given = words;
  std::ranges::sort(words);
  const auto rest = std::ranges::unique(words);
  words.erase(rest.begin(), rest.end());
  std::vector<std::uint32_t> place;
  place.reserve(given.size());
  for (const Word word : given)
    place.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(words, word) - words.begin()));
  return place;
}

}  // namespace pram::detail
