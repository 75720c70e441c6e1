#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <type_traits>

/// A shared-memory cell is one word of 64 bits; here is how a value of the program becomes one and back.
namespace pram {

using Word = std::uint64_t;

/// What an Array may hold: one word's worth of plain bytes.
template <class T>
concept Storable = std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(Word) && !std::is_reference_v<T> &&
                   !std::is_const_v<T>;

/// Values that can be added, multiplied and compared.
template <class T>
concept Numeric = Storable<T> &&
    ((std::integral<T> && !std::same_as<T, bool>) || std::same_as<T, float> || std::same_as<T, double>);

/// Values with bits to combine.
template <class T>
concept Bitwise = Storable<T> && std::integral<T>;

/// How an operator must read a word.
enum class WordType : std::uint8_t { signed_integer, unsigned_integer, float32, float64, opaque };

template <Storable T>
constexpr WordType word_type() {
  if constexpr (std::same_as<T, float>) {
    return WordType::float32;
  } else if constexpr (std::same_as<T, double>) {
    return WordType::float64;
  } else if constexpr (std::is_integral_v<T>) {
    return std::is_signed_v<T> ? WordType::signed_integer : WordType::unsigned_integer;
  } else {
    return WordType::opaque;
  }
}

/// Integers are sign- or zero-extended, so that one comparison serves all widths; everything else keeps its bytes.
template <Storable T>
Word to_word(T value) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<Word>(static_cast<std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>(value));
  } else {
    Word word = 0;
    std::memcpy(&word, static_cast<const void*>(&value), sizeof(T));
    return word;
  }
}

template <Storable T>
T from_word(Word word) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(word);
  } else {
    T value;
    std::memcpy(static_cast<void*>(&value), &word, sizeof(T));
    return value;
  }
}

}  // namespace pram
