#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "random.hpp"

/// Texts that several kinds of input are made of.
namespace pram::programs {

inline std::string random_letters(std::uint64_t n, std::uint64_t seed, std::string_view alphabet) {
  const Random random(seed, text_stream);
  std::string text;
  for (std::uint64_t i = 0; i < n; ++i) text += alphabet[random.below(i, static_cast<std::uint32_t>(alphabet.size()))];
  return text;
}

/// The first n letters of the Fibonacci word abaababa…
inline std::string fibonacci_word(std::uint64_t n) {
  std::string last = "b";
  std::string word = "a";
  while (word.size() < n) {
    const std::string before = word;
    word += std::exchange(last, before);
  }
  return word.substr(0, n);
}

}  // namespace pram::programs
