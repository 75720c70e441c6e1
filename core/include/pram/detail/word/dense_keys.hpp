#pragma once

#include <concepts>
#include <cstdint>
#include <iterator>
#include <vector>

#include <pram/detail/word/word.hpp>

namespace pram::detail {

/// Sorts words that are compared as unsigned numbers, and leaves each once.
/// @returns for every word given, in the order given, the place of its like among those left
std::vector<std::uint32_t> make_distinct(std::vector<Word>& words);

/// The distinct keys, ascending, and for every key given the place of its like among them.
template <std::integral Key>
class DenseKeys {
  static_assert(sizeof(Key) <= sizeof(Word), "a key has 8 bytes at most");

 public:
  template <class Keys>
  explicit DenseKeys(const Keys& keys) {
    words_.reserve(std::ranges::size(keys));
    for (const Key key : keys) words_.push_back(static_cast<Word>(key) ^ flipped);
    place_ = make_distinct(words_);
  }

  std::uint64_t count() const { return words_.size(); }
  Key key(std::uint64_t k) const { return static_cast<Key>(words_[k] ^ flipped); }
  std::uint32_t place(std::uint64_t given) const { return place_[given]; }

 private:
  /// With their sign bit inverted, signed keys are in order as unsigned words.
  static constexpr Word flipped = std::signed_integral<Key> ? Word{1} << 63 : 0;

  std::vector<Word> words_;
  std::vector<std::uint32_t> place_;
};

}  // namespace pram::detail
